-- Undoes V088: drops pc_standing_successor.

DROP PROCEDURE IF EXISTS pc_standing_successor;
DELETE FROM pc_lifecycle_migration WHERE version = 88;
