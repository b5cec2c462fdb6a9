-- Undoes V092: drops pc_check_terms.

DROP PROCEDURE IF EXISTS pc_check_terms;
DELETE FROM pc_lifecycle_migration WHERE version = 92;
