-- Undoes V029.

DROP PROCEDURE IF EXISTS pc_append_mark;
DELETE FROM pc_lifecycle_migration WHERE version = 29;
