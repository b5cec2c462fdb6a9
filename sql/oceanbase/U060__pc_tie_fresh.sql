-- Undoes V060.

DROP FUNCTION IF EXISTS pc_tie_fresh;

DELETE FROM pc_lifecycle_migration WHERE version = 60;
