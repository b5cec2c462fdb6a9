-- Undoes V097: drops pc_disable_ranking.

DROP PROCEDURE IF EXISTS pc_disable_ranking;
DELETE FROM pc_lifecycle_migration WHERE version = 97;
