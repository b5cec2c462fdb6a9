-- Undoes V113: drops pc_request_plan.

DROP FUNCTION IF EXISTS pc_request_plan;
DELETE FROM pc_lifecycle_migration WHERE version = 113;
