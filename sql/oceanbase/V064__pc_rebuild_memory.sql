-- How is one Memory projected? Everything about it is derived anew and replaced in one transaction: a reader sees the old
-- projection or the new one.
--
--   CALL pc_rebuild_memory('s', 'memory', v_rows);
--
-- First the ties with where each Memory stands, then the rows, up to the revision of the Memory's own tie: what is written
-- meanwhile makes the result stale, never wrong. Rows are derived 2000 versions at a time, so that no statement is long;
-- who is active, and of those not ready, is then counted from the rows. Called by pc_rebuild. Two at once for the same
-- Memory: the second waits for the first, or is refused (write_raced). A header says that all is there: where rows were not
-- written for every version that authority has up to that revision, the rebuild is refused (internal), nothing is kept.

DROP PROCEDURE IF EXISTS pc_rebuild_memory;

DELIMITER //
CREATE PROCEDURE pc_rebuild_memory(p_scope VARBINARY(1024), p_memory VARBINARY(512), OUT p_rows BIGINT)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_scope USING utf8mb4);
  DECLARE v_memory VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_memory USING utf8mb4);
  DECLARE v_own INT;
  DECLARE v_known INT;
  DECLARE v_deleted, v_taken BIGINT DEFAULT 5000;
  DECLARE v_first, v_last VARBINARY(512);
  DECLARE v_active, v_unready, v_some_active, v_some_unready, v_revision, v_versions BIGINT DEFAULT 0;
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
  DELETE FROM pc_lifecycle_projection_header WHERE scope_id = p_scope AND memory_artifact_id = p_memory;
  DELETE FROM pc_lifecycle_projection_tie WHERE scope_id = p_scope AND memory_artifact_id = p_memory;
  WHILE v_deleted = 5000 DO
    DELETE FROM pc_lifecycle_projection WHERE scope_id = p_scope AND memory_artifact_id = p_memory LIMIT 5000;
    SET v_deleted = ROW_COUNT();
  END WHILE;
  SET v_known = pc_head_revision(p_scope, p_memory) IS NOT NULL;
  IF v_known = 1 THEN
    CALL pc_mirror(p_scope, p_memory);
    CALL pc_project_ties(p_scope, p_memory);
    SET v_revision = (SELECT t.authority_revision FROM pc_lifecycle_projection_tie t
      WHERE t.scope_id = p_scope AND t.memory_artifact_id = p_memory AND t.tied_memory_artifact_id = p_memory);
    -- Not an empty hex literal: the kernel reads that as three characters, and every id before them was left out.
    SET v_first = '';
    WHILE v_first IS NOT NULL DO
      -- The last entry of the next 2000 versions; its own versions stay together.
      SELECT MAX(b.entry_id), COUNT(*) INTO v_last, v_taken FROM (
        SELECT CAST(e.entry_id AS BINARY) AS entry_id FROM pc_authority_entry e
        WHERE e.scope_id = v_scope AND e.memory_artifact_id = v_memory AND e.entry_id >= CONVERT(v_first USING utf8mb4)
          AND CAST(e.entry_id AS BINARY) >= v_first
        ORDER BY e.entry_id LIMIT 2000) b;
      IF v_last IS NOT NULL THEN
        CALL pc_ask(p_scope, p_memory, v_first, v_last);
        SET @pc_asked_revision = v_revision;
        INSERT INTO pc_lifecycle_projection (scope_id, memory_artifact_id, entry_id, entry_version_id, importance,
            importance_source, evidence_strength, authority_min, authority_max, verification, equal_count, similar_count,
            contradicts_count, supersedes_count, validity, validity_reason, successor_entry_id,
            successor_entry_version_id, recorded_at, effective_at, time_known, tier, session_id, pinned, protected,
            user_retired, state_class, interval_no, interval_started_at, automatic_action_reason, source_count,
            artifact_count, rule_version)
          SELECT p_scope, p_memory, d.entry_id, d.entry_version_id, d.importance, d.importance_source,
            d.evidence_strength, d.authority_min, d.authority_max, d.verification, d.equal_count, d.similar_count,
            d.contradicts_count, d.supersedes_count, d.validity, d.validity_reason, d.successor_entry_id,
            d.successor_entry_version_id, d.recorded_at, d.effective_at, d.time_known, d.tier, d.session_id, d.pinned,
            d.protected, d.user_retired, d.state_class, d.interval_no, d.interval_started_at,
            d.automatic_action_reason, d.source_count, d.artifact_count, d.rule_version
          FROM pc_derivation d;
        SET p_rows = p_rows + ROW_COUNT();
        -- Ready is an entry whose sources all have an intact snapshot, as has all that is behind its artifact references.
        SELECT COUNT(*), COALESCE(SUM(CASE WHEN a.reach IS NOT NULL THEN 1 - CAST(JSON_EXTRACT(a.reach, '$[2]') AS SIGNED)
            WHEN a.source_count > 0 AND a.source_count = a.snapshots THEN 0 ELSE 1 END), 0)
          INTO v_some_active, v_some_unready
          FROM (
            SELECT /*+ USE_HASH(s) */ p.source_count, COALESCE(s.snapshots, 0) AS snapshots,
              CASE WHEN s.counted > 0 THEN pc_artifact_reach(p_scope, p_memory, p.entry_id, p.entry_version_id) END AS reach
            FROM pc_lifecycle_projection p
            LEFT JOIN (
              SELECT /*+ USE_HASH(v) */ e.entry_id, e.entry_version_id,
                COUNT(DISTINCT CASE WHEN v.authority IS NOT NULL THEN e.source_type END,
                  CASE WHEN v.authority IS NOT NULL THEN e.source_id END) AS snapshots,
                SUM(CASE WHEN e.evidence_type = 'artifact' AND (e.artifact_id <> p_memory OR e.is_merge_input = 1)
                  THEN 1 ELSE 0 END) AS counted
              FROM pc_lifecycle_evidence e
              LEFT JOIN (
                SELECT x.entry_id, x.entry_version_id, x.source_type, x.source_id, x.authority FROM pc_valid_snapshot x
                WHERE x.scope_id = p_scope AND x.memory_artifact_id = p_memory AND x.entry_id BETWEEN v_first AND v_last
              ) v ON v.entry_id = e.entry_id AND v.entry_version_id = e.entry_version_id
                AND v.source_type = e.source_type AND v.source_id = e.source_id
              WHERE e.scope_id = p_scope AND e.memory_artifact_id = p_memory AND e.entry_id BETWEEN v_first AND v_last
                AND e.is_increment = 0
              GROUP BY e.entry_id, e.entry_version_id
            ) s ON s.entry_id = p.entry_id AND s.entry_version_id = p.entry_version_id
            WHERE p.scope_id = p_scope AND p.memory_artifact_id = p_memory AND p.entry_id BETWEEN v_first AND v_last
              AND (p.validity IN ('current', 'unresolved_conflict')
                OR (p.validity = 'superseded' AND p.validity_reason LIKE 'superseded:%'))
          ) a;
        SET v_active = v_active + v_some_active, v_unready = v_unready + v_some_unready;
      END IF;
      SET v_first = CASE WHEN v_taken = 2000 THEN CONCAT(v_last, X'00') END;
    END WHILE;
    SET v_versions = (SELECT COUNT(*) FROM pc_authority_entry e WHERE e.scope_id = v_scope
      AND e.memory_artifact_id = v_memory AND CAST(e.scope_id AS BINARY) = p_scope
      AND CAST(e.memory_artifact_id AS BINARY) = p_memory AND e.created_in_revision <= v_revision);
    IF p_rows <> v_versions THEN
      CALL pc_refuse('internal', CONCAT('projected ', p_rows, ' of ', v_versions), NULL);
    END IF;
    INSERT INTO pc_lifecycle_projection_header (scope_id, memory_artifact_id, authority_revision, authority_generation,
        log_position, active_entries, unready_entries, foreign_ties, digest, rule_version)
      SELECT p_scope, p_memory, t.authority_revision, t.authority_generation, t.log_position, v_active, v_unready,
        (SELECT COUNT(*) FROM pc_lifecycle_projection_tie f WHERE f.scope_id = p_scope AND f.memory_artifact_id = p_memory
          AND f.tied_memory_artifact_id <> p_memory), NULL, 'projection.v1'
      FROM pc_lifecycle_projection_tie t
      WHERE t.scope_id = p_scope AND t.memory_artifact_id = p_memory AND t.tied_memory_artifact_id = p_memory;
  END IF;
  CALL pc_commit(v_own);
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (64, 'pc_rebuild_memory');
