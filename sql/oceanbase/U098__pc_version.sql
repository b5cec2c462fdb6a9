-- Undoes V098: drops pc_version.

DROP FUNCTION IF EXISTS pc_version;
DELETE FROM pc_lifecycle_migration WHERE version = 98;
