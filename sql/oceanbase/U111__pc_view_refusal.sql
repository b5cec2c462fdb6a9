-- Undoes V111: drops pc_view_refusal.

DROP FUNCTION IF EXISTS pc_view_refusal;
DELETE FROM pc_lifecycle_migration WHERE version = 111;
