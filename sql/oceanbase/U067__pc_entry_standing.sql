-- Undoes V067.

DROP PROCEDURE IF EXISTS pc_entry_standing;
DROP FUNCTION IF EXISTS pc_entry_validity;

DELETE FROM pc_lifecycle_migration WHERE version = 67;
