-- How is the lifecycle projection brought up to date, at the cost of what changed? Of everything, of a scope, or of one
-- Memory; one row, one column `result`.
--
--   CALL pc_refresh(NULL, NULL);           {"memories":1,"rows":2}
--   CALL pc_refresh('s', 'memory');
--
-- Rewrites only the rows that may be others now; they and the digest are those that pc_rebuild gives. `memories` counts those
-- that were stale, `rows` what was written; a Memory that was never projected is projected whole. One transaction a Memory
-- where the caller has none; inside the caller's it is part of that. Refuses what pc_rebuild refuses.

DROP PROCEDURE IF EXISTS pc_refresh;

DELIMITER //
CREATE PROCEDURE pc_refresh(p_scope MEDIUMBLOB, p_memory MEDIUMBLOB)
SQL SECURITY INVOKER
BEGIN
  CALL pc_project(p_scope, p_memory, 1);
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (134, 'pc_refresh');
