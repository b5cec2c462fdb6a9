-- Undoes V048.

DROP FUNCTION IF EXISTS pc_merge_bound;

DELETE FROM pc_lifecycle_migration WHERE version = 48;
