-- Undoes V040.

DROP PROCEDURE IF EXISTS pc_ask;

DELETE FROM pc_lifecycle_migration WHERE version = 40;
