-- Undoes V063.

DROP PROCEDURE IF EXISTS pc_project_ties;
DROP PROCEDURE IF EXISTS pc_project_tie;

DELETE FROM pc_lifecycle_migration WHERE version = 63;
