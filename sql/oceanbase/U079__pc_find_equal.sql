-- Undoes V079: drops pc_find_equal.

DROP PROCEDURE IF EXISTS pc_find_equal;
DELETE FROM pc_lifecycle_migration WHERE version = 79;
