-- Undoes V011: drops pc_refusal.

DROP FUNCTION IF EXISTS pc_refusal;
DELETE FROM pc_lifecycle_migration WHERE version = 11;
