-- Undoes V058.

DROP FUNCTION IF EXISTS pc_live_row;
DROP FUNCTION IF EXISTS pc_lifecycle_derive;

DELETE FROM pc_lifecycle_migration WHERE version = 58;
