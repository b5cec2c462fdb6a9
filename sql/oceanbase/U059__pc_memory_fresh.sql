-- Undoes V059.

DROP VIEW IF EXISTS pc_memory_fresh;

DELETE FROM pc_lifecycle_migration WHERE version = 59;
