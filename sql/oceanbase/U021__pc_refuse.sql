-- Undoes V021: drops pc_refuse.

DROP PROCEDURE IF EXISTS pc_refuse;
DELETE FROM pc_lifecycle_migration WHERE version = 21;
