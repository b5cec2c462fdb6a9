-- Undoes V014: drops pc_check_integer.

DROP PROCEDURE IF EXISTS pc_check_integer;
DELETE FROM pc_lifecycle_migration WHERE version = 14;
