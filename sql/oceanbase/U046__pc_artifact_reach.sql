-- Undoes V046.

DROP FUNCTION IF EXISTS pc_artifact_reach;

DELETE FROM pc_lifecycle_migration WHERE version = 46;
