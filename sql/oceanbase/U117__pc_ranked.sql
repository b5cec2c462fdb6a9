-- Undoes V117: drops pc_ranked.

DROP VIEW IF EXISTS pc_ranked;
DELETE FROM pc_lifecycle_migration WHERE version = 117;
