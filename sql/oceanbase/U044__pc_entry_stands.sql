-- Undoes V044.

DROP FUNCTION IF EXISTS pc_entry_stands;

DELETE FROM pc_lifecycle_migration WHERE version = 44;
