-- Undoes V042.

DROP VIEW IF EXISTS pc_relation_status;

DELETE FROM pc_lifecycle_migration WHERE version = 42;
