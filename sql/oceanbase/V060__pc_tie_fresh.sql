-- Do the other Memories that a projection used still stand where they stood? 1 or 0.
--
--   SELECT pc_tie_fresh('s', 'memory');
--
-- pc_validity compares a Memory with its own header by itself, and calls this only for one with foreign ties.
-- DETERMINISTIC for the same reason as pc_live_row.

DROP FUNCTION IF EXISTS pc_tie_fresh;

DELIMITER //
CREATE FUNCTION pc_tie_fresh(p_scope VARBINARY(1024), p_memory VARBINARY(512))
RETURNS INT
DETERMINISTIC READS SQL DATA SQL SECURITY INVOKER
BEGIN
  RETURN (SELECT COUNT(*) FROM pc_memory_fresh f WHERE f.scope_id = p_scope AND f.memory_artifact_id = p_memory);
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (60, 'pc_tie_fresh');
