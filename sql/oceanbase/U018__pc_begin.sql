-- Undoes V018: drops pc_begin.

DROP PROCEDURE IF EXISTS pc_begin;
DELETE FROM pc_lifecycle_migration WHERE version = 18;
