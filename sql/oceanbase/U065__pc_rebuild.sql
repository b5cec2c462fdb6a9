-- Undoes V065.

DROP PROCEDURE IF EXISTS pc_rebuild;

DELETE FROM pc_lifecycle_migration WHERE version = 65;
