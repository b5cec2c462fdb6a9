-- Undoes V077: drops pc_write_relation.

DROP PROCEDURE IF EXISTS pc_write_relation;
DELETE FROM pc_lifecycle_migration WHERE version = 77;
