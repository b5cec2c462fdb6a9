-- Undoes V022: drops pc_require_store.

DROP PROCEDURE IF EXISTS pc_require_store;
DELETE FROM pc_lifecycle_migration WHERE version = 22;
