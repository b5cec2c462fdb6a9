-- Undoes V150: entries can not be marked any more. Their marks stay.

DROP PROCEDURE IF EXISTS pc_mark;
DELETE FROM pc_lifecycle_migration WHERE version = 150;
