-- Undoes V086: drops pc_relate.

DROP PROCEDURE IF EXISTS pc_relate;
DELETE FROM pc_lifecycle_migration WHERE version = 86;
