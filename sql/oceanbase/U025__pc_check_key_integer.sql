-- Undoes V025: drops pc_check_key_integer.

DROP PROCEDURE IF EXISTS pc_check_key_integer;
DELETE FROM pc_lifecycle_migration WHERE version = 25;
