-- Undoes V054.

DROP VIEW IF EXISTS pc_asked_source;

DELETE FROM pc_lifecycle_migration WHERE version = 54;
