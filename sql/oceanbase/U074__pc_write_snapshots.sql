-- Undoes V074: drops pc_write_snapshots.

DROP PROCEDURE IF EXISTS pc_write_snapshots;
DELETE FROM pc_lifecycle_migration WHERE version = 74;
