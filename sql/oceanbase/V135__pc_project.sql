-- Which Memories does a rebuild or a refresh go through? Everything, a scope's, or one; those that only have a projection left
-- lose it. The one walk of pc_rebuild (p_is_refresh 0) and pc_refresh (1), with their arguments and their answer.
--
--   CALL pc_project('s', NULL, 1);      {"memories":1,"rows":2}
--
-- Refuses what pc_rebuild refuses.

DROP PROCEDURE IF EXISTS pc_project_memory;

DELIMITER //
-- One Memory, and whether it counts: one that authority does not know does not, nor does a fresh one that is refreshed.
CREATE PROCEDURE pc_project_memory(
  p_scope VARBINARY(1024), p_memory VARBINARY(512), p_is_refresh INT, OUT p_rows BIGINT, OUT p_memories BIGINT
)
SQL SECURITY INVOKER
BEGIN
  SET p_memories = pc_head_revision(p_scope, p_memory) IS NOT NULL;
  IF p_is_refresh = 1 AND p_memories = 1 THEN
    CALL pc_refresh_memory(p_scope, p_memory, p_rows, p_memories);
  ELSE
    CALL pc_rebuild_memory(p_scope, p_memory, p_rows);
  END IF;
END
//
DELIMITER ;

DROP PROCEDURE IF EXISTS pc_project;

DELIMITER //
CREATE PROCEDURE pc_project(p_scope MEDIUMBLOB, p_memory MEDIUMBLOB, p_is_refresh INT)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_adapter VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_scope VARBINARY(1024);
  DECLARE v_memory VARBINARY(512);
  DECLARE v_text VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_done INT DEFAULT 0;
  DECLARE v_own INT;
  DECLARE v_one, v_memories, v_rows, v_counted BIGINT DEFAULT 0;
  DECLARE c_memory CURSOR FOR
    SELECT CAST(h.scope_id AS BINARY), CAST(h.memory_artifact_id AS BINARY) FROM pc_authority_head h
    WHERE v_text IS NULL OR h.scope_id = v_text
    UNION
    SELECT n.scope_id, n.memory_artifact_id FROM pc_lifecycle_projection_header n
    WHERE p_scope IS NULL OR n.scope_id = p_scope
    ORDER BY 1, 2;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_done = 1;
  -- Inside the caller's transaction a refusal undoes all Memories and all steps, and nothing of the caller's.
  DECLARE EXIT HANDLER FOR SQLEXCEPTION
  BEGIN
    IF v_own = 0 THEN
      BEGIN
        -- Gone, where the kernel ended the whole transaction.
        DECLARE CONTINUE HANDLER FOR 1305
        BEGIN
        END;
        ROLLBACK TO SAVEPOINT pc_project;
      END;
    END IF;
    RESIGNAL;
  END;
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
  CALL pc_begin(v_own);
  CALL pc_commit(v_own);
  IF v_own = 0 THEN
    SAVEPOINT pc_project;
  END IF;
  IF p_memory IS NOT NULL THEN
    SET v_scope = p_scope, v_memory = p_memory;
    CALL pc_project_memory(v_scope, v_memory, p_is_refresh, v_rows, v_memories);
  ELSE
    SET v_text = CONVERT(p_scope USING utf8mb4), v_done = 0;
    OPEN c_memory;
    FETCH c_memory INTO v_scope, v_memory;
    WHILE v_done = 0 DO
      CALL pc_project_memory(v_scope, v_memory, p_is_refresh, v_one, v_counted);
      SET v_rows = v_rows + v_one, v_memories = v_memories + v_counted;
      FETCH c_memory INTO v_scope, v_memory;
    END WHILE;
    CLOSE c_memory;
  END IF;
  IF v_own = 0 THEN
    RELEASE SAVEPOINT pc_project;
  END IF;
  SELECT CONCAT('{"memories":', v_memories, ',"rows":', v_rows, '}') AS result;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (135, 'pc_project');
