-- Undoes V116: drops pc_candidate.

DROP VIEW IF EXISTS pc_candidate;
DELETE FROM pc_lifecycle_migration WHERE version = 116;
