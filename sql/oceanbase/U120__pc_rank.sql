-- Undoes V120: drops pc_rank.

DROP PROCEDURE IF EXISTS pc_rank;
DROP VIEW IF EXISTS pc_rank;
DELETE FROM pc_lifecycle_migration WHERE version = 120;
