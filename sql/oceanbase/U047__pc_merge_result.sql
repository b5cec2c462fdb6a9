-- Undoes V047.

DROP FUNCTION IF EXISTS pc_merge_result;

DELETE FROM pc_lifecycle_migration WHERE version = 47;
