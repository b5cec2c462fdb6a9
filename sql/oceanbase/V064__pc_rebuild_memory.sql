-- How is one Memory projected anew? Into the slot that is not live, 2000 versions at a time; then one short transaction makes
-- that slot the live one. A reader sees the old projection or the new one.
--
--   CALL pc_rebuild_memory('s', 'memory', v_rows);
--
-- Outside a transaction each step commits, so that none is long and a rebuild that was stopped is taken up where it stood, as
-- long as the Memory and what it leans on stand where they stood; else it starts over. Inside the caller's transaction it is
-- part of that. Rows are derived up to the revision of the Memory when it began: what is written meanwhile makes the
-- result stale, never wrong. Called by pc_rebuild and pc_refresh. Where rows were not written for every version that
-- authority has up to that revision, the rebuild is refused (internal) and the old projection stays.
--
-- A step holds the row of pc_lifecycle_projection_build for the Memory and does what that row says, so that two rebuilds at
-- once do one another's steps. Only who holds it touches the slot that is not live, and only with it goes the slot live: the
-- second finds the row gone and is refused (write_raced).

DROP PROCEDURE IF EXISTS pc_clear_slot;

DELIMITER //
-- Takes away the ties of one slot (NULL: of all), and of its rows and nodes 5000 each. Says whether there may be more.
CREATE PROCEDURE pc_clear_slot(p_scope VARBINARY(1024), p_memory VARBINARY(512), p_slot INT, OUT p_more INT)
SQL SECURITY INVOKER
BEGIN
  DELETE FROM pc_lifecycle_projection_tie
  WHERE scope_id = p_scope AND memory_artifact_id = p_memory AND (p_slot IS NULL OR slot = p_slot);
  DELETE FROM pc_lifecycle_projection
  WHERE scope_id = p_scope AND memory_artifact_id = p_memory AND (p_slot IS NULL OR slot = p_slot) LIMIT 5000;
  SET p_more = ROW_COUNT() = 5000;
  DELETE FROM pc_lifecycle_digest_node
  WHERE scope_id = p_scope AND memory_artifact_id = p_memory AND (p_slot IS NULL OR slot = p_slot) LIMIT 5000;
  SET p_more = p_more OR ROW_COUNT() = 5000;
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
  DECLARE v_own, v_slot, v_building INT;
  DECLARE v_more INT DEFAULT 1;
  DECLARE v_first, v_next, v_last VARBINARY(512);
  DECLARE v_revision, v_generation, v_position, v_taken, v_versions, v_active, v_unready BIGINT;
  DECLARE v_some, v_some_active, v_some_unready BIGINT;
  DECLARE v_digest CHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  -- A build whose row is gone gives no row: its slot stays NULL.
  DECLARE CONTINUE HANDLER FOR NOT FOUND
  BEGIN
  END;
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
    WHILE v_more = 1 DO
      CALL pc_clear_slot(p_scope, p_memory, NULL, v_more);
    END WHILE;
  ELSE
    CALL pc_mirror(p_scope, p_memory);
    -- A row that says nothing yet, where there is none; then the row is held, and only now the live slot is known.
    INSERT IGNORE INTO pc_lifecycle_projection_build (scope_id, memory_artifact_id, slot, authority_revision,
      authority_generation, log_position, next_entry, row_count, active_entries, unready_entries)
    VALUES (p_scope, p_memory, -1, 0, 0, 0, '', 0, 0, 0);
    SELECT b.slot INTO v_building FROM pc_lifecycle_projection_build b
    WHERE b.scope_id = p_scope AND b.memory_artifact_id = p_memory FOR UPDATE;
    IF v_building IS NULL THEN
      CALL pc_refuse('write_raced', NULL, NULL);
    END IF;
    SET v_slot = 1 - COALESCE((SELECT n.slot FROM pc_lifecycle_projection_header n
      WHERE n.scope_id = p_scope AND n.memory_artifact_id = p_memory), 1);
    -- May what an earlier call left be taken up? Only from where everything still stands.
    IF v_building <> v_slot OR EXISTS (
        SELECT 1 FROM pc_lifecycle_projection_tie t
        LEFT JOIN pc_authority_head h ON h.scope_id = CONVERT(t.scope_id USING utf8mb4) COLLATE utf8mb4_bin
          AND h.memory_artifact_id = CONVERT(t.tied_memory_artifact_id USING utf8mb4) COLLATE utf8mb4_bin
          AND CAST(h.memory_artifact_id AS BINARY) = t.tied_memory_artifact_id AND CAST(h.scope_id AS BINARY) = t.scope_id
        WHERE t.scope_id = p_scope AND t.memory_artifact_id = p_memory AND t.slot = v_slot
          AND (COALESCE(h.revision, 0) <> t.authority_revision OR COALESCE(h.generation, 0) <> t.authority_generation
            OR COALESCE(h.log_position, 0) <> t.log_position)) THEN
      WHILE v_more = 1 DO
        CALL pc_clear_slot(p_scope, p_memory, v_slot, v_more);
      END WHILE;
      CALL pc_ask(p_scope, p_memory, NULL, NULL);
      CALL pc_project_ties(p_scope, p_memory, v_slot);
      SELECT t.authority_revision, t.authority_generation, t.log_position INTO v_revision, v_generation, v_position
      FROM pc_lifecycle_projection_tie t
      WHERE t.scope_id = p_scope AND t.memory_artifact_id = p_memory AND t.slot = v_slot
        AND t.tied_memory_artifact_id = p_memory;
      -- Not an empty hex literal: the kernel reads that as three characters.
      UPDATE pc_lifecycle_projection_build
      SET slot = v_slot, authority_revision = v_revision, authority_generation = v_generation, log_position = v_position,
        next_entry = '', row_count = 0, active_entries = 0, unready_entries = 0
      WHERE scope_id = p_scope AND memory_artifact_id = p_memory;
    END IF;
    SET v_first = '';
    WHILE v_first IS NOT NULL DO
      CALL pc_commit(v_own);
      CALL pc_begin(v_own);
      SET v_slot = NULL;
      SELECT b.slot, b.authority_revision, b.next_entry, b.row_count INTO v_slot, v_revision, v_first, p_rows
      FROM pc_lifecycle_projection_build b
      WHERE b.scope_id = p_scope AND b.memory_artifact_id = p_memory FOR UPDATE;
      IF v_slot IS NULL THEN
        CALL pc_refuse('write_raced', NULL, NULL);
      END IF;
      IF v_first IS NOT NULL THEN
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
        UPDATE pc_lifecycle_projection_build
        SET next_entry = v_next, row_count = row_count + v_some, active_entries = active_entries + v_some_active,
          unready_entries = unready_entries + v_some_unready
        WHERE scope_id = p_scope AND memory_artifact_id = p_memory;
        SET p_rows = p_rows + v_some, v_first = v_next;
      END IF;
    END WHILE;
    CALL pc_commit(v_own);
    CALL pc_begin(v_own);
    -- Held from here to the switch: a digest is of the rows that go live with it.
    SET v_slot = NULL;
    SELECT b.slot, b.authority_revision, b.authority_generation, b.log_position, b.next_entry, b.active_entries,
      b.unready_entries
    INTO v_slot, v_revision, v_generation, v_position, v_first, v_active, v_unready
    FROM pc_lifecycle_projection_build b
    WHERE b.scope_id = p_scope AND b.memory_artifact_id = p_memory FOR UPDATE;
    IF v_slot IS NULL OR v_first IS NOT NULL THEN
      CALL pc_refuse('write_raced', NULL, NULL);
    END IF;
    SET p_rows = (SELECT COUNT(*) FROM pc_lifecycle_projection p
      WHERE p.scope_id = p_scope AND p.memory_artifact_id = p_memory AND p.slot = v_slot);
    SET v_versions = (SELECT COUNT(*) FROM pc_authority_entry e WHERE e.scope_id = v_scope
      AND e.memory_artifact_id = v_memory AND CAST(e.scope_id AS BINARY) = p_scope
      AND CAST(e.memory_artifact_id AS BINARY) = p_memory AND e.created_in_revision <= v_revision);
    IF p_rows <> v_versions THEN
      CALL pc_refuse('internal', CONCAT('projected ', p_rows, ' of ', v_versions), NULL);
    END IF;
    CALL pc_digest_nodes(p_scope, p_memory, v_slot, NULL, v_digest);
    DELETE FROM pc_lifecycle_projection_header WHERE scope_id = p_scope AND memory_artifact_id = p_memory;
    INSERT INTO pc_lifecycle_projection_header (scope_id, memory_artifact_id, authority_revision, authority_generation,
        log_position, active_entries, unready_entries, foreign_ties, digest, slot, rule_version)
    SELECT p_scope, p_memory, v_revision, v_generation, v_position, v_active, v_unready, COUNT(*) - 1, v_digest, v_slot,
      'projection.v1'
    FROM pc_lifecycle_projection_tie t
    WHERE t.scope_id = p_scope AND t.memory_artifact_id = p_memory AND t.slot = v_slot;
    DELETE FROM pc_lifecycle_projection_build WHERE scope_id = p_scope AND memory_artifact_id = p_memory;
    -- What was live until now goes in batches, each under a row of its own. Where a next rebuild has one, it clears the slot.
    SET v_more = 1;
    WHILE v_more = 1 DO
      CALL pc_commit(v_own);
      CALL pc_begin(v_own);
      SET v_more = 0;
      INSERT IGNORE INTO pc_lifecycle_projection_build (scope_id, memory_artifact_id, slot, authority_revision,
        authority_generation, log_position, next_entry, row_count, active_entries, unready_entries)
      VALUES (p_scope, p_memory, -1, 0, 0, 0, '', 0, 0, 0);
      IF ROW_COUNT() = 1 AND v_slot = (SELECT n.slot FROM pc_lifecycle_projection_header n
          WHERE n.scope_id = p_scope AND n.memory_artifact_id = p_memory) THEN
        CALL pc_clear_slot(p_scope, p_memory, 1 - v_slot, v_more);
      END IF;
      DELETE FROM pc_lifecycle_projection_build WHERE scope_id = p_scope AND memory_artifact_id = p_memory AND slot = -1;
    END WHILE;
  END IF;
  CALL pc_commit(v_own);
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (64, 'pc_rebuild_memory');
