-- Undoes V103: drops pc_unknown_key.

DROP FUNCTION IF EXISTS pc_unknown_key;
DELETE FROM pc_lifecycle_migration WHERE version = 103;
