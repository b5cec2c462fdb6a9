-- Undoes V121: drops pc_trace.

DROP PROCEDURE IF EXISTS pc_trace;
DELETE FROM pc_lifecycle_migration WHERE version = 121;
