-- Undoes V049.

DROP PROCEDURE IF EXISTS pc_install;

DELETE FROM pc_lifecycle_migration WHERE version = 49;
