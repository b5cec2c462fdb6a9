-- Undoes V123: drops pc_reorder.

DROP PROCEDURE IF EXISTS pc_reorder;
DROP VIEW IF EXISTS pc_reorder;
DELETE FROM pc_lifecycle_migration WHERE version = 123;
