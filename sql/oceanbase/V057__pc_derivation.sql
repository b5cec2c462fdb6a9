-- What does the projection say about each asked version? Derived from authority and the lifecycle records, now or as of the
-- asked revision: the one home of the rules of validity. The columns are those of pc_lifecycle_projection in their order,
-- then `active` (the newest version of an entry that is active) and `ready` (it and all behind it is declared).
--
--   CALL pc_ask('s', 'memory', NULL, NULL);
--   SELECT entry_id, validity, validity_reason FROM pc_derivation;
--
-- First match wins: the entry left the manifest (inactive, compacted); a later version exists (superseded, revised); the
-- manifest says inactive (the reason of that change; 1.4: forgotten, merge_undone, merged); a standing supersession has it as
-- predecessor; an open contradiction ties it to an entry that all this leaves standing; else current.
-- Answers about what pc_ask asked, in sets: a point question costs about 3 ms, a Memory 0.1 ms a version more.
-- A walk along artifact references or merges is a call for those versions only. The hints keep a plan that was made for a
-- Memory of one entry good for one of many: it is kept, and would join row by row.

CREATE OR REPLACE VIEW pc_derivation AS
SELECT pc_asked('scope') AS scope_id, pc_asked('memory') AS memory_artifact_id, d.entry_id, d.entry_version_id,
  CAST(CASE WHEN d.override IS NOT NULL THEN d.override WHEN d.computed_by_merge = 1 THEN LEAST(d.importance, COALESCE(
    pc_merge_bound(pc_asked('scope'), pc_asked('memory'), d.entry_id, d.computed_by), d.importance))
    ELSE d.importance END AS SIGNED) AS importance,
  CASE WHEN d.override IS NULL THEN 'rule' ELSE 'override' END AS importance_source, d.evidence_strength,
  CASE WHEN d.reach IS NULL THEN COALESCE(d.authority_min, 0)
    ELSE CAST(JSON_EXTRACT(d.reach, '$[0]') AS SIGNED) END AS authority_min,
  CASE WHEN d.reach IS NULL THEN COALESCE(d.authority_max, 0)
    ELSE CAST(JSON_EXTRACT(d.reach, '$[1]') AS SIGNED) END AS authority_max,
  d.verification, d.equal_count, d.similar_count, d.contradicts_count, d.supersedes_count,
  CASE WHEN d.state = 'absent' THEN 'inactive' WHEN d.next_version_id IS NOT NULL THEN 'superseded'
    WHEN d.state IN ('inactive', 'forgotten', 'retired') THEN 'inactive' WHEN d.state = 'merged' THEN 'superseded'
    WHEN d.supersession IS NOT NULL THEN 'superseded' WHEN d.conflict_with IS NOT NULL THEN 'unresolved_conflict'
    ELSE 'current' END AS validity,
  CASE WHEN d.state = 'absent' THEN 'compacted' WHEN d.next_version_id IS NOT NULL THEN 'revised'
    WHEN d.state = 'inactive' THEN d.reason WHEN d.state = 'forgotten' THEN 'forgotten'
    WHEN d.state = 'retired' THEN 'merge_undone' WHEN d.state = 'merged' THEN 'merged'
    WHEN d.supersession IS NOT NULL THEN CONCAT('superseded:', CONVERT(SUBSTRING_INDEX(d.supersession, X'00', 1) USING utf8mb4))
    WHEN d.conflict_with IS NOT NULL THEN CONCAT('conflict:', CONVERT(d.conflict_with USING utf8mb4))
    END AS validity_reason,
  CASE WHEN d.state = 'absent' THEN NULL WHEN d.next_version_id IS NOT NULL THEN d.entry_id
    WHEN d.state = 'merged' THEN CAST(JSON_VALUE(d.merge_result, '$[0]' RETURNING CHAR(512)) AS BINARY)
    WHEN d.supersession IS NOT NULL
      THEN SUBSTRING_INDEX(SUBSTRING_INDEX(d.supersession, X'00', 3), X'00', -1) END AS successor_entry_id,
  CASE WHEN d.state = 'absent' THEN NULL WHEN d.next_version_id IS NOT NULL THEN d.next_version_id
    WHEN d.state = 'merged' THEN CAST(JSON_VALUE(d.merge_result, '$[1]' RETURNING CHAR(512)) AS BINARY)
    WHEN d.supersession IS NOT NULL THEN COALESCE(
      pc_entry_newest(pc_asked('scope'), SUBSTRING_INDEX(SUBSTRING_INDEX(d.supersession, X'00', 2), X'00', -1),
        SUBSTRING_INDEX(SUBSTRING_INDEX(d.supersession, X'00', 3), X'00', -1)),
      SUBSTRING_INDEX(d.supersession, X'00', -1))
    END AS successor_entry_version_id,
  d.recorded_at, d.effective_at, CASE WHEN d.recorded_at IS NULL THEN 0 ELSE 1 END AS time_known,
  d.tier, d.session_id, d.pinned, d.protected, d.user_retired, d.state_class,
  d.interval_no, d.interval_started_at, NULL AS automatic_action_reason,
  d.source_count, d.artifact_count, 'projection.v1' AS rule_version,
  CASE WHEN d.state = 'active' AND d.next_version_id IS NULL THEN 1 ELSE 0 END AS active,
  CASE WHEN d.reach IS NOT NULL THEN CAST(JSON_EXTRACT(d.reach, '$[2]') AS SIGNED)
    WHEN d.source_count > 0 AND d.missing = 0 THEN 1 ELSE 0 END AS ready
