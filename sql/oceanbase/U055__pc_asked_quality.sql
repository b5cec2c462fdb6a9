-- Undoes V055.

DROP VIEW IF EXISTS pc_asked_quality;

DELETE FROM pc_lifecycle_migration WHERE version = 55;
