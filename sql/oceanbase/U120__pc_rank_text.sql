-- Undoes V120: drops pc_rank_text, pc_make_view and the views pc_rank, pc_ranked and pc_candidate.

DROP VIEW IF EXISTS pc_rank;
DROP VIEW IF EXISTS pc_ranked;
DROP VIEW IF EXISTS pc_candidate;
DROP PROCEDURE IF EXISTS pc_make_view;
DROP FUNCTION IF EXISTS pc_rank_text;
DELETE FROM pc_lifecycle_migration WHERE version = 120;
