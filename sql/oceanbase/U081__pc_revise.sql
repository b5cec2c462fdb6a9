-- Undoes V081: drops pc_revise.

DROP PROCEDURE IF EXISTS pc_revise;
DELETE FROM pc_lifecycle_migration WHERE version = 81;
