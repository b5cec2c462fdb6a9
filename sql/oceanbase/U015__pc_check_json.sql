-- Undoes V015: drops pc_check_json.

DROP PROCEDURE IF EXISTS pc_check_json;
DELETE FROM pc_lifecycle_migration WHERE version = 15;
