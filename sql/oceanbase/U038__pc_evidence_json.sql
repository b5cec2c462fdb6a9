-- Undoes V038.

DROP FUNCTION IF EXISTS pc_evidence_json;

DELETE FROM pc_lifecycle_migration WHERE version = 38;
