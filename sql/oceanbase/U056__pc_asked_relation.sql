-- Undoes V056.

DROP VIEW IF EXISTS pc_asked_relation;

DELETE FROM pc_lifecycle_migration WHERE version = 56;
