-- Undoes V013: drops pc_check_text.

DROP PROCEDURE IF EXISTS pc_check_text;
DELETE FROM pc_lifecycle_migration WHERE version = 13;
