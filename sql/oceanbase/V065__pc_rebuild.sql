-- How is the lifecycle projection derived anew? Of everything, of a scope, or of one Memory; one row, one column
-- `result`.
--
--   CALL pc_rebuild(NULL, NULL);           {"memories":3,"rows":71}
--   CALL pc_rebuild('s', 'memory');
--
-- Derives every row anew from authority and the lifecycle records, and copies first what a PowerContext keeps as JSON.
-- Where the caller has no transaction it goes in steps that commit (pc_rebuild_memory); inside the caller's it is part of
-- that. Twice is as once. A Memory that authority does not know gives no rows, and loses those it had. Refuses a Memory
-- without its scope (argument_null).

DROP PROCEDURE IF EXISTS pc_rebuild;

DELIMITER //
CREATE PROCEDURE pc_rebuild(p_scope MEDIUMBLOB, p_memory MEDIUMBLOB)
SQL SECURITY INVOKER
BEGIN
  CALL pc_project(p_scope, p_memory, 0);
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (65, 'pc_rebuild');
