-- How good is each asked version? Strength, verification, the authority of its own sources, and its importance by the rule
-- importance.v1, before what merges and artifact references add (pc_derivation does).
--
--   SELECT entry_version_id, evidence_strength, importance FROM pc_asked_quality;
--
-- Counted for strength: distinct sources with a snapshot of authority >= 1, not not_verified, increments included. A
-- version computes its importance when it is the first or cites something new; any other inherits from the nearest
-- earlier one that did, whatever it does to the kind. `computed_by` is that version, `computed_by_merge` is 1 where it
-- has inputs of a merge: such a version never counts as a new state. Marks are the entry's, on every version of it, and as of
-- now whatever was asked; `override` is the importance that a user set, which `importance` does not know.

CREATE OR REPLACE VIEW pc_asked_quality AS
SELECT /*+ NO_MERGE */ q.entry_id, q.entry_version_id, q.version, q.tier, q.session_id, q.pinned, q.protected,
  q.user_retired, q.state_class, q.override, q.created_in_revision, q.place, q.next_version_id, q.evidence_strength,
  q.verification, q.source_count, q.missing, q.authority_min, q.authority_max, q.effective_at, q.artifact_count,
  q.counted_artifacts,
  -- Version, merge flag and importance of the nearest computing version, packed so that one window finds all three.
  MAX(q.computed) OVER (PARTITION BY q.entry_id ORDER BY q.version) DIV 8 AS computed_by,
  MAX(q.computed) OVER (PARTITION BY q.entry_id ORDER BY q.version) DIV 4 % 2 AS computed_by_merge,
  MAX(q.computed) OVER (PARTITION BY q.entry_id ORDER BY q.version) % 4 AS importance
FROM (
  SELECT /*+ NO_MERGE */ r.*,
    CASE WHEN r.place = 1 OR r.is_new = 1 THEN r.version * 8 + r.is_merge * 4 + LEAST(
      GREATEST(0, LEAST(r.importance_max, r.base_importance + CASE WHEN r.place > 1 AND r.changed = 1 AND r.is_merge = 0
        THEN r.new_trusted ELSE 0 END)),
      CASE WHEN r.evidence_strength = 0 OR (r.kind = 'working_note' AND r.evidence_strength < 2) OR r.tier = 'session'
        THEN r.capped_importance ELSE r.importance_max END)
    END AS computed
  FROM (
    SELECT /*+ NO_MERGE USE_HASH(k w) */ s.*, COALESCE(k.base_importance, m.other_kind) AS base_importance,
      CASE WHEN w.tier <> '' THEN w.tier ELSE COALESCE(k.default_tier, 'long') END AS tier, w.session_id,
      CASE WHEN w.pinned = '1' THEN 1 ELSE 0 END AS pinned, CASE WHEN w.protected = '1' THEN 1 ELSE 0 END AS protected,
      CASE WHEN w.user_retired = '1' THEN 1 ELSE 0 END AS user_retired,
      CASE WHEN w.state_class <> '' THEN w.state_class END AS state_class,
      CASE WHEN w.importance <> '' THEN CAST(w.importance AS SIGNED) END AS override, m.importance_max, m.capped_importance,
      CASE WHEN s.trusted >= 2 OR s.trusted_verified = 1 THEN 2 WHEN s.trusted = 1 THEN 1 ELSE 0 END
        AS evidence_strength,
      CASE WHEN s.refuted = 1 THEN 'not_verified' WHEN s.source_count = 0 OR s.doubtful = 1 THEN 'unknown'
        ELSE 'verified' END AS verification
    FROM (
      SELECT c.entry_id, c.entry_version_id, MAX(c.version) AS version, MAX(c.kind) AS kind, MAX(c.place) AS place,
        MAX(c.created_in_revision) AS created_in_revision, MAX(c.changed) AS changed,
        MAX(c.next_version_id) AS next_version_id,
        SUM(CASE WHEN c.evidence_type = 'source' AND c.direct = 1 THEN 1 ELSE 0 END) AS source_count,
        SUM(CASE WHEN c.authority >= 1 AND c.verification <> 'not_verified' THEN 1 ELSE 0 END) AS trusted,
        MAX(CASE WHEN c.authority >= 1 AND c.verification = 'verified' THEN 1 ELSE 0 END) AS trusted_verified,
        MAX(CASE WHEN c.direct = 1 AND c.verification = 'not_verified' THEN 1 ELSE 0 END) AS refuted,
        MAX(CASE WHEN c.evidence_type = 'source' AND c.direct = 1
          AND COALESCE(c.verification, 'unknown') = 'unknown' THEN 1 ELSE 0 END) AS doubtful,
        SUM(CASE WHEN c.evidence_type = 'source' AND c.direct = 1 AND c.authority IS NULL THEN 1 ELSE 0 END) AS missing,
        MIN(CASE WHEN c.evidence_type = 'source' AND c.direct = 1 THEN COALESCE(c.authority, 0) END) AS authority_min,
        MAX(CASE WHEN c.evidence_type = 'source' AND c.direct = 1 THEN COALESCE(c.authority, 0) END) AS authority_max,
        MIN(CASE WHEN c.evidence_type = 'source' THEN c.effective_at END) AS effective_at,
        MAX(CASE WHEN c.evidence_type = 'source' AND c.first_version = c.version THEN 1 ELSE 0 END) AS is_new,
        MAX(CASE WHEN c.direct = 1 AND c.first_version = c.version AND c.authority >= 1 THEN 1 ELSE 0 END) AS new_trusted,
        SUM(CASE WHEN c.evidence_type = 'artifact' THEN c.cited ELSE 0 END) AS artifact_count,
        SUM(COALESCE(c.counted, 0)) AS counted_artifacts, MAX(COALESCE(c.is_merge, 0)) AS is_merge
      FROM pc_asked_source c
      GROUP BY c.entry_id, c.entry_version_id
    ) s
    LEFT JOIN pc_lifecycle_kind k ON k.kind = s.kind
    LEFT JOIN (
      SELECT f.entry_id, f.tier, f.session_id, f.pinned, f.protected, f.user_retired, f.state_class, f.importance
      FROM pc_mark_in_force f
      WHERE f.scope_id = pc_asked('scope') AND f.memory_artifact_id = pc_asked('memory')
        AND f.entry_id BETWEEN pc_asked('first') AND pc_asked('last')
    ) w ON w.entry_id = s.entry_id
    CROSS JOIN (
      SELECT MAX(CASE WHEN l.name = 'importance_max' THEN l.value END) AS importance_max,
        MAX(CASE WHEN l.name = 'capped_importance' THEN l.value END) AS capped_importance,
        MAX(CASE WHEN l.name = 'other_kind_base_importance' THEN l.value END) AS other_kind
      FROM pc_lifecycle_limit l
    ) m
  ) r
) q;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (55, 'pc_asked_quality');
