-- Undoes V119: drops pc_open_call.

DROP PROCEDURE IF EXISTS pc_open_call;
DELETE FROM pc_lifecycle_migration WHERE version = 119;
