-- How good is each asked version? Strength, verification, the authority of its own sources, and its importance by the rule
-- importance.v1, before what merges and artifact references add (pc_derivation does).
--
--   SELECT entry_version_id, evidence_strength, importance FROM pc_asked_quality;
--
-- Counted for strength: distinct sources with a snapshot of authority >= 1, not not_verified, increments included. A
-- version computes its importance when it is the first or cites something new; any other inherits from the nearest
-- earlier one that did, whatever it does to the kind. `computed_by` is that version, `computed_by_merge` is 1 where it
-- has inputs of a merge: such a version never counts as a new state.

CREATE OR REPLACE VIEW pc_asked_quality AS
SELECT /*+ NO_MERGE */ q.entry_id, q.entry_version_id, q.version, q.evidence_strength, q.verification, q.source_count, q.missing,
  q.authority_min, q.authority_max, q.effective_at, q.artifact_count, q.counted_artifacts,
  -- Version, importance and merge flag of the nearest computing version, packed so that one window finds all three.
  MAX(q.computed) OVER (PARTITION BY q.entry_id ORDER BY q.version) DIV 8 AS computed_by,
  MAX(q.computed) OVER (PARTITION BY q.entry_id ORDER BY q.version) DIV 4 % 2 AS computed_by_merge,
  MAX(q.computed) OVER (PARTITION BY q.entry_id ORDER BY q.version) % 4 AS importance
FROM (
  SELECT /*+ NO_MERGE */ r.*,
    CASE WHEN r.is_first = 1 OR r.is_new = 1 THEN r.version * 8 + r.is_merge * 4 + LEAST(
      GREATEST(0, LEAST(3, r.base_importance + CASE WHEN r.is_first = 0 AND r.changed = 1 AND r.is_merge = 0
        THEN r.new_trusted ELSE 0 END)),
      CASE WHEN r.evidence_strength = 0 OR (r.kind = 'working_note' AND r.evidence_strength < 2) THEN 1 ELSE 3 END)
    END AS computed
  FROM (
    SELECT /*+ NO_MERGE USE_HASH(k s a) */ v.entry_id, v.entry_version_id, v.version, v.kind, v.is_first, v.changed,
      COALESCE(k.base_importance, 1) AS base_importance,
      CASE WHEN COALESCE(s.trusted, 0) >= 2 OR s.trusted_verified = 1 THEN 2
           WHEN s.trusted = 1 THEN 1 ELSE 0 END AS evidence_strength,
      CASE WHEN s.refuted = 1 THEN 'not_verified'
           WHEN COALESCE(s.source_count, 0) = 0 OR s.doubtful = 1 THEN 'unknown' ELSE 'verified' END AS verification,
      COALESCE(s.source_count, 0) AS source_count, COALESCE(s.missing, 0) AS missing,
      s.authority_min, s.authority_max, s.effective_at, COALESCE(s.is_new, 0) AS is_new,
      COALESCE(s.new_trusted, 0) AS new_trusted, COALESCE(a.artifact_count, 0) AS artifact_count,
      COALESCE(a.counted_artifacts, 0) AS counted_artifacts, COALESCE(a.is_merge, 0) AS is_merge
    FROM pc_asked_entry v
    LEFT JOIN pc_lifecycle_kind k ON k.kind = v.kind
    LEFT JOIN (
      SELECT entry_id, entry_version_id, SUM(direct) AS source_count,
        SUM(CASE WHEN authority >= 1 AND verification <> 'not_verified' THEN 1 ELSE 0 END) AS trusted,
        MAX(CASE WHEN authority >= 1 AND verification = 'verified' THEN 1 ELSE 0 END) AS trusted_verified,
        MAX(CASE WHEN direct = 1 AND verification = 'not_verified' THEN 1 ELSE 0 END) AS refuted,
        MAX(CASE WHEN direct = 1 AND COALESCE(verification, 'unknown') = 'unknown' THEN 1 ELSE 0 END) AS doubtful,
        SUM(CASE WHEN direct = 1 AND authority IS NULL THEN 1 ELSE 0 END) AS missing,
        MIN(CASE WHEN direct = 1 THEN COALESCE(authority, 0) END) AS authority_min,
        MAX(CASE WHEN direct = 1 THEN COALESCE(authority, 0) END) AS authority_max,
        MIN(effective_at) AS effective_at,
        MAX(CASE WHEN first_version = version THEN 1 ELSE 0 END) AS is_new,
        MAX(CASE WHEN direct = 1 AND first_version = version AND authority >= 1 THEN 1 ELSE 0 END) AS new_trusted
      FROM pc_asked_source
      GROUP BY entry_id, entry_version_id
    ) s ON s.entry_id = v.entry_id AND s.entry_version_id = v.entry_version_id
    LEFT JOIN (
      SELECT entry_id, entry_version_id, COUNT(*) AS artifact_count, MAX(is_merge_input) AS is_merge,
        SUM(CASE WHEN artifact_id <> pc_asked('memory') OR is_merge_input = 1 THEN 1 ELSE 0 END) AS counted_artifacts
      FROM pc_asked_evidence
      WHERE evidence_type = 'artifact'
      GROUP BY entry_id, entry_version_id
    ) a ON a.entry_id = v.entry_id AND a.entry_version_id = v.entry_version_id
  ) r
) q;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (55, 'pc_asked_quality');
