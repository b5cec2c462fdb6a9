-- Undoes V104: drops pc_read_options.

DROP FUNCTION IF EXISTS pc_read_options;
DELETE FROM pc_lifecycle_migration WHERE version = 104;
