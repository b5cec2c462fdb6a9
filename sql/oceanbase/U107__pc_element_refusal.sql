-- Undoes V107: drops pc_element_refusal.

DROP FUNCTION IF EXISTS pc_element_refusal;
DELETE FROM pc_lifecycle_migration WHERE version = 107;
