-- Undoes V130: no row can be projected any more. Those that were stay.

DROP PROCEDURE IF EXISTS pc_project_rows;
DELETE FROM pc_lifecycle_migration WHERE version = 130;
