-- Undoes V010: drops pc_quote.

DROP FUNCTION IF EXISTS pc_quote;
DELETE FROM pc_lifecycle_migration WHERE version = 10;
