-- Undoes V034: the procedure goes.

DROP PROCEDURE IF EXISTS pc_port;

DELETE FROM pc_lifecycle_migration WHERE version = 34;
