-- Undoes V122: drops pc_fuse.

DROP PROCEDURE IF EXISTS pc_fuse;
DROP VIEW IF EXISTS pc_fuse;
DELETE FROM pc_lifecycle_migration WHERE version = 122;
