-- Which Memories have a projection that still holds? Those whose header is of this rule version and whose every tie, the
-- Memory itself included, is at the head revision, generation and log position it was projected from.
--
--   SELECT 1 FROM pc_memory_fresh WHERE scope_id = 's' AND memory_artifact_id = 'memory';
--
-- A Memory that does not exist counts as at revision 0: a tie to one becomes stale when it appears.

CREATE OR REPLACE VIEW pc_memory_fresh AS
SELECT p.scope_id, p.memory_artifact_id, p.active_entries, p.unready_entries
FROM pc_lifecycle_projection_header p
WHERE p.rule_version = 'projection.v1' AND NOT EXISTS (
  SELECT 1 FROM pc_lifecycle_projection_tie t
  LEFT JOIN pc_authority_head h
    ON h.scope_id = CONVERT(t.scope_id USING utf8mb4) COLLATE utf8mb4_bin
   AND h.memory_artifact_id = CONVERT(t.tied_memory_artifact_id USING utf8mb4) COLLATE utf8mb4_bin
   AND CAST(h.memory_artifact_id AS BINARY) = t.tied_memory_artifact_id AND CAST(h.scope_id AS BINARY) = t.scope_id
  WHERE t.scope_id = p.scope_id AND t.memory_artifact_id = p.memory_artifact_id AND t.slot = p.slot
    AND (COALESCE(h.revision, 0) <> t.authority_revision OR COALESCE(h.generation, 0) <> t.authority_generation
      OR COALESCE(h.log_position, 0) <> t.log_position));

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (59, 'pc_memory_fresh');
