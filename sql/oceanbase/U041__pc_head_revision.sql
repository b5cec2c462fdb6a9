-- Undoes V041.

DROP FUNCTION IF EXISTS pc_bound_revision;
DROP FUNCTION IF EXISTS pc_head_revision;

DELETE FROM pc_lifecycle_migration WHERE version = 41;
