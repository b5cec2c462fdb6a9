-- Undoes V045.

DROP FUNCTION IF EXISTS pc_version_evidence;

DELETE FROM pc_lifecycle_migration WHERE version = 45;
