-- Undoes V115: drops pc_standing.

DROP FUNCTION IF EXISTS pc_standing;
DELETE FROM pc_lifecycle_migration WHERE version = 115;
