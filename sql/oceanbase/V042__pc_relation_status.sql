-- What is the status of a relation now, or in the past that is asked about? That of its last event; as of revision R of a
-- Memory, of the last event at or before R on the side (or sides) of that Memory. NULL before its first event.
--
--   SELECT relation_id, kind, status FROM pc_relation_status
--   WHERE scope_id = 's' AND object_memory_artifact_id = 'memory' AND object_entry_id = 'ent_1';

CREATE OR REPLACE VIEW pc_relation_status AS
SELECT r.scope_id, r.relation_id, r.kind, r.subject_memory_artifact_id, r.subject_entry_id, r.subject_entry_version_id,
  r.object_memory_artifact_id, r.object_entry_id, r.object_entry_version_id,
  (SELECT v.status FROM pc_lifecycle_relation_event v
   WHERE v.scope_id = r.scope_id AND v.relation_id = r.relation_id
     AND v.subject_revision <= CASE WHEN r.scope_id = pc_asked('as_of_scope')
       AND r.subject_memory_artifact_id = pc_asked('as_of_memory')
       THEN COALESCE(pc_asked_number('as_of'), 9223372036854775807) ELSE 9223372036854775807 END
     AND v.object_revision <= CASE WHEN r.scope_id = pc_asked('as_of_scope')
       AND r.object_memory_artifact_id = pc_asked('as_of_memory')
       THEN COALESCE(pc_asked_number('as_of'), 9223372036854775807) ELSE 9223372036854775807 END
   ORDER BY v.ordinal DESC LIMIT 1) AS status
FROM pc_lifecycle_relation r;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (42, 'pc_relation_status');
