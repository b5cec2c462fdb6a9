-- Undoes V068.

DROP PROCEDURE IF EXISTS pc_ranking_ready;
DROP FUNCTION IF EXISTS pc_scope_unready;
DROP FUNCTION IF EXISTS pc_first_unready;

DELETE FROM pc_lifecycle_migration WHERE version = 68;
