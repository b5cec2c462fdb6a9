-- Undoes V135: nothing is projected any more. What was stays.

DROP PROCEDURE IF EXISTS pc_project;
DROP PROCEDURE IF EXISTS pc_project_memory;
DELETE FROM pc_lifecycle_migration WHERE version = 135;
