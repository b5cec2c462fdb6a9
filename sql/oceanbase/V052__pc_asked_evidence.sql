-- What do the asked versions cite? Our rows (native: all of them, else the copied ones and every increment), and after
-- them the tail that pc_ask read from the authority.
--
--   SELECT entry_id, source_type, source_id FROM pc_asked_evidence WHERE evidence_type = 'source';
--
-- A reference to an artifact is counted unless it names the own Memory without being an input of a merge.

CREATE OR REPLACE VIEW pc_asked_tail_evidence AS
SELECT t.entry_id, t.entry_version_id, t.ordinal, t.evidence_type, t.source_type, t.source_id, t.definition_version,
  t.materialization, t.artifact_family, t.artifact_id, t.artifact_revision, t.is_merge_input
FROM JSON_TABLE(pc_asked_tail(), '$.evidence[*]' COLUMNS (
    entry_id VARBINARY(512) PATH '$.e',
    entry_version_id VARBINARY(512) PATH '$.v',
    ordinal BIGINT PATH '$.o',
    evidence_type VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PATH '$.k',
    source_type VARBINARY(512) PATH '$.t',
    source_id VARBINARY(1024) PATH '$.i',
    definition_version VARBINARY(512) PATH '$.d',
    materialization VARBINARY(512) PATH '$.m',
    artifact_family VARBINARY(512) PATH '$.f',
    artifact_id VARBINARY(512) PATH '$.a',
    artifact_revision BIGINT PATH '$.r',
    is_merge_input BIGINT PATH '$.x')) t
WHERE t.entry_id BETWEEN pc_asked('first') AND pc_asked('last');

CREATE OR REPLACE VIEW pc_asked_evidence AS
SELECT e.entry_id, e.entry_version_id, e.ordinal, e.evidence_type, e.source_type, e.source_id, e.definition_version,
  e.materialization, e.effective_at, e.artifact_family, e.artifact_id, e.artifact_revision, e.is_merge_input,
  e.is_increment
FROM pc_lifecycle_evidence e
WHERE e.scope_id = pc_asked('scope') AND e.memory_artifact_id = pc_asked('memory')
  AND e.entry_id BETWEEN pc_asked('first') AND pc_asked('last')
UNION ALL
SELECT t.entry_id, t.entry_version_id, t.ordinal, t.evidence_type, t.source_type, t.source_id, t.definition_version,
  t.materialization, NULL, t.artifact_family, t.artifact_id, t.artifact_revision, t.is_merge_input, 0
FROM pc_asked_tail_evidence t;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (52, 'pc_asked_evidence');
