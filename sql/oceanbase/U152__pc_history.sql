-- Undoes V152: a history can not be asked for any more.

DROP PROCEDURE IF EXISTS pc_history;
DELETE FROM pc_lifecycle_migration WHERE version = 152;
