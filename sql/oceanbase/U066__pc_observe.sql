-- Undoes V066.

DROP PROCEDURE IF EXISTS pc_observe;

DELETE FROM pc_lifecycle_migration WHERE version = 66;
