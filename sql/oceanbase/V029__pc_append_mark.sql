-- How is a word added to what an entry is marked with? At the end of the entry's own log.
--
--   CALL pc_append_mark('s', 'memory', 'ent_1', 7, 'tier', 'long', 'alice', 'user', NULL, 1767225600000000, v_ordinal);
--
-- p_revision is the head at which it is said. The caller holds the Memory's head row, so that no two words get one place.
-- Refuses nothing: what may be said is checked before.

DROP PROCEDURE IF EXISTS pc_append_mark;

DELIMITER //
CREATE PROCEDURE pc_append_mark(
  p_scope VARBINARY(1024),
  p_memory VARBINARY(512),
  p_entry VARBINARY(512),
  p_revision BIGINT,
  p_mark VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_value VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_actor VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_actor_kind VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_reason MEDIUMBLOB,
  p_recorded_at BIGINT,
  OUT p_ordinal BIGINT
)
SQL SECURITY INVOKER
BEGIN
  SET p_ordinal = (
    SELECT COALESCE(MAX(m.ordinal), 0) + 1 FROM pc_lifecycle_mark m
    WHERE m.scope_id = p_scope AND m.memory_artifact_id = p_memory AND m.entry_id = p_entry);
  INSERT INTO pc_lifecycle_mark (scope_id, memory_artifact_id, entry_id, ordinal, revision, mark, value, actor, actor_kind,
    reason, recorded_at)
  VALUES (p_scope, p_memory, p_entry, p_ordinal, p_revision, p_mark, p_value, p_actor, p_actor_kind,
    CONVERT(p_reason USING utf8mb4), p_recorded_at);
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (29, 'pc_append_mark');
