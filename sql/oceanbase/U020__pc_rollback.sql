-- Undoes V020: drops pc_rollback.

DROP PROCEDURE IF EXISTS pc_rollback;
DELETE FROM pc_lifecycle_migration WHERE version = 20;
