-- How is one Memory's projection brought up to date, at the cost of what changed?
--
--   CALL pc_refresh_memory('s', 'memory', v_rows, v_was_stale);
--
-- What changed in a Memory, or in one that it leans on, since it was projected is named by the manifest changes after that
-- revision and by the lifecycle log after that position. Rewritten are the entries so named, those in any relation with
-- one, and where the Memory leans on others those that cite artifacts; the rest of its rows cannot have changed. One
-- transaction; more than 2000 entries to rewrite are left to pc_rebuild_memory, as is a Memory that was never projected.
-- Positions are read before what changed since, so that what is written meanwhile makes the result stale, never wrong.

DROP PROCEDURE IF EXISTS pc_refresh_memory;

DELIMITER //
CREATE PROCEDURE pc_refresh_memory(
  p_scope VARBINARY(1024), p_memory VARBINARY(512), OUT p_rows BIGINT, OUT p_was_stale INT
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_own, v_slot, v_done INT DEFAULT 0;
  DECLARE v_count BIGINT DEFAULT 0;
  DECLARE v_adapter VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_now, v_changed, v_entries, v_leaves LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT '';
  DECLARE v_entry, v_tied VARBINARY(512);
  -- The scope where the Memory leans on others, else NULL, of which no row is read.
  DECLARE v_leaning VARBINARY(1024);
  DECLARE v_part LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_revision, v_active, v_unready, v_some, v_some_active, v_some_unready BIGINT;
  DECLARE v_digest CHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  -- Where each tied Memory stood, then stands: [memory, revision, generation, log, now revision, now generation, now log].
  DECLARE c_tie CURSOR FOR
    SELECT CONCAT('[', pc_json_string(t.tied_memory_artifact_id), ',', t.authority_revision, ',', t.authority_generation, ',',
      t.log_position, ',', COALESCE(h.revision, 0), ',', COALESCE(h.generation, 0), ',', COALESCE(h.log_position, 0), ']'),
      CASE WHEN COALESCE(h.revision, 0) <> t.authority_revision THEN t.tied_memory_artifact_id END
    FROM pc_lifecycle_projection_tie t
    LEFT JOIN pc_authority_head h ON h.scope_id = CONVERT(t.scope_id USING utf8mb4) COLLATE utf8mb4_bin
      AND h.memory_artifact_id = CONVERT(t.tied_memory_artifact_id USING utf8mb4) COLLATE utf8mb4_bin
      AND CAST(h.memory_artifact_id AS BINARY) = t.tied_memory_artifact_id AND CAST(h.scope_id AS BINARY) = t.scope_id
    WHERE t.scope_id = p_scope AND t.memory_artifact_id = p_memory AND t.slot = v_slot
    ORDER BY t.tied_memory_artifact_id;
  DECLARE c_changed CURSOR FOR
    SELECT CONCAT('[', pc_json_string(x.memory), ',', pc_json_string(x.entry_id), ']') FROM (
      -- The hints: only what came after is read, not the whole Memory into a hash.
      SELECT /*+ LEADING(m c) USE_NL(c) */ m.memory, c.entry_id FROM JSON_TABLE(v_now, '$[*]' COLUMNS (
        memory VARBINARY(512) PATH '$[0]', revision BIGINT PATH '$[1]')) m
      INNER JOIN pc_lifecycle_change c ON c.scope_id = p_scope AND c.memory_artifact_id = m.memory
        AND c.revision > m.revision
      UNION
      SELECT /*+ LEADING(m l) USE_NL(l) */ m.memory, l.entry_id FROM JSON_TABLE(v_now, '$[*]' COLUMNS (
        memory VARBINARY(512) PATH '$[0]', log_position BIGINT PATH '$[3]')) m
      INNER JOIN pc_lifecycle_log l ON l.scope_id = p_scope AND l.memory_artifact_id = m.memory
        AND l.position > m.log_position
      UNION
      -- PowerContext 1.4: the one entry of a Memory, whose state may change without a revision.
      SELECT m.memory, m.memory FROM JSON_TABLE(v_now, '$[*]' COLUMNS (
        memory VARBINARY(512) PATH '$[0]', generation BIGINT PATH '$[2]', revision BIGINT PATH '$[1]',
        now_revision BIGINT PATH '$[4]', now_generation BIGINT PATH '$[5]')) m
      WHERE v_adapter = 'powercontext-1.4' AND (m.generation <> m.now_generation OR m.revision <> m.now_revision)
    ) x LIMIT 2001;
  DECLARE c_affected CURSOR FOR
    SELECT x.entry_id FROM (
      SELECT c.entry_id FROM JSON_TABLE(v_changed, '$[*]' COLUMNS (
        memory VARBINARY(512) PATH '$[0]', entry_id VARBINARY(512) PATH '$[1]')) c WHERE c.memory = p_memory
      UNION
      SELECT r.object_entry_id FROM JSON_TABLE(v_changed, '$[*]' COLUMNS (
        memory VARBINARY(512) PATH '$[0]', entry_id VARBINARY(512) PATH '$[1]')) c
      INNER JOIN pc_lifecycle_relation r ON r.scope_id = p_scope AND r.subject_memory_artifact_id = c.memory
        AND r.subject_entry_id = c.entry_id AND r.object_memory_artifact_id = p_memory
      UNION
      SELECT r.subject_entry_id FROM JSON_TABLE(v_changed, '$[*]' COLUMNS (
        memory VARBINARY(512) PATH '$[0]', entry_id VARBINARY(512) PATH '$[1]')) c
      INNER JOIN pc_lifecycle_relation r ON r.scope_id = p_scope AND r.object_memory_artifact_id = c.memory
        AND r.object_entry_id = c.entry_id AND r.subject_memory_artifact_id = p_memory
      UNION
      SELECT e.entry_id FROM pc_lifecycle_evidence e
      WHERE e.scope_id = v_leaning AND e.memory_artifact_id = p_memory
        AND e.evidence_type = 'artifact'
      UNION
      -- PowerContext 1.4: a merged memory leans on the end of its chain without citing it.
      SELECT p_memory FROM DUAL WHERE v_leaning IS NOT NULL AND v_adapter = 'powercontext-1.4'
    ) x ORDER BY x.entry_id LIMIT 2001;
  DECLARE c_leaf CURSOR FOR
    SELECT p.leaf FROM pc_lifecycle_projection p
    WHERE p.scope_id = p_scope AND p.memory_artifact_id = p_memory AND p.entry_id = v_entry AND p.slot = v_slot
    ORDER BY p.leaf;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_done = 1;
  DECLARE EXIT HANDLER FOR 1062, 1205, 1213, SQLSTATE '25000'
  BEGIN
    CALL pc_rollback(v_own);
    CALL pc_refuse('write_raced', NULL, NULL);
  END;
  DECLARE EXIT HANDLER FOR SQLEXCEPTION
  BEGIN
    CALL pc_rollback(v_own);
    RESIGNAL;
  END;
  SET p_rows = 0, v_own = NULL;
  SET p_was_stale = NOT EXISTS (
    SELECT 1 FROM pc_memory_fresh f WHERE f.scope_id = p_scope AND f.memory_artifact_id = p_memory);
  IF p_was_stale = 1 THEN
    CALL pc_require_store(v_adapter);
    CALL pc_begin(v_own);
    -- Two refreshes of a Memory run one after the other.
    SELECT n.slot, n.active_entries, n.unready_entries INTO v_slot, v_active, v_unready
    FROM pc_lifecycle_projection_header n
    WHERE n.scope_id = p_scope AND n.memory_artifact_id = p_memory AND n.rule_version = 'projection.v1'
      AND n.digest IS NOT NULL
    FOR UPDATE;
    IF v_active IS NULL THEN
      SET v_count = 2001;
    ELSE
      CALL pc_mirror(p_scope, p_memory);
      SET v_done = 0, v_part = '';
      OPEN c_tie;
      FETCH c_tie INTO v_part, v_tied;
      WHILE v_done = 0 DO
        SET v_now = CONCAT(v_now, IF(v_now = '', '', ','), v_part);
        IF v_tied IS NOT NULL AND v_tied <> p_memory THEN
          CALL pc_mirror(p_scope, v_tied);
          SET v_done = 0;
        END IF;
        FETCH c_tie INTO v_part, v_tied;
      END WHILE;
      CLOSE c_tie;
      SET v_now = CONCAT('[', v_now, ']'), v_done = 0;
      OPEN c_changed;
      FETCH c_changed INTO v_part;
      WHILE v_done = 0 DO
        SET v_changed = CONCAT(v_changed, IF(v_changed = '', '', ','), v_part), v_count = v_count + 1;
        FETCH c_changed INTO v_part;
      END WHILE;
      CLOSE c_changed;
      SET v_changed = CONCAT('[', v_changed, ']');
      IF v_count <= 2000 THEN
        SET v_count = 0, v_done = 0, v_leaning = IF(JSON_LENGTH(v_now) > 1, p_scope, NULL);
        OPEN c_affected;
        FETCH c_affected INTO v_entry;
        WHILE v_done = 0 DO
          SET v_entries = CONCAT(v_entries, ',', HEX(v_entry)), v_count = v_count + 1;
          FETCH c_affected INTO v_entry;
        END WHILE;
        CLOSE c_affected;
      END IF;
    END IF;
    IF v_count > 2000 THEN
      CALL pc_rollback(v_own);
      SET v_own = NULL;
      CALL pc_rebuild_memory(p_scope, p_memory, p_rows);
    ELSE
      SET v_revision = (SELECT MAX(m.revision) FROM JSON_TABLE(v_now, '$[*]' COLUMNS (
        memory VARBINARY(512) PATH '$[0]', revision BIGINT PATH '$[4]')) m WHERE m.memory = p_memory);
      WHILE v_entries <> '' DO
        SET v_part = SUBSTRING_INDEX(SUBSTRING(v_entries, 2), ',', 1);
        SET v_entries = SUBSTRING(v_entries, CHAR_LENGTH(v_part) + 2);
        SET v_entry = UNHEX(v_part);
        SELECT COALESCE(SUM(CASE WHEN p.readiness > 0 THEN 1 ELSE 0 END), 0),
          COALESCE(SUM(CASE WHEN p.readiness = 2 THEN 1 ELSE 0 END), 0)
        INTO v_some_active, v_some_unready FROM pc_lifecycle_projection p
        WHERE p.scope_id = p_scope AND p.memory_artifact_id = p_memory AND p.entry_id = v_entry AND p.slot = v_slot;
        SET v_active = v_active - v_some_active, v_unready = v_unready - v_some_unready;
        DELETE FROM pc_lifecycle_projection
        WHERE scope_id = p_scope AND memory_artifact_id = p_memory AND entry_id = v_entry AND slot = v_slot;
        CALL pc_ask(p_scope, p_memory, v_entry, v_entry);
        SET @pc_asked_revision = v_revision;
        CALL pc_project_ties(p_scope, p_memory, v_slot);
        CALL pc_project_rows(p_scope, p_memory, v_slot, v_some, v_some_active, v_some_unready);
        SET p_rows = p_rows + v_some, v_active = v_active + v_some_active, v_unready = v_unready + v_some_unready;
        -- A version keeps its leaf, and none goes.
        SET v_done = 0;
        OPEN c_leaf;
        FETCH c_leaf INTO v_part;
        WHILE v_done = 0 DO
          SET v_leaves = CONCAT(v_leaves, IF(v_leaves = '', '', ','), v_part);
          FETCH c_leaf INTO v_part;
        END WHILE;
        CLOSE c_leaf;
      END WHILE;
      CALL pc_digest_nodes(p_scope, p_memory, v_slot, CONCAT('[', v_leaves, ']'), v_digest);
      DELETE FROM pc_lifecycle_projection_tie
      WHERE scope_id = p_scope AND memory_artifact_id = p_memory AND slot = v_slot AND tied_memory_artifact_id IN (
        SELECT m.memory FROM JSON_TABLE(v_now, '$[*]' COLUMNS (memory VARBINARY(512) PATH '$[0]')) m);
      INSERT INTO pc_lifecycle_projection_tie (scope_id, memory_artifact_id, tied_memory_artifact_id, authority_revision,
        authority_generation, log_position, slot)
      SELECT p_scope, p_memory, m.memory, m.revision, m.generation, m.log_position, v_slot
      FROM JSON_TABLE(v_now, '$[*]' COLUMNS (memory VARBINARY(512) PATH '$[0]', revision BIGINT PATH '$[4]',
        generation BIGINT PATH '$[5]', log_position BIGINT PATH '$[6]')) m;
      UPDATE pc_lifecycle_projection_header n
      INNER JOIN pc_lifecycle_projection_tie t ON t.scope_id = n.scope_id AND t.memory_artifact_id = n.memory_artifact_id
        AND t.slot = n.slot AND t.tied_memory_artifact_id = n.memory_artifact_id
      SET n.authority_revision = t.authority_revision, n.authority_generation = t.authority_generation,
        n.log_position = t.log_position, n.active_entries = v_active, n.unready_entries = v_unready, n.digest = v_digest,
        n.foreign_ties = (SELECT COUNT(*) - 1 FROM pc_lifecycle_projection_tie f
          WHERE f.scope_id = p_scope AND f.memory_artifact_id = p_memory AND f.slot = v_slot)
      WHERE n.scope_id = p_scope AND n.memory_artifact_id = p_memory;
      CALL pc_commit(v_own);
    END IF;
  END IF;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (133, 'pc_refresh_memory');
