-- Undoes V053.

DROP VIEW IF EXISTS pc_valid_snapshot;

DELETE FROM pc_lifecycle_migration WHERE version = 53;
