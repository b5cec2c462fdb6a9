-- What does a write leave in the manifest? One change, the first of its revision, and the observation of when it was made.
--
--   CALL pc_write_change('s', 'memory', 8, 'deactivate', 'ent_1', 'ver_1', NULL, 'obsolete', 1767225600000000);
--
-- add and reactivate have only a version they lead to, deactivate only one it leads from, revise both. Refuses nothing.

DROP PROCEDURE IF EXISTS pc_write_change;

DELIMITER //
CREATE PROCEDURE pc_write_change(
  p_scope VARBINARY(1024),
  p_memory VARBINARY(512),
  p_revision BIGINT,
  p_op VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_entry VARBINARY(512),
  p_from_version VARBINARY(512),
  p_to_version VARBINARY(512),
  p_reason MEDIUMBLOB,
  p_recorded_at BIGINT
)
SQL SECURITY INVOKER
BEGIN
  INSERT INTO pc_lifecycle_change (scope_id, memory_artifact_id, revision, ordinal, op, entry_id, from_entry_version_id,
    to_entry_version_id, reason)
  VALUES (p_scope, p_memory, p_revision, 1, p_op, p_entry, p_from_version, p_to_version, CONVERT(p_reason USING utf8mb4));
  INSERT INTO pc_lifecycle_observation (scope_id, memory_artifact_id, revision, entry_id, entry_version_id, event, recorded_at)
  VALUES (p_scope, p_memory, p_revision, p_entry, IFNULL(p_to_version, p_from_version), p_op, p_recorded_at);
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (78, 'pc_write_change');
