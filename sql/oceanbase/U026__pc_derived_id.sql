-- Undoes V026: drops pc_derived_id.

DROP FUNCTION IF EXISTS pc_derived_id;
DELETE FROM pc_lifecycle_migration WHERE version = 26;
