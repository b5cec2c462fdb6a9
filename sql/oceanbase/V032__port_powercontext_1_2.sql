-- What does the port show over a PowerContext 1.1 or 1.2, whose Memory artifact holds many entries?
--
--   CALL pc_install('powercontext-1.2', 'powercontext');
--   SELECT entry_id, version FROM pc_authority_entry WHERE scope_id = 's' AND memory_artifact_id = 'memory';
--
-- `artifact_id` alone is not unique: the main Memory of every scope is called `memory`. The head is the one of
-- pc_artifact_heads; how far its revisions were copied is ours. Changes and references exist only as JSON there, so the
-- views of them show what was copied, and pc_authority_content and pc_authority_document the JSON for the rest.
-- A Source without the envelope, or of another shape, has no definition version: unknown, never guessed.

REPLACE INTO pc_lifecycle_port (adapter, view_name, body) VALUES
('powercontext-1.2', 'pc_authority_entry',
'SELECT scope_id, memory_artifact_id, entry_id, entry_version_id, version, previous_version_id, kind, text,
  entry_content_hash AS content_hash, created_in_revision FROM {db}.pc_memory_entry_versions WHERE family = ''memory'''),
('powercontext-1.2', 'pc_authority_change',
'SELECT scope_id, memory_artifact_id, revision, ordinal, op, entry_id, from_entry_version_id, to_entry_version_id, reason
  FROM pc_lifecycle_change'),
('powercontext-1.2', 'pc_authority_evidence',
'SELECT scope_id, memory_artifact_id, entry_id, entry_version_id, ordinal, evidence_type, source_type, source_id,
  definition_version, materialization, artifact_family, artifact_id, artifact_revision, is_merge_input
  FROM pc_lifecycle_evidence WHERE is_increment = 0'),
('powercontext-1.2', 'pc_authority_head',
'SELECT h.scope_id, h.artifact_id AS memory_artifact_id, h.revision, 0 AS generation,
  COALESCE(l.log_position, 0) AS log_position, COALESCE(l.revision, 0) AS mirrored_revision
  FROM {db}.pc_artifact_heads h
  LEFT JOIN pc_lifecycle_head l ON l.scope_id = h.scope_id AND l.memory_artifact_id = h.artifact_id
  WHERE h.family = ''memory'''),
('powercontext-1.2', 'pc_authority_fresh',
'SELECT n.scope_id, n.memory_artifact_id, n.foreign_ties, n.unready_entries, n.slot
  FROM pc_lifecycle_projection_header n
  INNER JOIN {db}.pc_artifact_heads h ON h.family = ''memory''
    AND h.scope_id = CONVERT(n.scope_id USING utf8mb4) COLLATE utf8mb4_bin
    AND h.artifact_id = CONVERT(n.memory_artifact_id USING utf8mb4) COLLATE utf8mb4_bin
    AND CAST(h.artifact_id AS BINARY) = n.memory_artifact_id AND CAST(h.scope_id AS BINARY) = n.scope_id
  LEFT JOIN pc_lifecycle_head l ON l.scope_id = n.scope_id AND l.memory_artifact_id = n.memory_artifact_id
  WHERE n.rule_version = ''projection.v1'' AND n.authority_revision = h.revision AND n.authority_generation = 0
    AND n.log_position = COALESCE(l.log_position, 0)'),
('powercontext-1.2', 'pc_authority_content',
'SELECT scope_id, artifact_id AS memory_artifact_id, revision,
  CASE WHEN JSON_VALID(CONVERT(content USING utf8mb4)) THEN
    CAST(JSON_EXTRACT(CONVERT(content USING utf8mb4), ''$.changes'') AS CHAR) END AS changes
  FROM {db}.pc_artifacts WHERE family = ''memory'''),
('powercontext-1.2', 'pc_authority_document',
'SELECT scope_id, memory_artifact_id, entry_id, entry_version_id, CONVERT(source_refs USING utf8mb4) AS source_refs,
  CONVERT(artifact_refs USING utf8mb4) AS artifact_refs FROM {db}.pc_memory_entry_versions WHERE family = ''memory'''),
('powercontext-1.2', 'pc_authority_lineage',
'SELECT scope_id, memory_artifact_id, entry_id, entry_version_id, ordinal, evidence_type, source_type, source_id,
  artifact_family, artifact_id, artifact_revision, is_merge_input FROM pc_lifecycle_evidence WHERE 1 = 0'),
('powercontext-1.2', 'pc_authority_source',
'SELECT scope_id, source_type, source_id,
  CASE WHEN JSON_VALID(CONVERT(payload USING utf8mb4)) THEN CASE JSON_TYPE(JSON_EXTRACT(CONVERT(payload USING utf8mb4),
    ''$.value.definition_version'')) WHEN ''STRING'' THEN JSON_UNQUOTE(JSON_EXTRACT(CONVERT(payload USING utf8mb4),
    ''$.value.definition_version'')) END END AS definition_version,
  CASE WHEN JSON_VALID(CONVERT(payload USING utf8mb4)) THEN CASE JSON_TYPE(JSON_EXTRACT(CONVERT(payload USING utf8mb4),
    ''$.value.materialization'')) WHEN ''STRING'' THEN JSON_UNQUOTE(JSON_EXTRACT(CONVERT(payload USING utf8mb4),
    ''$.value.materialization'')) END END AS materialization,
  CASE WHEN JSON_VALID(CONVERT(payload USING utf8mb4)) THEN COALESCE(JSON_UNQUOTE(JSON_EXTRACT(
    CONVERT(payload USING utf8mb4), ''$.value.internal.role'')) = ''lineage_only'', 0) ELSE 0 END AS is_receipt
  FROM {db}.pc_sources'),
('powercontext-1.2', 'pc_authority_state',
'SELECT scope_id, memory_artifact_id, ''active'' AS lifecycle_state, memory_artifact_id AS merged_into_id
  FROM pc_lifecycle_head WHERE 1 = 0');

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (32, 'port_powercontext_1_2');
