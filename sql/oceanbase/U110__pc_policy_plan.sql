-- Undoes V110: drops pc_policy_plan and pc_policy_intact.

DROP FUNCTION IF EXISTS pc_policy_plan;
DROP FUNCTION IF EXISTS pc_policy_intact;
DELETE FROM pc_lifecycle_migration WHERE version = 110;
