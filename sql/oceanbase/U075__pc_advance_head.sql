-- Undoes V075: drops pc_advance_head.

DROP PROCEDURE IF EXISTS pc_advance_head;
DELETE FROM pc_lifecycle_migration WHERE version = 75;
