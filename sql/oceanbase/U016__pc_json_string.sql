-- Undoes V016: drops pc_json_string.

DROP FUNCTION IF EXISTS pc_json_string;
DELETE FROM pc_lifecycle_migration WHERE version = 16;
