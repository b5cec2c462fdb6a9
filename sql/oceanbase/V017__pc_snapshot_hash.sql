-- What seals a snapshot of a declaration? The SHA-256 of its canonical array: the identity of the version, the source, the
-- declaration, and when it was recorded. A row whose stored hash differs reads unknown and untrusted.
--
--   SELECT snapshot_hash = pc_snapshot_hash(scope_id, memory_artifact_id, entry_id, entry_version_id, source_type, source_id,
--          definition_version, declaration_version, authority, verification, late, recorded_at) FROM pc_lifecycle_snapshot;
--
-- Refuses nothing.

DROP FUNCTION IF EXISTS pc_snapshot_hash;

DELIMITER //
CREATE FUNCTION pc_snapshot_hash(
  p_scope VARBINARY(1024),
  p_memory VARBINARY(512),
  p_entry VARBINARY(512),
  p_version VARBINARY(512),
  p_source_type VARBINARY(512),
  p_source_id VARBINARY(1024),
  p_definition_version VARBINARY(512),
  p_declaration_version VARBINARY(512),
  p_authority BIGINT,
  p_verification VARBINARY(64),
  p_late BIGINT,
  p_recorded_at BIGINT
)
RETURNS CHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  RETURN SHA2(CONCAT('[', pc_json_string(p_scope), ',', pc_json_string(p_memory), ',', pc_json_string(p_entry), ',',
    pc_json_string(p_version), ',', pc_json_string(p_source_type), ',', pc_json_string(p_source_id), ',',
    pc_json_string(p_definition_version), ',', pc_json_string(p_declaration_version), ',', p_authority, ',',
    pc_json_string(p_verification), ',', p_late, ',', p_recorded_at, ']'), 256);
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (17, 'pc_snapshot_hash');
