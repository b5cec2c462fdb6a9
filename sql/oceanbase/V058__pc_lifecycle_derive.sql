-- What does the projection say about one version, derived now and exactly? The row as a JSON object, keyed by the columns
-- of pc_lifecycle_projection after the identity; NULL when authority does not know the version.
--
--   SELECT JSON_VALUE(pc_lifecycle_derive('s', 'memory', 'ent_1', 'ver_1'), '$.validity');      current
--
-- With @pc_as_of_scope, @pc_as_of_memory and @pc_as_of_revision set it answers as of that revision of that Memory. About
-- 4 ms a call, more for an entry of many versions, all of which it derives.
--
--   SELECT pc_live_row(LAST_TRACE_ID(), 's', 'memory', 'ent_1', 'ver_1', NULL);      now; or as of a revision
--
-- The same for a statement that asks about many versions, as a view over stale Memories does: what was derived is kept in
-- the session until another statement asks, so that an entry is derived once, and after three questions a Memory of up to
-- 800 versions, or the next 500 versions where the questions go through it in order. LAST_TRACE_ID() names the statement
-- before: constant within a statement and another in the next, so no answer outlives its statement, whatever was written or
-- rolled back in between. Its row holds what retrieval reads, without the counts, marks and intervals. DETERMINISTIC, as it
-- is within its statement: a view over any other function is not merged into the query that joins it, and a pool of 100
-- would wait until all there is to know has been derived.

DROP FUNCTION IF EXISTS pc_lifecycle_derive;

DELIMITER //
CREATE FUNCTION pc_lifecycle_derive(
  p_scope VARBINARY(1024), p_memory VARBINARY(512), p_entry VARBINARY(512), p_version VARBINARY(512)
)
RETURNS LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_row LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_row = NULL;
  CALL pc_ask(p_scope, p_memory, p_entry, p_entry);
  SELECT CAST(JSON_OBJECT('importance', d.importance, 'importance_source', d.importance_source,
      'evidence_strength', d.evidence_strength, 'authority_min', d.authority_min, 'authority_max', d.authority_max,
      'verification', d.verification, 'equal_count', d.equal_count, 'similar_count', d.similar_count,
      'contradicts_count', d.contradicts_count, 'supersedes_count', d.supersedes_count, 'validity', d.validity,
      'validity_reason', d.validity_reason, 'successor_entry_id', CONVERT(d.successor_entry_id USING utf8mb4),
      'successor_entry_version_id', CONVERT(d.successor_entry_version_id USING utf8mb4), 'recorded_at', d.recorded_at,
      'effective_at', d.effective_at, 'time_known', d.time_known, 'tier', d.tier, 'session_id', d.session_id,
      'pinned', d.pinned, 'protected', d.protected, 'user_retired', d.user_retired, 'state_class', d.state_class,
      'interval_no', d.interval_no, 'interval_started_at', d.interval_started_at,
      'automatic_action_reason', d.automatic_action_reason, 'source_count', d.source_count,
      'artifact_count', d.artifact_count, 'rule_version', d.rule_version) AS CHAR)
    INTO v_row FROM pc_derivation d WHERE d.entry_version_id = p_version;
  RETURN v_row;
END
//
DELIMITER ;

DROP FUNCTION IF EXISTS pc_live_row;

