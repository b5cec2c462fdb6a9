-- Undoes V118: drops pc_close_call.

DROP PROCEDURE IF EXISTS pc_close_call;
DELETE FROM pc_lifecycle_migration WHERE version = 118;
