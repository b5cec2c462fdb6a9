-- Undoes V023: drops pc_check_keys.

DROP PROCEDURE IF EXISTS pc_check_keys;
DELETE FROM pc_lifecycle_migration WHERE version = 23;
