-- Undoes V084: drops pc_reactivate.

DROP PROCEDURE IF EXISTS pc_reactivate;
DELETE FROM pc_lifecycle_migration WHERE version = 84;
