-- Undoes V057.

DROP VIEW IF EXISTS pc_derivation;

DELETE FROM pc_lifecycle_migration WHERE version = 57;
