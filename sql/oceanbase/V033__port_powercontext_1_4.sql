-- What does the port show over a PowerContext 1.4, which keeps one artifact a memory?
--
--   CALL pc_install('powercontext-1.4', 'powercontext');
--   SELECT memory_artifact_id, entry_version_id FROM pc_authority_entry WHERE scope_id = 's';
--
-- The Memory and the entry are the artifact, the version is the revision in decimal, the head is revision and governance
-- generation. No change log exists: revision 1 reads as an add, every later one as a revise, and what else happened is the
-- head's state (pc_authority_state): deprecated is forgotten, or merged when it names a result; retired is an undone merge.
-- created_at is a host's clock and never a time of ours.

REPLACE INTO pc_lifecycle_port (adapter, view_name, body) VALUES
('powercontext-1.4', 'pc_authority_entry',
'SELECT a.scope_id, a.artifact_id AS memory_artifact_id, a.artifact_id AS entry_id,
  CAST(a.revision AS CHAR(16)) AS entry_version_id, a.revision AS version,
  CASE WHEN a.revision > 1 THEN CAST(a.revision - 1 AS CHAR(16)) END AS previous_version_id,
  JSON_UNQUOTE(JSON_EXTRACT(CONVERT(a.content USING utf8mb4), ''$.kind'')) AS kind,
  JSON_UNQUOTE(JSON_EXTRACT(CONVERT(a.content USING utf8mb4), ''$.text'')) AS text,
  SHA2(a.content, 256) AS content_hash, a.revision AS created_in_revision
  FROM {db}.pc_artifacts a WHERE a.family = ''atomic-memory'''),
('powercontext-1.4', 'pc_authority_change',
'SELECT a.scope_id, a.artifact_id AS memory_artifact_id, a.revision, 1 AS ordinal,
  CASE WHEN a.revision = 1 THEN ''add'' ELSE ''revise'' END AS op, a.artifact_id AS entry_id,
  CASE WHEN a.revision > 1 THEN CAST(a.revision - 1 AS CHAR(16)) END AS from_entry_version_id,
  CAST(a.revision AS CHAR(16)) AS to_entry_version_id, CAST(NULL AS CHAR(512)) AS reason
  FROM {db}.pc_artifacts a WHERE a.family = ''atomic-memory'''),
('powercontext-1.4', 'pc_authority_evidence',
'SELECT scope_id, memory_artifact_id, entry_id, entry_version_id, ordinal, evidence_type, source_type, source_id,
  definition_version, materialization, artifact_family, artifact_id, artifact_revision, is_merge_input
  FROM pc_lifecycle_evidence WHERE is_increment = 0'),
('powercontext-1.4', 'pc_authority_head',
'SELECT h.scope_id, h.artifact_id AS memory_artifact_id, h.revision, h.governance_generation AS generation,
  COALESCE(l.log_position, 0) AS log_position, COALESCE(l.revision, 0) AS mirrored_revision
  FROM {db}.pc_artifact_heads h
  LEFT JOIN pc_lifecycle_head l ON l.scope_id = h.scope_id AND l.memory_artifact_id = h.artifact_id
  WHERE h.family = ''atomic-memory'''),
('powercontext-1.4', 'pc_authority_fresh',
'SELECT n.scope_id, n.memory_artifact_id, n.foreign_ties, n.unready_entries, n.slot
  FROM pc_lifecycle_projection_header n
  INNER JOIN {db}.pc_artifact_heads h ON h.family = ''atomic-memory''
    AND h.scope_id = CONVERT(n.scope_id USING utf8mb4) COLLATE utf8mb4_bin
    AND h.artifact_id = CONVERT(n.memory_artifact_id USING utf8mb4) COLLATE utf8mb4_bin
    AND CAST(h.artifact_id AS BINARY) = n.memory_artifact_id AND CAST(h.scope_id AS BINARY) = n.scope_id
  LEFT JOIN pc_lifecycle_head l ON l.scope_id = n.scope_id AND l.memory_artifact_id = n.memory_artifact_id
  WHERE n.rule_version = ''projection.v1'' AND n.authority_revision = h.revision
    AND n.authority_generation = h.governance_generation AND n.log_position = COALESCE(l.log_position, 0)'),
('powercontext-1.4', 'pc_authority_content',
'SELECT a.scope_id, a.artifact_id AS memory_artifact_id, a.revision, CAST(JSON_ARRAY(JSON_OBJECT(
  ''op'', CASE WHEN a.revision = 1 THEN ''add'' ELSE ''revise'' END, ''entry_id'', a.artifact_id,
  ''from_entry_version_id'', CASE WHEN a.revision > 1 THEN CAST(a.revision - 1 AS CHAR(16)) END,
  ''to_entry_version_id'', CAST(a.revision AS CHAR(16)))) AS CHAR) AS changes
  FROM {db}.pc_artifacts a WHERE a.family = ''atomic-memory'''),
('powercontext-1.4', 'pc_authority_document',
'SELECT scope_id, memory_artifact_id, entry_id, entry_version_id, '''' AS source_refs, '''' AS artifact_refs
  FROM pc_lifecycle_entry WHERE 1 = 0'),
('powercontext-1.4', 'pc_authority_lineage',
'SELECT s.scope_id, s.artifact_id AS memory_artifact_id, s.artifact_id AS entry_id,
  CAST(s.revision AS CHAR(16)) AS entry_version_id, s.revision AS version, s.ordinal, ''source'' AS evidence_type,
  s.source_type, s.source_id, NULL AS artifact_family, NULL AS artifact_id, NULL AS artifact_revision, 0 AS is_merge_input
  FROM {db}.pc_artifact_lineage_sources s WHERE s.family = ''atomic-memory''
  UNION ALL
  SELECT a.scope_id, a.artifact_id, a.artifact_id, CAST(a.revision AS CHAR(16)), a.revision, a.ordinal, ''artifact'',
  NULL, NULL, a.upstream_family, a.upstream_artifact_id, a.upstream_revision, a.is_merge_input
  FROM {db}.pc_artifact_lineage_artifacts a WHERE a.family = ''atomic-memory'''),
('powercontext-1.4', 'pc_authority_state',
'SELECT scope_id, artifact_id AS memory_artifact_id, lifecycle_state, merged_into_id
  FROM {db}.pc_artifact_heads WHERE family = ''atomic-memory''');

-- A Source reads the same in both versions.
REPLACE INTO pc_lifecycle_port (adapter, view_name, body)
  SELECT 'powercontext-1.4', view_name, body FROM pc_lifecycle_port
  WHERE adapter = 'powercontext-1.2' AND view_name = 'pc_authority_source';

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (33, 'port_powercontext_1_4');
