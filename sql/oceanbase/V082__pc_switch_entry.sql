-- How does an entry leave the manifest's active set, and come back? The one body of pc_forget (deactivate) and pc_reactivate.
--
--   CALL pc_switch_entry('deactivate', 's', 'memory', 2, 'ent_1', 1767225600000000, 'obsolete');
--   {"entry_id":"ent_1","entry_version_id":"ver_…","outcome":"deactivated","revision":3}
--
-- Goes by the manifest alone: an entry that is already there answers "unchanged" and nothing is written; reactivating one that
-- a relation supersedes leaves it superseded. A forget also says that a user retired the entry (mark user_retired), so that no
-- automation touches it; a reactivate takes that back. Refuses bad arguments in their order, then not_installed,
-- authority_is_powercontext, head_moved, entry_unknown. Transactions as in pc_remember.

DROP PROCEDURE IF EXISTS pc_switch_entry;

DELIMITER //
CREATE PROCEDURE pc_switch_entry(
  p_op VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_scope MEDIUMBLOB,
  p_memory MEDIUMBLOB,
  p_expected_revision MEDIUMBLOB,
  p_entry_id MEDIUMBLOB,
  p_recorded_at MEDIUMBLOB,
  p_reason MEDIUMBLOB
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_own INT;
  DECLARE v_scope VARBINARY(1024);
  DECLARE v_memory VARBINARY(512);
  DECLARE v_entry VARBINARY(512);
  DECLARE v_expected BIGINT;
  DECLARE v_recorded_at BIGINT;
  DECLARE v_revision BIGINT;
  DECLARE v_version VARBINARY(512);
  DECLARE v_retired INT;
  DECLARE v_ordinal BIGINT;
  DECLARE v_last_op VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_outcome VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT 'unchanged';
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
  CALL pc_check_integer('expected_revision', p_expected_revision, v_expected);
  CALL pc_check_text('entry_id', p_entry_id, 'entry_id_chars');
  CALL pc_check_integer('recorded_at', p_recorded_at, v_recorded_at);
  CALL pc_check_reason(p_reason);
  SET v_scope = p_scope, v_memory = p_memory, v_entry = p_entry_id;
  CALL pc_require_native();
  CALL pc_begin(v_own);
  CALL pc_advance_head(v_scope, v_memory, v_expected, v_revision);
  SET v_version = (
    SELECT e.entry_version_id FROM pc_lifecycle_entry e
    WHERE e.scope_id = v_scope AND e.memory_artifact_id = v_memory AND e.entry_id = v_entry
    ORDER BY e.version DESC LIMIT 1);
  IF v_version IS NULL THEN
    CALL pc_refuse('entry_unknown', v_entry, v_memory);
  END IF;
  -- A revise keeps the state it finds; an entry that was compacted is in no manifest.
  SET v_last_op = (
    SELECT c.op FROM pc_lifecycle_change c
    WHERE c.scope_id = v_scope AND c.memory_artifact_id = v_memory AND c.entry_id = v_entry AND c.op <> 'revise'
    ORDER BY c.revision DESC, c.ordinal DESC LIMIT 1);
  IF v_last_op IS NULL OR v_last_op = 'compact' THEN
    CALL pc_refuse('entry_unknown', v_entry, v_memory);
  END IF;
  SET v_retired = EXISTS (
    SELECT 1 FROM pc_mark_in_force m
    WHERE m.scope_id = v_scope AND m.memory_artifact_id = v_memory AND m.entry_id = v_entry AND m.user_retired = '1');
  IF p_op = 'deactivate' AND v_last_op <> 'deactivate' THEN
    CALL pc_write_change(v_scope, v_memory, v_revision, p_op, v_entry, v_version, NULL, p_reason, v_recorded_at);
    IF v_retired = 0 THEN
      CALL pc_append_mark(v_scope, v_memory, v_entry, v_revision, 'user_retired', '1', 'pc_forget', 'user', p_reason,
        v_recorded_at, v_ordinal);
    END IF;
    SET v_outcome = 'deactivated';
  ELSEIF p_op = 'reactivate' AND v_last_op = 'deactivate' THEN
    CALL pc_write_change(v_scope, v_memory, v_revision, p_op, v_entry, NULL, v_version, p_reason, v_recorded_at);
    IF v_retired = 1 THEN
      CALL pc_append_mark(v_scope, v_memory, v_entry, v_revision, 'user_retired', '0', 'pc_reactivate', 'user', p_reason,
        v_recorded_at, v_ordinal);
    END IF;
    SET v_outcome = 'reactivated';
  END IF;
  IF v_outcome = 'unchanged' THEN
    CALL pc_rollback(v_own);
    SET v_revision = v_expected;
  ELSE
    CALL pc_commit(v_own);
  END IF;
  SELECT CONCAT('{"entry_id":', pc_json_string(v_entry), ',"entry_version_id":', pc_json_string(v_version),
    ',"outcome":', pc_json_string(v_outcome), ',"revision":', v_revision, '}') AS result;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (82, 'pc_switch_entry');
