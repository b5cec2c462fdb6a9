-- How is an entry marked, by a user or by automation? {"entry_id","mark","ordinal","outcome"}.
--
--   CALL pc_mark('s', 'memory', 'ent_1', 'tier', 'session', 'alice', 'user', 1767225600000000, 'for this task only');
--   {"entry_id":"ent_1","mark":"tier","ordinal":1,"outcome":"marked"}
--
-- Marks are tier, session, pinned, protected, state_class and importance; a NULL value clears one. What is in force already
-- is "unchanged". Refuses bad arguments in their order (mark_user_retired, mark_unknown, mark_value, actor_kind), not_installed,
-- entry_unknown, mark_importance (automation sets none) and mark_protected: an automatic mark never replaces a user's.
-- Transactions as in pc_remember; works on every adapter, since marks are ours. Moves no head.

DROP PROCEDURE IF EXISTS pc_mark;

DELIMITER //
CREATE PROCEDURE pc_mark(
  p_scope MEDIUMBLOB,
  p_memory MEDIUMBLOB,
  p_entry_id MEDIUMBLOB,
  p_mark MEDIUMBLOB,
  p_value MEDIUMBLOB,
  p_actor MEDIUMBLOB,
  p_actor_kind MEDIUMBLOB,
  p_recorded_at MEDIUMBLOB,
  p_reason MEDIUMBLOB
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_own INT;
  DECLARE v_adapter VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_scope VARBINARY(1024);
  DECLARE v_memory, v_entry VARBINARY(512);
  DECLARE v_mark, v_dimension VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_actor_kind VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_recorded_at, v_user, v_automatic, v_ordinal BIGINT;
  DECLARE v_user_value, v_automatic_value VARBINARY(2048);
  DECLARE v_unchanged INT;
  DECLARE EXIT HANDLER FOR SQLEXCEPTION
  BEGIN
    CALL pc_rollback(v_own);
    RESIGNAL;
  END;
  DECLARE EXIT HANDLER FOR 1062, 1205, 1213, SQLSTATE '25000'
  BEGIN
    CALL pc_rollback(v_own);
    CALL pc_refuse('write_raced', NULL, NULL);
  END;
  CALL pc_check_text('scope', p_scope, 'scope_id_chars');
  CALL pc_check_text('memory', p_memory, 'artifact_id_chars');
  CALL pc_check_text('entry_id', p_entry_id, 'entry_id_chars');
  CALL pc_check_text('mark', p_mark, 'kind_chars');
  IF p_mark = CAST('user_retired' AS BINARY) THEN
    CALL pc_refuse('mark_user_retired', NULL, NULL);
  END IF;
  IF NOT EXISTS (SELECT 1 FROM pc_lifecycle_level l WHERE l.dimension = 'mark' AND CAST(l.name AS BINARY) = p_mark) THEN
    CALL pc_refuse('mark_unknown', p_mark, NULL);
  END IF;
  SET v_mark = CONVERT(p_mark USING utf8mb4);
  SET v_dimension = CASE WHEN v_mark IN ('tier', 'state_class', 'importance') THEN v_mark WHEN v_mark <> 'session' THEN 'flag' END;
  IF p_value IS NOT NULL THEN
    CALL pc_check_text('value', p_value, 'artifact_id_chars');
    IF v_dimension IS NOT NULL AND NOT EXISTS (SELECT 1 FROM pc_lifecycle_level l
        WHERE l.dimension = v_dimension AND CAST(l.name AS BINARY) = p_value) THEN
      CALL pc_refuse('mark_value', v_mark, p_value);
    END IF;
  END IF;
  CALL pc_check_text('actor', p_actor, 'artifact_id_chars');
  CALL pc_check_text('actor_kind', p_actor_kind, 'kind_chars');
  IF p_actor_kind NOT IN (CAST('user' AS BINARY), CAST('automatic' AS BINARY)) THEN
    CALL pc_refuse('actor_kind', p_actor_kind, NULL);
  END IF;
  SET v_actor_kind = CONVERT(p_actor_kind USING utf8mb4);
  CALL pc_check_integer('recorded_at', p_recorded_at, v_recorded_at);
  CALL pc_check_reason(p_reason);
  SET v_scope = p_scope, v_memory = p_memory, v_entry = p_entry_id;
  CALL pc_require_store(v_adapter);
  CALL pc_begin(v_own);
  CALL pc_touch_head(v_scope, v_memory, v_entry, NULL, NULL);
  IF pc_entry_newest(v_scope, v_memory, v_entry) IS NULL THEN
    CALL pc_refuse('entry_unknown', v_entry, v_memory);
  END IF;
  IF v_mark = 'importance' AND v_actor_kind = 'automatic' THEN
    CALL pc_refuse('mark_importance', NULL, NULL);
  END IF;
  -- The last words of either: an automatic one counts where it came after the user's.
  SELECT MAX(CASE WHEN m.actor_kind = 'user' THEN m.ordinal END), MAX(CASE WHEN m.actor_kind = 'automatic' THEN m.ordinal END)
  INTO v_user, v_automatic FROM pc_lifecycle_mark m
  WHERE m.scope_id = v_scope AND m.memory_artifact_id = v_memory AND m.entry_id = v_entry AND m.mark = v_mark;
  SET v_user_value = (SELECT CAST(m.value AS BINARY) FROM pc_lifecycle_mark m
    WHERE m.scope_id = v_scope AND m.memory_artifact_id = v_memory AND m.entry_id = v_entry AND m.ordinal = v_user);
  SET v_automatic_value = (SELECT CAST(m.value AS BINARY) FROM pc_lifecycle_mark m
    WHERE m.scope_id = v_scope AND m.memory_artifact_id = v_memory AND m.entry_id = v_entry AND m.ordinal = v_automatic
      AND v_user_value IS NULL AND m.ordinal > COALESCE(v_user, 0));
  IF v_user_value IS NOT NULL AND v_actor_kind = 'automatic' THEN
    CALL pc_refuse('mark_protected', v_entry, v_mark);
  END IF;
  SET v_unchanged = (CASE WHEN p_value IS NULL THEN v_user_value IS NULL AND v_automatic_value IS NULL
    WHEN v_actor_kind = 'user' THEN COALESCE(v_user_value = p_value, 0)
    ELSE COALESCE(v_automatic_value = p_value, 0) END);
  IF v_unchanged = 1 THEN
    CALL pc_rollback(v_own);
  ELSE
    CALL pc_append_mark(v_scope, v_memory, v_entry, COALESCE(pc_head_revision(v_scope, v_memory), 0), v_mark,
      CONVERT(p_value USING utf8mb4), CONVERT(p_actor USING utf8mb4), v_actor_kind, p_reason, v_recorded_at, v_ordinal);
    CALL pc_commit(v_own);
  END IF;
  SELECT CONCAT('{"entry_id":', pc_json_string(v_entry), ',"mark":', pc_json_string(v_mark), ',"ordinal":',
    COALESCE(v_ordinal, 'null'), ',"outcome":', IF(v_unchanged = 1, '"unchanged"', '"marked"'), '}') AS result;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (150, 'pc_mark');
