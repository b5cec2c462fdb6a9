-- Undoes V091: drops pc_supersede.

DROP PROCEDURE IF EXISTS pc_supersede;
DELETE FROM pc_lifecycle_migration WHERE version = 91;
