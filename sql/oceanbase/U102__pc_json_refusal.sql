-- Undoes V102: drops pc_json_refusal.

DROP FUNCTION IF EXISTS pc_json_refusal;
DELETE FROM pc_lifecycle_migration WHERE version = 102;
