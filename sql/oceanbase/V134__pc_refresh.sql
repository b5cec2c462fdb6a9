-- How is the lifecycle projection brought up to date, at the cost of what changed? Of everything, of a scope, or of one
-- Memory; one row, one column `result`.
--
--   CALL pc_refresh(NULL, NULL);           {"memories":1,"rows":2}
--   CALL pc_refresh('s', 'memory');
--
-- Rewrites only the rows that may be others now; they and the digest are those that pc_rebuild gives. `memories` counts those
-- that were stale, `rows` what was written; a Memory that was never projected is projected whole. One transaction a Memory
-- where the caller has none; inside the caller's it is part of that. Refuses what pc_rebuild refuses.

DROP PROCEDURE IF EXISTS pc_refresh_or_forget;

DELIMITER //
-- A Memory that authority does not know any more loses its projection, and counts as none.
CREATE PROCEDURE pc_refresh_or_forget(
  p_scope VARBINARY(1024), p_memory VARBINARY(512), OUT p_rows BIGINT, OUT p_memories BIGINT
)
SQL SECURITY INVOKER
BEGIN
  IF pc_head_revision(p_scope, p_memory) IS NULL THEN
    CALL pc_rebuild_memory(p_scope, p_memory, p_rows);
    SET p_memories = 0;
  ELSE
    CALL pc_refresh_memory(p_scope, p_memory, p_rows, p_memories);
  END IF;
END
//
DELIMITER ;

DROP PROCEDURE IF EXISTS pc_refresh;

DELIMITER //
CREATE PROCEDURE pc_refresh(p_scope MEDIUMBLOB, p_memory MEDIUMBLOB)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_adapter VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_scope VARBINARY(1024);
  DECLARE v_memory VARBINARY(512);
  DECLARE v_text VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_done INT DEFAULT 0;
  DECLARE v_one, v_memories, v_rows, v_stale BIGINT DEFAULT 0;
  DECLARE c_memory CURSOR FOR
    SELECT CAST(h.scope_id AS BINARY), CAST(h.memory_artifact_id AS BINARY) FROM pc_authority_head h
    WHERE v_text IS NULL OR h.scope_id = v_text
    UNION
    SELECT n.scope_id, n.memory_artifact_id FROM pc_lifecycle_projection_header n
    WHERE p_scope IS NULL OR n.scope_id = p_scope
    ORDER BY 1, 2;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_done = 1;
  CALL pc_require_store(v_adapter);
  IF p_scope IS NULL AND p_memory IS NOT NULL THEN
    CALL pc_refuse('argument_null', 'scope', NULL);
  END IF;
  IF p_scope IS NOT NULL THEN
    CALL pc_check_text('scope', p_scope, 'scope_id_chars');
  END IF;
  IF p_memory IS NOT NULL THEN
    CALL pc_check_text('memory', p_memory, 'artifact_id_chars');
  END IF;
  SET @pc_as_of_scope = NULL, @pc_as_of_memory = NULL, @pc_as_of_revision = NULL;
  IF p_memory IS NOT NULL THEN
    SET v_scope = p_scope, v_memory = p_memory;
    CALL pc_refresh_or_forget(v_scope, v_memory, v_rows, v_memories);
  ELSE
    SET v_text = CONVERT(p_scope USING utf8mb4), v_done = 0;
    OPEN c_memory;
    FETCH c_memory INTO v_scope, v_memory;
    WHILE v_done = 0 DO
      CALL pc_refresh_or_forget(v_scope, v_memory, v_one, v_stale);
      SET v_rows = v_rows + v_one, v_memories = v_memories + v_stale;
      FETCH c_memory INTO v_scope, v_memory;
    END WHILE;
    CLOSE c_memory;
  END IF;
  SELECT CONCAT('{"memories":', v_memories, ',"rows":', v_rows, '}') AS result;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (134, 'pc_refresh');
