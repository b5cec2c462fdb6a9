-- Undoes V080: drops pc_remember.

DROP PROCEDURE IF EXISTS pc_remember;
DELETE FROM pc_lifecycle_migration WHERE version = 80;
