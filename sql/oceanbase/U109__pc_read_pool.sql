-- Undoes V109: drops pc_read_pool.

DROP FUNCTION IF EXISTS pc_read_pool;
DELETE FROM pc_lifecycle_migration WHERE version = 109;
