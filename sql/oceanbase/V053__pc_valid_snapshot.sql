-- Which snapshots are intact? Those whose hash is the SHA-256 of their canonical form; one that was tampered with reads
-- as missing, hence unknown and untrusted, and pc_lifecycle_snapshot still shows it.
--
--   SELECT source_id, authority FROM pc_valid_snapshot
--   WHERE scope_id = 's' AND memory_artifact_id = 'memory' AND entry_id = 'ent_1';
--
-- The same canonical form as pc_snapshot_hash() writes; spelled out here because a call a row costs ten times as much.

CREATE OR REPLACE VIEW pc_valid_snapshot AS
SELECT s.scope_id, s.memory_artifact_id, s.entry_id, s.entry_version_id, s.source_type, s.source_id,
  s.authority, s.verification
FROM pc_lifecycle_snapshot s
WHERE s.snapshot_hash = SHA2(CONCAT('[',
  JSON_QUOTE(CONVERT(s.scope_id USING utf8mb4)), ',', JSON_QUOTE(CONVERT(s.memory_artifact_id USING utf8mb4)), ',',
  JSON_QUOTE(CONVERT(s.entry_id USING utf8mb4)), ',', JSON_QUOTE(CONVERT(s.entry_version_id USING utf8mb4)), ',',
  JSON_QUOTE(CONVERT(s.source_type USING utf8mb4)), ',', JSON_QUOTE(CONVERT(s.source_id USING utf8mb4)), ',',
  JSON_QUOTE(CONVERT(s.definition_version USING utf8mb4)), ',',
  JSON_QUOTE(CONVERT(s.declaration_version USING utf8mb4)), ',',
  s.authority, ',', JSON_QUOTE(s.verification), ',', s.late, ',', s.recorded_at, ']'), 256);

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (53, 'pc_valid_snapshot');
