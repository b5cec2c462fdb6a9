-- Undoes V105: drops pc_number_document.

DROP FUNCTION IF EXISTS pc_number_document;
DELETE FROM pc_lifecycle_migration WHERE version = 105;
