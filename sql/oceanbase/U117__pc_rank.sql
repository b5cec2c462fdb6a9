-- Undoes V117: drops pc_rank and pc_doubt.

DROP PROCEDURE IF EXISTS pc_rank;
DROP FUNCTION IF EXISTS pc_doubt;
DELETE FROM pc_lifecycle_migration WHERE version = 117;
