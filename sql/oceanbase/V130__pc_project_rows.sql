-- How do derived rows come into the projection? Writes what pc_ask asked about into a slot, each row with its place and its
-- share in the digest, and whether its entry counts as active and as ready.
--
--   CALL pc_ask('s', 'memory', 'ent_1', 'ent_1');
--   CALL pc_project_rows('s', 'memory', 0, v_rows, v_active, v_unready);
--
-- row_hash is the SHA-256 of the canonical array of identity and columns in their order, leaf the first 16 bits of that of
-- the identity (pc_digest_nodes). The rows that stood there are gone before: a row that is there is error 1062.

DROP PROCEDURE IF EXISTS pc_project_rows;

DELIMITER //
CREATE PROCEDURE pc_project_rows(
  p_scope VARBINARY(1024), p_memory VARBINARY(512), p_slot INT, OUT p_rows BIGINT, OUT p_active BIGINT, OUT p_unready BIGINT
)
SQL SECURITY INVOKER
BEGIN
  INSERT INTO pc_lifecycle_projection (scope_id, memory_artifact_id, entry_id, entry_version_id,
    importance, importance_source, evidence_strength, authority_min, authority_max, verification, equal_count,
    similar_count, contradicts_count, supersedes_count, validity, validity_reason, successor_entry_id,
    successor_entry_version_id, recorded_at, effective_at, time_known, tier, session_id, pinned, protected,
    user_retired, state_class, interval_no, interval_started_at, automatic_action_reason, source_count,
    artifact_count, rule_version, readiness, leaf, row_hash, slot)
  SELECT p_scope, p_memory, d.entry_id, d.entry_version_id,
    d.importance, d.importance_source, d.evidence_strength, d.authority_min, d.authority_max, d.verification,
    d.equal_count, d.similar_count, d.contradicts_count, d.supersedes_count, d.validity, d.validity_reason,
    d.successor_entry_id, d.successor_entry_version_id, d.recorded_at, d.effective_at, d.time_known, d.tier,
    d.session_id, d.pinned, d.protected, d.user_retired, d.state_class, d.interval_no, d.interval_started_at,
    d.automatic_action_reason, d.source_count, d.artifact_count, d.rule_version,
    d.readiness, CONV(LEFT(SHA2(CONCAT(d.identity, ']'), 256), 4), 16, 10),
    SHA2(CONCAT(d.identity,
      ',', d.importance, ',', '"', d.importance_source, '"', ',', d.evidence_strength, ',', d.authority_min,
      ',', d.authority_max, ',', '"', d.verification, '"', ',', d.equal_count, ',', d.similar_count,
      ',', d.contradicts_count, ',', d.supersedes_count, ',', '"', d.validity, '"',
      ',', COALESCE(JSON_QUOTE(d.validity_reason), 'null'),
      ',', COALESCE(JSON_QUOTE(CONVERT(d.successor_entry_id USING utf8mb4)), 'null'),
      ',', COALESCE(JSON_QUOTE(CONVERT(d.successor_entry_version_id USING utf8mb4)), 'null'),
      ',', COALESCE(d.recorded_at, 'null'), ',', COALESCE(d.effective_at, 'null'), ',', d.time_known,
      ',', '"', d.tier, '"', ',', COALESCE(JSON_QUOTE(d.session_id), 'null'), ',', d.pinned, ',', d.protected,
      ',', d.user_retired, ',', COALESCE(CONCAT('"', d.state_class, '"'), 'null'), ',', d.interval_no,
      ',', COALESCE(d.interval_started_at, 'null'), ',', COALESCE(JSON_QUOTE(d.automatic_action_reason), 'null'),
      ',', d.source_count, ',', d.artifact_count, ',', '"', d.rule_version, '"', ']'), 256),
    p_slot
  FROM (
    SELECT /*+ NO_MERGE */ r.*,
      CASE WHEN r.active = 0 THEN 0 WHEN r.ready = 1 THEN 1 ELSE 2 END AS readiness,
      CONCAT('[', JSON_QUOTE(CONVERT(r.scope_id USING utf8mb4)), ',', JSON_QUOTE(CONVERT(r.memory_artifact_id USING utf8mb4)),
        ',', JSON_QUOTE(CONVERT(r.entry_id USING utf8mb4)), ',', JSON_QUOTE(CONVERT(r.entry_version_id USING utf8mb4)))
        AS identity
    FROM pc_derivation r
  ) d;
  SET p_rows = ROW_COUNT();
  SELECT COALESCE(SUM(CASE WHEN p.readiness > 0 THEN 1 ELSE 0 END), 0),
    COALESCE(SUM(CASE WHEN p.readiness = 2 THEN 1 ELSE 0 END), 0)
  INTO p_active, p_unready
  FROM pc_lifecycle_projection p
  WHERE p.scope_id = p_scope AND p.memory_artifact_id = p_memory
    AND p.entry_id BETWEEN pc_asked('first') AND pc_asked('last') AND p.slot = p_slot;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (130, 'pc_project_rows');
