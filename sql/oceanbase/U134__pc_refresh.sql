-- Undoes V134: a projection is brought up to date by pc_rebuild alone.

DROP PROCEDURE IF EXISTS pc_refresh;
DELETE FROM pc_lifecycle_migration WHERE version = 134;
