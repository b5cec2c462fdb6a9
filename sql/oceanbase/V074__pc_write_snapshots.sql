-- What was declared about the sources of an entry version when it was written? For each source it cites, the declaration in
-- force (the last registered for exactly that type and definition version) is copied and sealed with its hash.
--
--   CALL pc_write_snapshots('s', 'memory', 'ent_1', 'ver_1', 1767225600000000, 0, v_written);
--
-- A source without declaration gets no snapshot, one that has a snapshot keeps it. p_late = 1 marks those that pc_observe
-- fills in afterwards. Refuses nothing.

DROP PROCEDURE IF EXISTS pc_write_snapshots;

DELIMITER //
CREATE PROCEDURE pc_write_snapshots(
  p_scope VARBINARY(1024),
  p_memory VARBINARY(512),
  p_entry VARBINARY(512),
  p_version VARBINARY(512),
  p_recorded_at BIGINT,
  p_late INT,
  OUT p_written BIGINT
)
SQL SECURITY INVOKER
BEGIN
  INSERT INTO pc_lifecycle_snapshot (scope_id, memory_artifact_id, entry_id, entry_version_id, source_type, source_id,
    definition_version, declaration_version, authority, verification, late, recorded_at, snapshot_hash)
  SELECT p_scope, p_memory, p_entry, p_version, e.source_type, e.source_id,
    d.definition_version, d.declaration_version, d.authority, d.verification, p_late, p_recorded_at,
    pc_snapshot_hash(p_scope, p_memory, p_entry, p_version, e.source_type, e.source_id,
      d.definition_version, d.declaration_version, d.authority, d.verification, p_late, p_recorded_at)
  FROM pc_lifecycle_evidence e
  JOIN pc_lifecycle_source_declaration d
    ON d.source_type = e.source_type AND d.definition_version = e.definition_version
  WHERE e.scope_id = p_scope AND e.memory_artifact_id = p_memory AND e.entry_id = p_entry
    AND e.entry_version_id = p_version AND e.evidence_type = 'source' AND e.is_increment = 0
    AND NOT EXISTS (
      SELECT 1 FROM pc_lifecycle_source_declaration later
      WHERE later.source_type = d.source_type AND later.definition_version = d.definition_version
        AND later.ordinal > d.ordinal)
    AND NOT EXISTS (
      SELECT 1 FROM pc_lifecycle_snapshot s
      WHERE s.scope_id = p_scope AND s.memory_artifact_id = p_memory AND s.entry_id = p_entry
        AND s.entry_version_id = p_version AND s.source_type = e.source_type AND s.source_id = e.source_id);
  SET p_written = ROW_COUNT();
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (74, 'pc_write_snapshots');
