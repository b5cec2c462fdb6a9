-- Undoes V096: drops pc_enable_ranking.

DROP PROCEDURE IF EXISTS pc_enable_ranking;
DELETE FROM pc_lifecycle_migration WHERE version = 96;
