-- Is the revision that the caller saw still the head? Then the next one is his; the row stays locked until his write ends.
--
--   CALL pc_advance_head('s', 'memory', 7, v_revision);       -- v_revision = 8
--
-- Check and write are one UPDATE, so that of two writers one finds no row. Refuses another revision than the head
-- (head_moved); a Memory that does not exist has head 0.

DROP PROCEDURE IF EXISTS pc_advance_head;

DELIMITER //
CREATE PROCEDURE pc_advance_head(
  p_scope VARBINARY(1024),
  p_memory VARBINARY(512),
  p_expected BIGINT,
  OUT p_revision BIGINT
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_changed INT DEFAULT 0;
  DECLARE v_head BIGINT;
  UPDATE pc_lifecycle_head h SET h.revision = h.revision + 1, h.log_position = h.log_position + 1
  WHERE h.scope_id = p_scope AND h.memory_artifact_id = p_memory AND h.revision = p_expected;
  SET v_changed = ROW_COUNT();
  IF v_changed = 0 AND p_expected = 0 THEN
    -- Another writer's first revision makes this one wait, then 1062.
    BEGIN
      DECLARE EXIT HANDLER FOR 1062
      BEGIN
      END;
      INSERT INTO pc_lifecycle_head (scope_id, memory_artifact_id, revision, log_position) VALUES (p_scope, p_memory, 1, 1);
      SET v_changed = 1;
    END;
  END IF;
  IF v_changed <> 1 THEN
    SET v_head = (SELECT h.revision FROM pc_lifecycle_head h WHERE h.scope_id = p_scope AND h.memory_artifact_id = p_memory);
    CALL pc_refuse('head_moved', IFNULL(v_head, 0), p_expected);
  END IF;
  SET p_revision = p_expected + 1;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (75, 'pc_advance_head');
