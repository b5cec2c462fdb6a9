-- Which sources support each asked version, and which of them are new to its entry? One row a version and source, however
-- often it is cited, with the snapshot where an intact one exists.
--
--   SELECT entry_version_id, source_id, direct, authority FROM pc_asked_source;
--
-- `direct` is 1 for a reference of the version itself, 0 for an increment. `first_version` is the first version of the
-- entry that cites the source: where it is the row's own version, the source is new evidence. authority is NULL without a
-- snapshot. The hint matters: a plan made for a Memory of one entry and kept for one of many would join them row by row.

CREATE OR REPLACE VIEW pc_asked_source AS
SELECT /*+ USE_HASH(s) */ c.entry_id, c.entry_version_id, c.version, c.source_type, c.source_id, c.direct, c.effective_at,
  MIN(c.version) OVER (PARTITION BY c.entry_id, c.source_type, c.source_id) AS first_version,
  s.authority, s.verification
FROM (
  SELECT /*+ USE_HASH(e) */ e.entry_id, e.entry_version_id, v.version, e.source_type, e.source_id,
    MAX(CASE WHEN e.is_increment = 0 THEN 1 ELSE 0 END) AS direct,
    MIN(CASE WHEN e.is_increment = 0 THEN e.effective_at END) AS effective_at
  FROM pc_asked_evidence e
  INNER JOIN pc_asked_entry v ON v.entry_id = e.entry_id AND v.entry_version_id = e.entry_version_id
  WHERE e.evidence_type = 'source'
  GROUP BY e.entry_id, e.entry_version_id, v.version, e.source_type, e.source_id
) c
LEFT JOIN (
  SELECT p.entry_id, p.entry_version_id, p.source_type, p.source_id, p.authority, p.verification
  FROM pc_valid_snapshot p
  WHERE p.scope_id = pc_asked('scope') AND p.memory_artifact_id = pc_asked('memory')
    AND p.entry_id BETWEEN pc_asked('first') AND pc_asked('last')
) s ON s.entry_id = c.entry_id AND s.entry_version_id = c.entry_version_id
   AND s.source_type = c.source_type AND s.source_id = c.source_id;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (54, 'pc_asked_source');
