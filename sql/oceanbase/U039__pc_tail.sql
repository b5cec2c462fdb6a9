-- Undoes V039.

DROP FUNCTION IF EXISTS pc_tail;

DELETE FROM pc_lifecycle_migration WHERE version = 39;
