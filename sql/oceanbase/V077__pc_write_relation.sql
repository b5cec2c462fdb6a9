-- How is a relation between two entries written? As an immutable row, with its exact versions as the pre-state, and a first
-- event that gives its status and the heads at which it takes effect. Evidence is the canonical JSON of what was named for it.
--
--   CALL pc_write_relation('s', 'rel_1', 'contradicts', 'memory', 'e1', 'v1', 'memory', 'e2', 'v4', 'open', 7, 7, NULL, NULL,
--     1767225600000000);
--
-- Refuses nothing; a relation_id that is taken is error 1062.

DROP PROCEDURE IF EXISTS pc_write_relation;

DELIMITER //
CREATE PROCEDURE pc_write_relation(
  p_scope VARBINARY(1024),
  p_relation_id VARBINARY(512),
  p_kind VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_subject_memory VARBINARY(512),
  p_subject_entry VARBINARY(512),
  p_subject_version VARBINARY(512),
  p_object_memory VARBINARY(512),
  p_object_entry VARBINARY(512),
  p_object_version VARBINARY(512),
  p_status VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_subject_revision BIGINT,
  p_object_revision BIGINT,
  p_operation_id VARBINARY(512),
  p_evidence LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_recorded_at BIGINT
)
SQL SECURITY INVOKER
BEGIN
  INSERT INTO pc_lifecycle_relation (scope_id, relation_id, kind, subject_memory_artifact_id, subject_entry_id,
    subject_entry_version_id, object_memory_artifact_id, object_entry_id, object_entry_version_id, rule_version,
    evidence, recorded_at)
  VALUES (p_scope, p_relation_id, p_kind, p_subject_memory, p_subject_entry, p_subject_version,
    p_object_memory, p_object_entry, p_object_version, 'relation.v1', p_evidence, p_recorded_at);
  INSERT INTO pc_lifecycle_relation_event (scope_id, relation_id, ordinal, status, subject_revision, object_revision,
    operation_id, recorded_at)
  VALUES (p_scope, p_relation_id, 1, p_status, p_subject_revision, p_object_revision, p_operation_id, p_recorded_at);
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (77, 'pc_write_relation');
