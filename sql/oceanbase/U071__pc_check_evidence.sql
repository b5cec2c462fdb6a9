-- Undoes V071: drops pc_check_evidence.

DROP PROCEDURE IF EXISTS pc_check_evidence;
DELETE FROM pc_lifecycle_migration WHERE version = 71;
