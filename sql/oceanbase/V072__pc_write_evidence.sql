-- What does a new entry version rest on? On the references of the version before it, then on those given: each kept once, as it
-- stood first. Rows of pc_lifecycle_evidence, numbered from 1.
--
--   CALL pc_write_evidence('s', 'memory', 'ent_1', 'ver_2', 'ver_1', '[{"source_type":"content","source_id":"standup/2"}]');
--
-- Refuses nothing: pc_check_evidence has. Increments of the version before are its own and do not travel.

DROP PROCEDURE IF EXISTS pc_write_evidence;

DELIMITER //
CREATE PROCEDURE pc_write_evidence(
  p_scope VARBINARY(1024),
  p_memory VARBINARY(512),
  p_entry VARBINARY(512),
  p_version VARBINARY(512),
  p_previous_version VARBINARY(512),
  p_evidence MEDIUMBLOB
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_items LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_evidence USING utf8mb4);
  DECLARE v_kept BIGINT DEFAULT 0;
  IF p_previous_version IS NOT NULL THEN
    INSERT INTO pc_lifecycle_evidence (scope_id, memory_artifact_id, entry_id, entry_version_id, ordinal, evidence_type,
      source_type, source_id, definition_version, materialization, effective_at,
      artifact_family, artifact_id, artifact_revision, is_merge_input, is_increment)
    SELECT e.scope_id, e.memory_artifact_id, e.entry_id, p_version, ROW_NUMBER() OVER (ORDER BY e.ordinal), e.evidence_type,
      e.source_type, e.source_id, e.definition_version, e.materialization, e.effective_at,
      e.artifact_family, e.artifact_id, e.artifact_revision, e.is_merge_input, 0
    FROM pc_lifecycle_evidence e
    WHERE e.scope_id = p_scope AND e.memory_artifact_id = p_memory AND e.entry_id = p_entry
      AND e.entry_version_id = p_previous_version AND e.is_increment = 0;
    SET v_kept = ROW_COUNT();
  END IF;
  IF v_items IS NOT NULL THEN
    INSERT INTO pc_lifecycle_evidence (scope_id, memory_artifact_id, entry_id, entry_version_id, ordinal, evidence_type,
      source_type, source_id, definition_version, materialization, effective_at,
      artifact_family, artifact_id, artifact_revision, is_merge_input, is_increment)
    SELECT p_scope, p_memory, p_entry, p_version, v_kept + ROW_NUMBER() OVER (ORDER BY g.place),
      IF(g.artifact_family IS NULL, 'source', 'artifact'), g.source_type, g.source_id, g.definition_version, g.materialization,
      g.effective_at, g.artifact_family, g.artifact_id, g.artifact_revision, 0, 0
    FROM (
      SELECT j.place, j.source_type, j.source_id, j.definition_version, j.materialization, j.effective_at,
        j.artifact_family, j.artifact_id, j.artifact_revision,
        ROW_NUMBER() OVER (PARTITION BY j.source_type, j.source_id, j.artifact_family, j.artifact_id, j.artifact_revision
          ORDER BY j.place) AS repeated
      FROM JSON_TABLE(v_items, '$[*]' COLUMNS (
        place FOR ORDINALITY,
        source_type VARBINARY(512) PATH '$.source_type',
        source_id VARBINARY(1024) PATH '$.source_id',
        definition_version VARBINARY(512) PATH '$.definition_version',
        materialization VARBINARY(512) PATH '$.materialization',
        effective_at BIGINT PATH '$.effective_at',
        artifact_family VARBINARY(512) PATH '$.family',
        artifact_id VARBINARY(512) PATH '$.artifact_id',
        artifact_revision BIGINT PATH '$.revision')) j
    ) g
    WHERE g.repeated = 1 AND NOT EXISTS (
      SELECT 1 FROM pc_lifecycle_evidence e
      WHERE e.scope_id = p_scope AND e.memory_artifact_id = p_memory AND e.entry_id = p_entry
        AND e.entry_version_id = p_version AND e.source_type <=> g.source_type AND e.source_id <=> g.source_id
        AND e.artifact_family <=> g.artifact_family AND e.artifact_id <=> g.artifact_id
        AND e.artifact_revision <=> g.artifact_revision);
  END IF;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (72, 'pc_write_evidence');
