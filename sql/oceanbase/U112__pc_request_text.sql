-- Undoes V112: drops pc_request_text.

DROP FUNCTION IF EXISTS pc_request_text;
DELETE FROM pc_lifecycle_migration WHERE version = 112;