DELIMITER //
CREATE FUNCTION pc_live_row(
  p_statement VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin, p_scope VARBINARY(1024), p_memory VARBINARY(512),
  p_entry VARBINARY(512), p_version VARBINARY(512), p_revision BIGINT
)
RETURNS LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_scope USING utf8mb4);
  DECLARE v_memory VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_memory USING utf8mb4);
  DECLARE v_of VARBINARY(2048);
  DECLARE v_key VARBINARY(2048);
  DECLARE v_rows, v_part, v_one MEDIUMBLOB DEFAULT '';
  DECLARE v_row LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_first, v_last, v_next VARBINARY(512) DEFAULT p_entry;
  DECLARE v_taken, v_done, v_whole INT DEFAULT 0;
  -- Nothing of the question stands in this text (pc_ask has it): each other question would be compiled anew, 0.1 s.
  DECLARE c_row CURSOR FOR
    SELECT CAST(CONCAT(X'00', d.memory_artifact_id, X'00', d.entry_id, X'00', d.entry_version_id, X'00', CAST(CAST(JSON_OBJECT(
        'validity', d.validity, 'validity_reason', d.validity_reason,
        'successor_entry_id', CONVERT(d.successor_entry_id USING utf8mb4),
        'successor_entry_version_id', CONVERT(d.successor_entry_version_id USING utf8mb4), 'recorded_at', d.recorded_at,
        'effective_at', d.effective_at, 'time_known', d.time_known, 'importance', d.importance,
        'evidence_strength', d.evidence_strength, 'authority_min', d.authority_min, 'authority_max', d.authority_max,
        'verification', d.verification, 'tier', d.tier, 'state_class', d.state_class,
        'source_count', d.source_count, 'artifact_count', d.artifact_count) AS CHAR) AS BINARY)) AS BINARY)
    FROM pc_derivation d
    ORDER BY d.entry_id, d.entry_version_id;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_done = 1;
  DECLARE EXIT HANDLER FOR SQLEXCEPTION
  BEGIN
    SET @pc_as_of_scope = NULL, @pc_as_of_memory = NULL, @pc_as_of_revision = NULL, @pc_live_of = NULL;
    RESIGNAL;
  END;
  SET v_key = CONCAT(X'00', p_memory, X'00', p_entry, X'00', p_version, X'00');
  SET v_of = CONCAT(p_statement, X'00', COALESCE(p_revision, ''), X'00', p_scope);
  IF v_of IS NULL OR @pc_live_of IS NULL OR @pc_live_of <> v_of THEN
    SET @pc_live_of = v_of, @pc_live_rows = '', @pc_live_missed = 0, @pc_live_next = NULL;
  END IF;
  -- SUBSTRING at a place that differs from call to call is compiled each time, a millisecond; this is not.
  SET v_one = SUBSTRING_INDEX(SUBSTRING_INDEX(@pc_live_rows, v_key, -1), X'00', 1);
  IF v_one <> '' THEN
    RETURN CONVERT(v_one USING utf8mb4);
  END IF;
  -- A Memory that is there whole is marked by a row without ids.
  IF LOCATE(CONCAT(X'00', p_memory, X'000000'), @pc_live_rows) > 0 THEN
    RETURN NULL;
  END IF;
  -- A Memory that authority does not know has no rows, and need not be asked.
  IF pc_head_revision(p_scope, p_memory) IS NULL THEN
    RETURN NULL;
  END IF;
  SET @pc_live_missed = @pc_live_missed + 1;
  IF @pc_live_missed > 3 THEN
    SET v_taken = (SELECT COUNT(*) FROM (SELECT 1 FROM pc_authority_entry e
      WHERE e.scope_id = v_scope AND CAST(e.scope_id AS BINARY) = p_scope AND e.memory_artifact_id = v_memory LIMIT 801) a);
    IF v_taken <= 800 THEN
      SET v_first = NULL, v_last = NULL, v_whole = 1;
    ELSE
      -- The entries of the next 500 versions, and the first one after them.
      SELECT MAX(b.entry_id) INTO v_last FROM (
        SELECT CAST(e.entry_id AS BINARY) AS entry_id FROM pc_authority_entry e
        WHERE e.scope_id = v_scope AND CAST(e.scope_id AS BINARY) = p_scope
          AND e.memory_artifact_id = v_memory AND e.entry_id >= CONVERT(p_entry USING utf8mb4)
          AND CAST(e.entry_id AS BINARY) >= p_entry
        ORDER BY e.entry_id LIMIT 500) b;
      SET v_last = COALESCE(v_last, p_entry);
      SET v_next = (SELECT CAST(e.entry_id AS BINARY) FROM pc_authority_entry e
        WHERE e.scope_id = v_scope AND CAST(e.scope_id AS BINARY) = p_scope
          AND e.memory_artifact_id = v_memory AND e.entry_id >= CONVERT(v_last USING utf8mb4)
          AND CAST(e.entry_id AS BINARY) > v_last
        ORDER BY e.entry_id LIMIT 1);
      IF @pc_live_next IS NULL OR @pc_live_next <> p_entry THEN
        -- Not in order, or not yet seen to be: only the entry asked about; the next one would be in order.
        SET v_next = (SELECT CAST(e.entry_id AS BINARY) FROM pc_authority_entry e
          WHERE e.scope_id = v_scope AND CAST(e.scope_id AS BINARY) = p_scope
            AND e.memory_artifact_id = v_memory AND e.entry_id >= CONVERT(p_entry USING utf8mb4)
            AND CAST(e.entry_id AS BINARY) > p_entry
          ORDER BY e.entry_id LIMIT 1);
        SET v_last = p_entry;
      END IF;
    END IF;
  END IF;
  SET @pc_live_next = v_next;
  -- All of it, each time: a statement that was stopped may have left an older question.
  SET @pc_as_of_scope = p_scope, @pc_as_of_memory = p_memory, @pc_as_of_revision = p_revision;
  CALL pc_ask(p_scope, p_memory, v_first, v_last);
  -- Text of more than 512 KiB cannot be put into a session variable: what does not fit is derived again when asked.
  IF LENGTH(@pc_live_rows) < 200000 THEN
    SET v_rows = @pc_live_rows;
  END IF;
  SET v_done = 0;
  OPEN c_row;
  FETCH c_row INTO v_one;
  WHILE v_done = 0 AND LENGTH(v_rows) < 400000 DO
    SET v_part = CONCAT(v_part, v_one);
    IF LENGTH(v_part) > 16384 THEN
      SET v_rows = CONCAT(v_rows, v_part), v_part = '';
    END IF;
    FETCH c_row INTO v_one;
  END WHILE;
  CLOSE c_row;
  IF v_whole = 1 AND v_done = 1 THEN
    SET v_part = CONCAT(v_part, X'00', p_memory, X'000000');
  END IF;
  SET v_rows = CONCAT(v_rows, v_part);
  SET @pc_live_rows = v_rows;
  SET v_one = SUBSTRING_INDEX(SUBSTRING_INDEX(v_rows, v_key, -1), X'00', 1);
  SET v_row = CASE WHEN v_one <> '' THEN CONVERT(v_one USING utf8mb4)
    WHEN v_done = 0 THEN pc_lifecycle_derive(p_scope, p_memory, p_entry, p_version) END;
  SET @pc_as_of_scope = NULL, @pc_as_of_memory = NULL, @pc_as_of_revision = NULL;
  RETURN v_row;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (58, 'pc_lifecycle_derive');
