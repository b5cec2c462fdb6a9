-- May the Memories of a scope be ranked? How many are not ready, and the bytewise first offender as `memory/entry`.
--
--   CALL pc_ranking_ready('s', v_unready, v_first);      0 and NULL: ready
--   SELECT pc_scope_unready('s');                        only whether there is one: 0 or 1
--
-- A Memory is ready when every active entry cites sources with an intact snapshot, behind artifact references too. A fresh
-- Memory answers from its header, a stale one is derived. Refuses and writes nothing.

DROP FUNCTION IF EXISTS pc_first_unready;

DELIMITER //
CREATE FUNCTION pc_first_unready(p_scope VARBINARY(1024), p_memory VARBINARY(512))
RETURNS VARBINARY(512)
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  CALL pc_ask(p_scope, p_memory, NULL, NULL);
  RETURN (SELECT MIN(d.entry_id) FROM pc_derivation d WHERE d.active = 1 AND d.ready = 0);
END
//
DELIMITER ;

DROP FUNCTION IF EXISTS pc_scope_unready;

DELIMITER //
CREATE FUNCTION pc_scope_unready(p_scope VARBINARY(1024))
RETURNS INT
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_scope USING utf8mb4);
  DECLARE v_memory VARBINARY(512);
  DECLARE v_found INT DEFAULT 0;
  DECLARE v_done INT DEFAULT 0;
  DECLARE c_stale CURSOR FOR
    SELECT CAST(h.memory_artifact_id AS BINARY) FROM pc_authority_head h
    WHERE h.scope_id = v_scope AND CAST(h.scope_id AS BINARY) = p_scope AND NOT EXISTS (
      SELECT 1 FROM pc_memory_fresh f WHERE f.scope_id = p_scope AND f.memory_artifact_id = h.memory_artifact_id)
    ORDER BY h.memory_artifact_id;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_done = 1;
  -- Every ranked search asks this: where as many Memories are fresh, ready and leaning on no other as there are, one look.
  IF (SELECT COUNT(*) FROM pc_authority_head h WHERE h.scope_id = v_scope AND CAST(h.scope_id AS BINARY) = p_scope) = (
      SELECT COUNT(*) FROM pc_authority_fresh f WHERE f.scope_id = p_scope AND f.foreign_ties = 0 AND f.unready_entries = 0) THEN
    RETURN 0;
  END IF;
  IF EXISTS (SELECT 1 FROM pc_memory_fresh f WHERE f.scope_id = p_scope AND f.unready_entries > 0) THEN
    RETURN 1;
  END IF;
  SET v_done = 0;
  OPEN c_stale;
  FETCH c_stale INTO v_memory;
  WHILE v_done = 0 AND v_found = 0 DO
    SET v_found = pc_first_unready(p_scope, v_memory) IS NOT NULL;
    FETCH c_stale INTO v_memory;
  END WHILE;
  CLOSE c_stale;
  RETURN v_found;
END
//
DELIMITER ;

DROP PROCEDURE IF EXISTS pc_ranking_ready;

DELIMITER //
CREATE PROCEDURE pc_ranking_ready(p_scope VARBINARY(1024), OUT p_unready BIGINT, OUT p_first VARBINARY(1025))
SQL SECURITY INVOKER
BEGIN
  DECLARE v_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_scope USING utf8mb4);
  DECLARE v_memory, v_entry VARBINARY(512);
  DECLARE v_counted BIGINT;
  DECLARE v_done INT DEFAULT 0;
  DECLARE c_memory CURSOR FOR
    SELECT CAST(h.memory_artifact_id AS BINARY) AS memory_artifact_id, f.unready_entries FROM pc_authority_head h
    LEFT JOIN pc_memory_fresh f ON f.scope_id = p_scope AND f.memory_artifact_id = h.memory_artifact_id
    WHERE h.scope_id = v_scope AND CAST(h.scope_id AS BINARY) = p_scope
    ORDER BY 1;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_done = 1;
  SET @pc_as_of_scope = NULL, @pc_as_of_memory = NULL, @pc_as_of_revision = NULL;
  SET p_unready = 0, p_first = NULL, v_done = 0;
  OPEN c_memory;
  FETCH c_memory INTO v_memory, v_counted;
  WHILE v_done = 0 DO
    IF v_counted IS NULL OR (v_counted > 0 AND p_first IS NULL) THEN
      SET v_entry = pc_first_unready(p_scope, v_memory);
    ELSEIF v_counted > 0 THEN
      SET v_entry = '';
    ELSE
      SET v_entry = NULL;
    END IF;
    IF v_entry IS NOT NULL THEN
      SET p_unready = p_unready + 1;
      IF p_first IS NULL THEN
        SET p_first = CONCAT(v_memory, '/', v_entry);
      END IF;
    END IF;
    FETCH c_memory INTO v_memory, v_counted;
  END WHILE;
  CLOSE c_memory;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (68, 'pc_ranking_ready');
