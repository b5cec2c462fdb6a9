-- Who must notice a lifecycle record? Every Memory it ties: its position in the lifecycle log moves by one, so that a projection
-- made before reads stale, and the log names the entries it is about, so that a refresh finds them. No head moves.
--
--   CALL pc_touch_head('s', 'memory', 'ent_1', 'other', 'ent_7');     -- both; p_other may be the same Memory or NULL
--
-- The head rows stay locked until the write ends, always in byte order, so that two writers never wait for each other. Where
-- p_entry is NULL the caller names the entries itself. Refuses nothing.

DROP PROCEDURE IF EXISTS pc_touch_head;

DELIMITER //
CREATE PROCEDURE pc_touch_head(
  p_scope VARBINARY(1024), p_memory VARBINARY(512), p_entry VARBINARY(512), p_other VARBINARY(512),
  p_other_entry VARBINARY(512)
)
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
  INSERT INTO pc_lifecycle_log (scope_id, memory_artifact_id, position, entry_id)
  SELECT h.scope_id, h.memory_artifact_id, h.log_position, t.entry_id
  FROM (SELECT p_memory AS memory_artifact_id, p_entry AS entry_id UNION SELECT v_other, p_other_entry) t
  INNER JOIN pc_lifecycle_head h ON h.scope_id = p_scope AND h.memory_artifact_id = t.memory_artifact_id
  WHERE t.entry_id IS NOT NULL;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (76, 'pc_touch_head');
