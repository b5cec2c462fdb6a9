-- Undoes V100: drops pc_is_decimal.

DROP FUNCTION IF EXISTS pc_is_decimal;
DELETE FROM pc_lifecycle_migration WHERE version = 100;
