-- Undoes V050.

DROP VIEW IF EXISTS pc_asked_entry;

DELETE FROM pc_lifecycle_migration WHERE version = 50;
