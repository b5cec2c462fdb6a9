-- May the Memories of a scope be ranked? How many are not ready, and the bytewise first offender as `memory/entry`.
--
--   CALL pc_ranking_ready('s', v_unready, v_first);      0 and NULL: ready
--   SELECT pc_scope_unready('s');                        only whether there is one: 0 or 1
--
-- A Memory is ready when every active entry cites sources with an intact snapshot, behind artifact references too. A fresh
-- Memory answers from its header, of a stale one the entries that may have become unready are asked. Refuses and writes
-- nothing.

DROP FUNCTION IF EXISTS pc_first_unready;

DELIMITER //
-- Versions, citations and snapshots are only ever added, so an entry that was ready when the Memory was projected still is,
-- unless a change named it since, or something that it leans on came into being since: a revision that it cites ahead of
-- time. Only those are asked, and those that were not ready then; all, where they are too many or nothing was projected.
-- PowerContext 1.4 has one entry a Memory.
CREATE FUNCTION pc_first_unready(p_scope VARBINARY(1024), p_memory VARBINARY(512))
RETURNS VARBINARY(512)
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_revision, v_unready, v_foreign, v_asked BIGINT;
  DECLARE v_slot INT;
  DECLARE v_doubtful, v_part LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT '';
  DECLARE v_entry, v_found VARBINARY(512);
  DECLARE v_done INT DEFAULT 0;
  DECLARE c_doubtful CURSOR FOR
    SELECT x.entry_id FROM (
      SELECT c.entry_id FROM pc_asked_change c WHERE c.revision > v_revision
      UNION
      SELECT p.entry_id FROM pc_lifecycle_projection p
      WHERE v_unready > 0 AND p.scope_id = p_scope AND p.memory_artifact_id = p_memory AND p.slot = v_slot
        AND p.readiness = 2
      UNION
      SELECT e.entry_id FROM pc_lifecycle_evidence e
      WHERE v_foreign > 0 AND e.scope_id = p_scope AND e.memory_artifact_id = p_memory AND e.evidence_type = 'artifact'
    ) x ORDER BY x.entry_id LIMIT 201;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_done = 1;
  CALL pc_ask(p_scope, p_memory, NULL, NULL);
  SELECT n.authority_revision, n.unready_entries, n.foreign_ties, n.slot INTO v_revision, v_unready, v_foreign, v_slot
  FROM pc_lifecycle_projection_header n
  WHERE n.scope_id = p_scope AND n.memory_artifact_id = p_memory AND n.rule_version = 'projection.v1'
    AND (SELECT s.value FROM pc_lifecycle_setting s WHERE s.name = 'adapter') <> 'powercontext-1.4';
  SET v_asked = 201;
  IF v_revision IS NOT NULL THEN
    SET v_asked = 0, v_done = 0;
    OPEN c_doubtful;
    FETCH c_doubtful INTO v_entry;
    WHILE v_done = 0 DO
      SET v_doubtful = CONCAT(v_doubtful, ',', HEX(v_entry)), v_asked = v_asked + 1;
      FETCH c_doubtful INTO v_entry;
    END WHILE;
    CLOSE c_doubtful;
  END IF;
  IF v_asked > 200 THEN
    RETURN (SELECT MIN(d.entry_id) FROM pc_derivation d WHERE d.active = 1 AND d.ready = 0);
  END IF;
  WHILE v_doubtful <> '' AND v_found IS NULL DO
    SET v_part = SUBSTRING_INDEX(SUBSTRING(v_doubtful, 2), ',', 1);
    SET v_doubtful = SUBSTRING(v_doubtful, CHAR_LENGTH(v_part) + 2);
    SET v_entry = UNHEX(v_part);
    CALL pc_ask(p_scope, p_memory, v_entry, v_entry);
    SET v_found = (SELECT MIN(d.entry_id) FROM pc_derivation d WHERE d.active = 1 AND d.ready = 0);
  END WHILE;
  RETURN v_found;
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
