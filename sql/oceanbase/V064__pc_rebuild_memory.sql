-- How is one Memory projected anew? Into the slot that is not live, 2000 versions at a time; then one short transaction makes
-- that slot the live one. A reader sees the old projection or the new one.
--
--   CALL pc_rebuild_memory('s', 'memory', v_rows);
--
-- Outside a transaction each step commits, so that none is long and a rebuild that was stopped is taken up where it stood, as
-- long as the Memory and what it leans on stand where they stood; else it starts over. Inside the caller's transaction it is
-- part of that. Rows are derived up to the revision of the Memory when it began: what is written meanwhile makes the
-- result stale, never wrong. Called by pc_rebuild and pc_refresh. Two at once for the same Memory: one is refused
-- (write_raced). Where rows were not written for every version that authority has up to that revision, the rebuild is
-- refused (internal) and the old projection stays.

DROP PROCEDURE IF EXISTS pc_clear_slot;

DELIMITER //
-- Takes away the rows, nodes and ties of one slot (NULL: of all), 5000 at a time.
CREATE PROCEDURE pc_clear_slot(p_scope VARBINARY(1024), p_memory VARBINARY(512), p_slot INT)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_deleted BIGINT DEFAULT 5000;
  DELETE FROM pc_lifecycle_projection_tie
  WHERE scope_id = p_scope AND memory_artifact_id = p_memory AND (p_slot IS NULL OR slot = p_slot);
  WHILE v_deleted = 5000 DO
    DELETE FROM pc_lifecycle_projection
    WHERE scope_id = p_scope AND memory_artifact_id = p_memory AND (p_slot IS NULL OR slot = p_slot) LIMIT 5000;
    SET v_deleted = ROW_COUNT();
  END WHILE;
  SET v_deleted = 5000;
  WHILE v_deleted = 5000 DO
    DELETE FROM pc_lifecycle_digest_node
    WHERE scope_id = p_scope AND memory_artifact_id = p_memory AND (p_slot IS NULL OR slot = p_slot) LIMIT 5000;
    SET v_deleted = ROW_COUNT();
  END WHILE;
END
//
DELIMITER ;

DROP PROCEDURE IF EXISTS pc_rebuild_memory;

