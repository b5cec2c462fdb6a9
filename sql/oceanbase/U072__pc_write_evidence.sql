-- Undoes V072: drops pc_write_evidence.

DROP PROCEDURE IF EXISTS pc_write_evidence;
DELETE FROM pc_lifecycle_migration WHERE version = 72;
