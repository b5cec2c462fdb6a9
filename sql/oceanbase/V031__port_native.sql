-- What does the port show when the authority is our own? The tables of V001; nothing is left to copy or to parse.
--
--   SELECT entry_id, version FROM pc_authority_entry WHERE scope_id = 's' AND memory_artifact_id = 'memory';
--
-- The four views that only a PowerContext fills stay empty here, with the column types the routines expect.

REPLACE INTO pc_lifecycle_port (adapter, view_name, body) VALUES
('native', 'pc_authority_entry',
'SELECT scope_id, memory_artifact_id, entry_id, entry_version_id, version, previous_version_id, kind, text, content_hash,
  created_in_revision FROM pc_lifecycle_entry'),
('native', 'pc_authority_change',
'SELECT scope_id, memory_artifact_id, revision, ordinal, op, entry_id, from_entry_version_id, to_entry_version_id, reason
  FROM pc_lifecycle_change'),
('native', 'pc_authority_evidence',
'SELECT scope_id, memory_artifact_id, entry_id, entry_version_id, ordinal, evidence_type, source_type, source_id,
  definition_version, materialization, artifact_family, artifact_id, artifact_revision, is_merge_input
  FROM pc_lifecycle_evidence WHERE is_increment = 0'),
('native', 'pc_authority_head',
'SELECT scope_id, memory_artifact_id, revision, 0 AS generation, log_position, revision AS mirrored_revision
  FROM pc_lifecycle_head'),
('native', 'pc_authority_fresh',
'SELECT n.scope_id, n.memory_artifact_id, n.foreign_ties, n.unready_entries, n.slot
  FROM pc_lifecycle_projection_header n
  INNER JOIN pc_lifecycle_head h ON h.scope_id = n.scope_id AND h.memory_artifact_id = n.memory_artifact_id
  WHERE n.rule_version = ''projection.v1'' AND n.authority_revision = h.revision AND n.authority_generation = 0
    AND n.log_position = h.log_position'),
('native', 'pc_authority_content',
'SELECT scope_id, memory_artifact_id, revision, '''' AS changes FROM pc_lifecycle_head WHERE 1 = 0'),
('native', 'pc_authority_document',
'SELECT scope_id, memory_artifact_id, entry_id, entry_version_id, '''' AS source_refs, '''' AS artifact_refs
  FROM pc_lifecycle_entry WHERE 1 = 0'),
('native', 'pc_authority_lineage',
'SELECT scope_id, memory_artifact_id, entry_id, entry_version_id, ordinal, evidence_type, source_type, source_id,
  artifact_family, artifact_id, artifact_revision, is_merge_input FROM pc_lifecycle_evidence WHERE 1 = 0'),
('native', 'pc_authority_source',
'SELECT scope_id, source_type, source_id, definition_version, materialization, 0 AS is_receipt
  FROM pc_lifecycle_evidence WHERE 1 = 0'),
('native', 'pc_authority_state',
'SELECT scope_id, memory_artifact_id, ''active'' AS lifecycle_state, memory_artifact_id AS merged_into_id
  FROM pc_lifecycle_head WHERE 1 = 0');

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (31, 'port_native');
