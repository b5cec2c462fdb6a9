-- Undoes V116: drops pc_session_value and pc_session_plan.

DROP FUNCTION IF EXISTS pc_session_value;
DROP FUNCTION IF EXISTS pc_session_plan;
DELETE FROM pc_lifecycle_migration WHERE version = 116;