FROM (
  SELECT /*+ NO_MERGE USE_HASH(g l o b r) */ q.entry_id, q.entry_version_id, q.tier, q.session_id, q.pinned,
    q.protected, q.user_retired, q.state_class, q.override, q.next_version_id, q.importance,
    q.computed_by, q.computed_by_merge, q.evidence_strength, q.verification, q.authority_min, q.authority_max,
    q.effective_at, q.source_count, q.artifact_count, q.missing, r.supersession, r.conflict_with, l.reason, o.recorded_at,
    COALESCE(l.interval_no, 0) AS interval_no, b.recorded_at AS interval_started_at,
    COALESCE(r.equal_count, 0) AS equal_count, COALESCE(r.similar_count, 0) AS similar_count,
    COALESCE(r.contradicts_count, 0) AS contradicts_count, COALESCE(r.supersedes_count, 0) AS supersedes_count,
    CASE WHEN q.counted_artifacts > 0
      THEN pc_artifact_reach(pc_asked('scope'), pc_asked('memory'), q.entry_id, q.entry_version_id) END AS reach,
    CASE WHEN g.merged_into_id IS NOT NULL THEN pc_merge_result(pc_asked('scope'), pc_asked('memory')) END AS merge_result,
    CASE WHEN g.merged_into_id IS NOT NULL THEN 'merged' WHEN g.lifecycle_state = 'active' THEN 'active'
      WHEN g.lifecycle_state = 'retired' THEN 'retired' WHEN g.lifecycle_state IS NOT NULL THEN 'forgotten'
      WHEN l.op IN ('add', 'reactivate') THEN 'active' WHEN l.op = 'deactivate' THEN 'inactive' ELSE 'absent' END AS state
  FROM pc_asked_quality q
  LEFT JOIN pc_authority_state g
    ON g.scope_id = pc_asked_text('scope') AND g.memory_artifact_id = pc_asked_text('memory')
  -- One row a version, by its place: an add or a revise makes the next one. `op` is the entry's last change that is no
  -- revise (a revise keeps the state it finds). An interval opens at add, revise and reactivate.
  LEFT JOIN (
    SELECT w.entry_id, w.place, MAX(w.opened) AS interval_no, MAX(w.opened_in) AS opened_in, MAX(w.op) AS op,
      MAX(w.reason) AS reason
    FROM (
      SELECT c.entry_id,
        SUM(CASE WHEN c.op IN ('add', 'revise') THEN 1 ELSE 0 END)
          OVER (PARTITION BY c.entry_id ORDER BY c.position) AS place,
        SUM(CASE WHEN c.op IN ('add', 'revise', 'reactivate') THEN 1 ELSE 0 END)
          OVER (PARTITION BY c.entry_id ORDER BY c.position) AS opened,
        CASE WHEN c.op IN ('add', 'revise', 'reactivate') THEN c.revision END AS opened_in,
        FIRST_VALUE(c.op) OVER (PARTITION BY c.entry_id
          ORDER BY CASE WHEN c.op = 'revise' THEN 0 ELSE c.position END DESC, c.position DESC) AS op,
        FIRST_VALUE(c.reason) OVER (PARTITION BY c.entry_id
          ORDER BY CASE WHEN c.op = 'revise' THEN 0 ELSE c.position END DESC, c.position DESC) AS reason
      FROM pc_asked_change c
    ) w
    GROUP BY w.entry_id, w.place
  ) l ON l.entry_id = q.entry_id AND l.place = q.place
  -- When it was seen to be written, and when its interval was seen to open.
  LEFT JOIN pc_lifecycle_observation o ON o.scope_id = pc_asked('scope') AND o.memory_artifact_id = pc_asked('memory')
    AND o.entry_id BETWEEN pc_asked('first') AND pc_asked('last') AND o.entry_id = q.entry_id
    AND o.entry_version_id = q.entry_version_id AND o.revision = q.created_in_revision AND o.event IN ('add', 'revise')
  LEFT JOIN pc_lifecycle_observation b ON b.scope_id = pc_asked('scope') AND b.memory_artifact_id = pc_asked('memory')
    AND b.entry_id BETWEEN pc_asked('first') AND pc_asked('last') AND b.entry_id = q.entry_id
    AND b.entry_version_id = q.entry_version_id AND b.revision = l.opened_in
    AND b.event IN ('add', 'revise', 'reactivate')
  -- The smallest id of a standing supersession, with the other side behind it: no id contains a NUL, so the ids order.
  LEFT JOIN (
    SELECT c.entry_id, SUM(CASE WHEN c.kind = 'equal' THEN 1 ELSE 0 END) AS equal_count,
      SUM(CASE WHEN c.kind = 'similar' THEN 1 ELSE 0 END) AS similar_count,
      SUM(CASE WHEN c.kind = 'contradicts' THEN 1 ELSE 0 END) AS contradicts_count,
      SUM(CASE WHEN c.kind = 'supersedes' THEN 1 ELSE 0 END) AS supersedes_count,
      MIN(CASE WHEN c.kind = 'supersedes' AND c.role = 'object' AND c.status = 'standing' THEN CONCAT(c.relation_id,
        X'00', c.other_memory_artifact_id, X'00', c.other_entry_id, X'00', c.other_entry_version_id) END) AS supersession,
      MIN(CASE WHEN c.kind = 'contradicts' AND c.status = 'open' THEN CASE WHEN
        pc_entry_stands(pc_asked('scope'), c.other_memory_artifact_id, c.other_entry_id) = 1 THEN c.relation_id END END)
        AS conflict_with
    FROM pc_asked_relation c WHERE c.status IN ('open', 'standing')
    GROUP BY c.entry_id
  ) r ON r.entry_id = q.entry_id
) d;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (57, 'pc_derivation');
