-- Undoes V061.

DROP VIEW IF EXISTS pc_validity;

DELETE FROM pc_lifecycle_migration WHERE version = 61;
