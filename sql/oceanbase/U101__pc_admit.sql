-- Undoes V101: drops pc_admit.

DROP FUNCTION IF EXISTS pc_admit_plan;
DROP FUNCTION IF EXISTS pc_admit;
DELETE FROM pc_lifecycle_migration WHERE version = 101;
