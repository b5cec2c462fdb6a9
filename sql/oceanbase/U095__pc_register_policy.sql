-- Undoes V095: drops pc_register_policy.

DROP PROCEDURE IF EXISTS pc_register_policy;
DELETE FROM pc_lifecycle_migration WHERE version = 95;
