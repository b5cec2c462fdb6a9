-- Undoes V106: drops pc_written_short.

DROP FUNCTION IF EXISTS pc_written_short;
DELETE FROM pc_lifecycle_migration WHERE version = 106;
