-- Undoes V062.

DROP PROCEDURE IF EXISTS pc_mirror;

DELETE FROM pc_lifecycle_migration WHERE version = 62;
