-- Who must notice a lifecycle record? Every Memory it ties: its position in the lifecycle log moves by one, so that a projection
-- made before reads stale. No head moves.
--
--   CALL pc_touch_head('s', 'memory', 'other');       -- both; p_other may be the same or NULL
--
-- The rows stay locked until the write ends, always in byte order, so that two writers never wait for each other.
-- Refuses nothing.

DROP PROCEDURE IF EXISTS pc_touch_head;

DELIMITER //
CREATE PROCEDURE pc_touch_head(p_scope VARBINARY(1024), p_memory VARBINARY(512), p_other VARBINARY(512))
SQL SECURITY INVOKER
BEGIN
  DECLARE v_other VARBINARY(512) DEFAULT IFNULL(p_other, p_memory);
  INSERT INTO pc_lifecycle_head (scope_id, memory_artifact_id, revision, log_position)
  VALUES (p_scope, LEAST(p_memory, v_other), 0, 1)
  ON DUPLICATE KEY UPDATE log_position = log_position + 1;
  IF v_other <> p_memory THEN
    INSERT INTO pc_lifecycle_head (scope_id, memory_artifact_id, revision, log_position)
    VALUES (p_scope, GREATEST(p_memory, v_other), 0, 1)
    ON DUPLICATE KEY UPDATE log_position = log_position + 1;
  END IF;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (76, 'pc_touch_head');
