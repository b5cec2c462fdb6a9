-- Undoes V090: drops pc_declared_evidence.

DROP PROCEDURE IF EXISTS pc_declared_evidence;
DELETE FROM pc_lifecycle_migration WHERE version = 90;
