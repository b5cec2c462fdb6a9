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
  DECLARE v_adapter VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_scope VARBINARY(1024);
  DECLARE v_memory VARBINARY(512);
  DECLARE v_text VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_done INT DEFAULT 0;
  DECLARE v_one, v_memories, v_rows BIGINT DEFAULT 0;
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
    CALL pc_rebuild_memory(v_scope, v_memory, v_rows);
    SET v_memories = pc_head_revision(v_scope, v_memory) IS NOT NULL;
  ELSE
    SET v_text = CONVERT(p_scope USING utf8mb4), v_done = 0;
    OPEN c_memory;
    FETCH c_memory INTO v_scope, v_memory;
    WHILE v_done = 0 DO
      CALL pc_rebuild_memory(v_scope, v_memory, v_one);
      SET v_rows = v_rows + v_one;
      SET v_memories = v_memories + (pc_head_revision(v_scope, v_memory) IS NOT NULL);
      FETCH c_memory INTO v_scope, v_memory;
    END WHILE;
    CLOSE c_memory;
  END IF;
  SELECT CONCAT('{"memories":', v_memories, ',"rows":', v_rows, '}') AS result;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (65, 'pc_rebuild');