DELIMITER //
CREATE PROCEDURE pc_rebuild_memory(p_scope VARBINARY(1024), p_memory VARBINARY(512), OUT p_rows BIGINT)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_scope USING utf8mb4);
  DECLARE v_memory VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_memory USING utf8mb4);
  DECLARE v_own, v_slot, v_live INT;
  DECLARE v_first, v_next, v_last VARBINARY(512);
  DECLARE v_revision, v_taken, v_versions BIGINT;
  DECLARE v_some, v_some_active, v_some_unready BIGINT;
  DECLARE v_digest CHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
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
  SET p_rows = 0;
  CALL pc_begin(v_own);
  IF pc_head_revision(p_scope, p_memory) IS NULL THEN
    DELETE FROM pc_lifecycle_projection_header WHERE scope_id = p_scope AND memory_artifact_id = p_memory;
    DELETE FROM pc_lifecycle_projection_build WHERE scope_id = p_scope AND memory_artifact_id = p_memory;
    CALL pc_clear_slot(p_scope, p_memory, NULL);
  ELSE
    CALL pc_mirror(p_scope, p_memory);
    SET v_live = (SELECT n.slot FROM pc_lifecycle_projection_header n
      WHERE n.scope_id = p_scope AND n.memory_artifact_id = p_memory);
    SET v_slot = 1 - COALESCE(v_live, 1);
    -- May what an earlier call left be taken up? Only from where everything still stands. The row is held until the step ends.
    SELECT MAX(b.authority_revision), MAX(b.next_entry), MAX(b.row_count) INTO v_revision, v_first, p_rows
    FROM pc_lifecycle_projection_build b
    WHERE b.scope_id = p_scope AND b.memory_artifact_id = p_memory AND b.slot = v_slot AND NOT EXISTS (
      SELECT 1 FROM pc_lifecycle_projection_tie t
      LEFT JOIN pc_authority_head h ON h.scope_id = CONVERT(t.scope_id USING utf8mb4) COLLATE utf8mb4_bin
        AND h.memory_artifact_id = CONVERT(t.tied_memory_artifact_id USING utf8mb4) COLLATE utf8mb4_bin
        AND CAST(h.memory_artifact_id AS BINARY) = t.tied_memory_artifact_id AND CAST(h.scope_id AS BINARY) = t.scope_id
      WHERE t.scope_id = p_scope AND t.memory_artifact_id = p_memory AND t.slot = v_slot
        AND (COALESCE(h.revision, 0) <> t.authority_revision OR COALESCE(h.generation, 0) <> t.authority_generation
          OR COALESCE(h.log_position, 0) <> t.log_position));
    IF v_revision IS NULL THEN
      DELETE FROM pc_lifecycle_projection_build WHERE scope_id = p_scope AND memory_artifact_id = p_memory;
      CALL pc_clear_slot(p_scope, p_memory, v_slot);
      CALL pc_ask(p_scope, p_memory, NULL, NULL);
      CALL pc_project_ties(p_scope, p_memory, v_slot);
      -- Not an empty hex literal: the kernel reads that as three characters.
      INSERT INTO pc_lifecycle_projection_build (scope_id, memory_artifact_id, slot, authority_revision,
          authority_generation, log_position, next_entry, row_count, active_entries, unready_entries)
        SELECT p_scope, p_memory, v_slot, t.authority_revision, t.authority_generation, t.log_position, '', 0, 0, 0
        FROM pc_lifecycle_projection_tie t
        WHERE t.scope_id = p_scope AND t.memory_artifact_id = p_memory AND t.slot = v_slot
          AND t.tied_memory_artifact_id = p_memory;
      SET v_first = '', p_rows = 0, v_revision = (SELECT b.authority_revision FROM pc_lifecycle_projection_build b
        WHERE b.scope_id = p_scope AND b.memory_artifact_id = p_memory);
    END IF;
    WHILE v_first IS NOT NULL DO
      CALL pc_commit(v_own);
      CALL pc_begin(v_own);
      -- The last entry of the next 2000 versions; its own versions stay together.
      SELECT MAX(b.entry_id), COUNT(*) INTO v_last, v_taken FROM (
        SELECT CAST(e.entry_id AS BINARY) AS entry_id FROM pc_authority_entry e
        WHERE e.scope_id = v_scope AND CAST(e.scope_id AS BINARY) = p_scope
          AND e.memory_artifact_id = v_memory AND e.entry_id >= CONVERT(v_first USING utf8mb4)
          AND CAST(e.entry_id AS BINARY) >= v_first
        ORDER BY e.entry_id LIMIT 2000) b;
      SET v_next = CASE WHEN v_taken = 2000 THEN CONCAT(v_last, X'00') END;
      SET v_some = 0, v_some_active = 0, v_some_unready = 0;
      IF v_last IS NOT NULL THEN
        CALL pc_ask(p_scope, p_memory, v_first, v_last);
        SET @pc_asked_revision = v_revision;
        CALL pc_project_rows(p_scope, p_memory, v_slot, v_some, v_some_active, v_some_unready);
      END IF;
      -- Another rebuild of the Memory would have moved the place from which this step started.
      UPDATE pc_lifecycle_projection_build
      SET next_entry = v_next, row_count = row_count + v_some, active_entries = active_entries + v_some_active,
        unready_entries = unready_entries + v_some_unready
      WHERE scope_id = p_scope AND memory_artifact_id = p_memory AND slot = v_slot AND next_entry = v_first;
      IF ROW_COUNT() <> 1 THEN
        CALL pc_refuse('write_raced', NULL, NULL);
      END IF;
      SET p_rows = p_rows + v_some, v_first = v_next;
    END WHILE;
    CALL pc_commit(v_own);
    CALL pc_begin(v_own);
    SET v_versions = (SELECT COUNT(*) FROM pc_authority_entry e WHERE e.scope_id = v_scope
      AND e.memory_artifact_id = v_memory AND CAST(e.scope_id AS BINARY) = p_scope
      AND CAST(e.memory_artifact_id AS BINARY) = p_memory AND e.created_in_revision <= v_revision);
    IF p_rows <> v_versions THEN
      CALL pc_refuse('internal', CONCAT('projected ', p_rows, ' of ', v_versions), NULL);
    END IF;
    CALL pc_digest_nodes(p_scope, p_memory, v_slot, NULL, v_digest);
    CALL pc_commit(v_own);
    CALL pc_begin(v_own);
    DELETE FROM pc_lifecycle_projection_header WHERE scope_id = p_scope AND memory_artifact_id = p_memory;
    INSERT INTO pc_lifecycle_projection_header (scope_id, memory_artifact_id, authority_revision, authority_generation,
        log_position, active_entries, unready_entries, foreign_ties, digest, slot, rule_version)
      SELECT b.scope_id, b.memory_artifact_id, b.authority_revision, b.authority_generation, b.log_position,
        b.active_entries, b.unready_entries,
        (SELECT COUNT(*) FROM pc_lifecycle_projection_tie f WHERE f.scope_id = p_scope AND f.memory_artifact_id = p_memory
          AND f.slot = v_slot AND f.tied_memory_artifact_id <> p_memory), v_digest, v_slot, 'projection.v1'
      FROM pc_lifecycle_projection_build b
      WHERE b.scope_id = p_scope AND b.memory_artifact_id = p_memory AND b.slot = v_slot;
    IF ROW_COUNT() <> 1 THEN
      CALL pc_refuse('write_raced', NULL, NULL);
    END IF;
    DELETE FROM pc_lifecycle_projection_build WHERE scope_id = p_scope AND memory_artifact_id = p_memory;
    CALL pc_commit(v_own);
    CALL pc_begin(v_own);
    CALL pc_clear_slot(p_scope, p_memory, 1 - v_slot);
  END IF;
  CALL pc_commit(v_own);
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (64, 'pc_rebuild_memory');
