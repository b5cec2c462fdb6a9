-- Undoes V064.

DROP PROCEDURE IF EXISTS pc_rebuild_memory;

DELETE FROM pc_lifecycle_migration WHERE version = 64;
