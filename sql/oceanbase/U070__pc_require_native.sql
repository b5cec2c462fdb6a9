-- Undoes V070: drops pc_require_native.

DROP PROCEDURE IF EXISTS pc_require_native;
DELETE FROM pc_lifecycle_migration WHERE version = 70;
