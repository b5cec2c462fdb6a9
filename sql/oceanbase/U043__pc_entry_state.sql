-- Undoes V043.

DROP FUNCTION IF EXISTS pc_entry_state;
DROP FUNCTION IF EXISTS pc_entry_newest;

DELETE FROM pc_lifecycle_migration WHERE version = 43;
