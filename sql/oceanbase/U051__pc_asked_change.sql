-- Undoes V051.

DROP VIEW IF EXISTS pc_asked_change;

DELETE FROM pc_lifecycle_migration WHERE version = 51;
