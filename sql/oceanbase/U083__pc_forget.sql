-- Undoes V083: drops pc_forget.

DROP PROCEDURE IF EXISTS pc_forget;
DELETE FROM pc_lifecycle_migration WHERE version = 83;
