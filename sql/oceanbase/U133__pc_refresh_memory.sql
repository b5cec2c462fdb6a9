-- Undoes V133: no projection is brought up to date in part any more.

DROP PROCEDURE IF EXISTS pc_refresh_memory;
DELETE FROM pc_lifecycle_migration WHERE version = 133;
