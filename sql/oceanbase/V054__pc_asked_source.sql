-- What supports each asked version, and what of it is new to its entry? One row a version and source, however often it is
-- cited, with the snapshot where an intact one exists; one row for all its artifact references; and one, with a NULL
-- evidence_type, for a version that cites nothing.
--
--   SELECT entry_version_id, source_id, direct, authority FROM pc_asked_source WHERE evidence_type = 'source';
--
-- `direct` is 1 for a reference of the version itself, 0 for an increment. `first_version` is the first version of the
-- entry that cites the source: where it is the row's own version, the source is new evidence. authority is NULL without a
-- snapshot. An artifact reference counts unless it names the own Memory without being an input of a merge.
-- The hint matters: a plan made for a Memory of one entry and kept for one of many would join them row by row.

CREATE OR REPLACE VIEW pc_asked_source AS
SELECT /*+ NO_MERGE USE_HASH(c s) */ v.entry_id, v.entry_version_id, v.version, v.kind, v.created_in_revision, v.place,
  v.changed, v.next_version_id, c.evidence_type, c.source_type, c.source_id, c.direct, c.effective_at, c.cited,
  c.counted, c.is_merge, s.authority, s.verification,
  MIN(v.version) OVER (PARTITION BY v.entry_id, c.evidence_type, c.source_type, c.source_id) AS first_version
FROM pc_asked_entry v
LEFT JOIN (
  SELECT e.entry_id, e.entry_version_id, e.evidence_type, e.source_type, e.source_id, COUNT(*) AS cited,
    MAX(CASE WHEN e.is_increment = 0 THEN 1 ELSE 0 END) AS direct,
    MIN(CASE WHEN e.is_increment = 0 THEN e.effective_at END) AS effective_at,
    SUM(CASE WHEN e.evidence_type = 'artifact' AND (e.artifact_id <> pc_asked('memory') OR e.is_merge_input = 1)
      THEN 1 ELSE 0 END) AS counted,
    MAX(e.is_merge_input) AS is_merge
  FROM pc_asked_evidence e
  GROUP BY e.entry_id, e.entry_version_id, e.evidence_type, e.source_type, e.source_id
) c ON c.entry_id = v.entry_id AND c.entry_version_id = v.entry_version_id
LEFT JOIN (
  SELECT p.entry_id, p.entry_version_id, p.source_type, p.source_id, p.authority, p.verification
  FROM pc_valid_snapshot p
  WHERE p.scope_id = pc_asked('scope') AND p.memory_artifact_id = pc_asked('memory')
    AND p.entry_id BETWEEN pc_asked('first') AND pc_asked('last')
) s ON s.entry_id = c.entry_id AND s.entry_version_id = c.entry_version_id
   AND s.source_type = c.source_type AND s.source_id = c.source_id;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (54, 'pc_asked_source');
