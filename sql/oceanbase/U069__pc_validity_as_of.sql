-- Undoes V069.

DROP PROCEDURE IF EXISTS pc_validity_as_of;

DELETE FROM pc_lifecycle_migration WHERE version = 69;
