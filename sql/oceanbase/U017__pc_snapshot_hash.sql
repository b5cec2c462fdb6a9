-- Undoes V017: drops pc_snapshot_hash.

DROP FUNCTION IF EXISTS pc_snapshot_hash;
DELETE FROM pc_lifecycle_migration WHERE version = 17;
