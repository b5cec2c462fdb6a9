-- Undoes V089: drops pc_evidence_names.

DROP PROCEDURE IF EXISTS pc_evidence_names;
DELETE FROM pc_lifecycle_migration WHERE version = 89;
