-- Undoes V027: drops pc_check_reason.

DROP PROCEDURE IF EXISTS pc_check_reason;
DELETE FROM pc_lifecycle_migration WHERE version = 27;
