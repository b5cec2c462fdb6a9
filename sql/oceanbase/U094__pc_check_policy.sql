-- Undoes V094: drops pc_check_policy.

DROP PROCEDURE IF EXISTS pc_check_policy;
DELETE FROM pc_lifecycle_migration WHERE version = 94;
