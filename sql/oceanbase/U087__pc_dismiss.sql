-- Undoes V087: drops pc_dismiss.

DROP PROCEDURE IF EXISTS pc_dismiss;
DELETE FROM pc_lifecycle_migration WHERE version = 87;
