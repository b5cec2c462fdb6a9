-- Which memories hold now? One row a version that authority knows, to be joined into one's own query, inside each channel
-- and before its LIMIT.
--
--   SELECT c.entry_id, v.reason FROM candidate c JOIN pc_validity v
--     ON v.scope_id = c.scope_id AND v.memory_artifact_id = c.memory_artifact_id
--    AND v.entry_id = c.entry_id AND v.entry_version_id = c.entry_version_id
--   WHERE v.eligible = 1 LIMIT 20;
--
-- Of a Memory whose projection is fresh it is a point read; of a stale one (`stale` = 1: the head or the lifecycle log
-- moved, or nothing was ever rebuilt) the row is derived live, exactly. Searching writes nothing. The identity has
-- authority's own types: bytes over native tables, utf8mb4_bin over a PowerContext, so that its users join by its indexes.
-- A derivation costs some 4 ms, once for a whole Memory of moderate size however many of its rows the statement reads (see
-- pc_live_row); a Memory of thousands of stale versions, read at random, costs that for each entry: rebuild it.

CREATE OR REPLACE VIEW pc_validity AS
SELECT s.scope_id, s.memory_artifact_id, s.entry_id, s.entry_version_id,
  CASE WHEN s.derived IS NULL THEN s.validity ELSE JSON_VALUE(s.derived, '$.validity' RETURNING CHAR(24)) END AS validity,
  CASE WHEN CASE WHEN s.derived IS NULL THEN s.validity ELSE JSON_VALUE(s.derived, '$.validity' RETURNING CHAR(24)) END
    IN ('current', 'unresolved_conflict') THEN 1 ELSE 0 END AS eligible,
  CASE CASE WHEN s.derived IS NULL THEN s.validity ELSE JSON_VALUE(s.derived, '$.validity' RETURNING CHAR(24)) END
    WHEN 'current' THEN 'current' WHEN 'unresolved_conflict' THEN 'unresolved' ELSE 'historical' END AS label,
  CASE WHEN s.derived IS NULL THEN s.validity_reason
    ELSE JSON_VALUE(s.derived, '$.validity_reason' RETURNING CHAR(1024)) END AS reason,
  CASE WHEN s.derived IS NULL THEN s.successor_entry_id
    ELSE CAST(JSON_VALUE(s.derived, '$.successor_entry_id' RETURNING CHAR(512)) AS BINARY) END AS successor_entry_id,
  CASE WHEN s.derived IS NULL THEN s.successor_entry_version_id
    ELSE CAST(JSON_VALUE(s.derived, '$.successor_entry_version_id' RETURNING CHAR(512)) AS BINARY)
    END AS successor_entry_version_id,
  CASE WHEN s.derived IS NULL THEN s.recorded_at
    ELSE JSON_VALUE(s.derived, '$.recorded_at' RETURNING SIGNED) END AS recorded_at,
  CASE WHEN s.derived IS NULL THEN s.effective_at
    ELSE JSON_VALUE(s.derived, '$.effective_at' RETURNING SIGNED) END AS effective_at,
  CASE WHEN s.derived IS NULL THEN s.time_known
    ELSE JSON_VALUE(s.derived, '$.time_known' RETURNING SIGNED) END AS time_known,
  CASE WHEN s.derived IS NULL THEN s.importance
    ELSE JSON_VALUE(s.derived, '$.importance' RETURNING SIGNED) END AS importance,
  CASE WHEN s.derived IS NULL THEN s.evidence_strength
    ELSE JSON_VALUE(s.derived, '$.evidence_strength' RETURNING SIGNED) END AS evidence_strength,
  CASE WHEN s.derived IS NULL THEN s.authority_min
    ELSE JSON_VALUE(s.derived, '$.authority_min' RETURNING SIGNED) END AS authority,
  CASE WHEN s.derived IS NULL THEN s.verification
    ELSE JSON_VALUE(s.derived, '$.verification' RETURNING CHAR(16)) END AS verification,
  CASE WHEN s.derived IS NULL THEN s.tier ELSE JSON_VALUE(s.derived, '$.tier' RETURNING CHAR(16)) END AS tier,
  CASE WHEN s.derived IS NULL THEN 0 ELSE 1 END AS stale
FROM (
  SELECT e.scope_id, e.memory_artifact_id, e.entry_id, e.entry_version_id,
    p.validity, p.validity_reason, p.successor_entry_id, p.successor_entry_version_id, p.recorded_at, p.effective_at,
    p.time_known, p.importance, p.evidence_strength, p.authority_min, p.verification, p.tier,
    -- NULL where the projection holds. A comparison with a missing header is not true, so the call is made.
    CASE WHEN p.rule_version = 'projection.v1' AND n.rule_version = 'projection.v1' AND n.authority_revision = h.revision
      AND n.authority_generation = h.generation AND n.log_position = h.log_position
      AND (n.foreign_ties = 0 OR pc_tie_fresh(n.scope_id, n.memory_artifact_id) = 1) THEN NULL
      ELSE COALESCE(pc_live_row(LAST_TRACE_ID(), e.scope_id, e.memory_artifact_id, e.entry_id, e.entry_version_id, NULL),
        '{}')
      END AS derived
  FROM pc_authority_entry e
  LEFT JOIN pc_authority_head h ON h.scope_id = e.scope_id AND h.memory_artifact_id = e.memory_artifact_id
  LEFT JOIN pc_lifecycle_projection_header n
    ON n.scope_id = e.scope_id AND n.memory_artifact_id = e.memory_artifact_id
  LEFT JOIN pc_lifecycle_projection p ON p.scope_id = e.scope_id AND p.memory_artifact_id = e.memory_artifact_id
    AND p.entry_id = e.entry_id AND p.entry_version_id = e.entry_version_id AND p.slot = n.slot
  -- Every version has a head and was created by then. Written so that the optimizer neither starts from the head nor goes by
  -- an index on revisions: either reads a whole Memory where the caller's candidates name a hundred of it.
  WHERE COALESCE(h.revision, 0) >= e.created_in_revision + 0
) s;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (61, 'pc_validity');
