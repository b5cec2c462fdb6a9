-- Undoes V085: drops pc_declare_source.

DROP PROCEDURE IF EXISTS pc_declare_source;
DELETE FROM pc_lifecycle_migration WHERE version = 85;
