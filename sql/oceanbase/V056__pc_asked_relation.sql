-- What are the asked entries related to? One row a relation and asked entry in it: `role` says which side the entry is on
-- (subject is the successor of a supersession, object its predecessor), other_* is the entry on the other side.
--
--   SELECT relation_id, kind, status, other_entry_id FROM pc_asked_relation;

CREATE OR REPLACE VIEW pc_asked_relation AS
SELECT r.relation_id, r.kind, r.status, 'subject' AS role, r.subject_entry_id AS entry_id,
  r.object_memory_artifact_id AS other_memory_artifact_id, r.object_entry_id AS other_entry_id,
  r.object_entry_version_id AS other_entry_version_id
FROM pc_relation_status r
WHERE r.scope_id = pc_asked('scope') AND r.subject_memory_artifact_id = pc_asked('memory')
  AND r.subject_entry_id BETWEEN pc_asked('first') AND pc_asked('last')
UNION ALL
SELECT r.relation_id, r.kind, r.status, 'object', r.object_entry_id, r.subject_memory_artifact_id, r.subject_entry_id,
  r.subject_entry_version_id
FROM pc_relation_status r
WHERE r.scope_id = pc_asked('scope') AND r.object_memory_artifact_id = pc_asked('memory')
  AND r.object_entry_id BETWEEN pc_asked('first') AND pc_asked('last');

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (56, 'pc_asked_relation');
