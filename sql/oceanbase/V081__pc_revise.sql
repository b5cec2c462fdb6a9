-- How does an entry change? By a new version: {"entry_id","entry_version_id","outcome","revision"}.
--
--   CALL pc_revise('s', 'memory', 1, 'ent_1', 'fact', 'Tests run in CI and nightly.', NULL, 1767225600000000, NULL);
--
-- The references of the version before are kept, those given are added. Equal in kind, text and evidence to what stands:
-- nothing is written, outcome "unchanged". Refuses bad arguments in their order, then not_installed,
-- authority_is_powercontext, head_moved, entry_unknown, entry_not_current (inactive or superseded). Transactions as in
-- pc_remember.

DROP PROCEDURE IF EXISTS pc_revise;

DELIMITER //
CREATE PROCEDURE pc_revise(
  p_scope MEDIUMBLOB,
  p_memory MEDIUMBLOB,
  p_expected_revision MEDIUMBLOB,
  p_entry_id MEDIUMBLOB,
  p_kind MEDIUMBLOB,
  p_text MEDIUMBLOB,
  p_evidence MEDIUMBLOB,
  p_recorded_at MEDIUMBLOB,
  p_reason MEDIUMBLOB
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_own INT;
  DECLARE v_scope VARBINARY(1024);
  DECLARE v_memory VARBINARY(512);
  DECLARE v_entry VARBINARY(512);
  DECLARE v_kind VARBINARY(256);
  DECLARE v_expected BIGINT;
  DECLARE v_recorded_at BIGINT;
  DECLARE v_revision BIGINT;
  DECLARE v_old VARBINARY(512);
  DECLARE v_version VARBINARY(512);
  DECLARE v_validity VARCHAR(24) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_authority INT;
  DECLARE v_hash CHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_old_hash CHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_old_number BIGINT;
  DECLARE v_written BIGINT;
  DECLARE v_outcome VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT 'revised';
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
  CALL pc_check_text('kind', p_kind, 'kind_chars');
  CALL pc_check_text('text', p_text, 'text_bytes');
  CALL pc_check_evidence(p_evidence, 0);
  CALL pc_check_integer('recorded_at', p_recorded_at, v_recorded_at);
  CALL pc_check_reason(p_reason);
  SET v_scope = p_scope, v_memory = p_memory, v_entry = p_entry_id, v_kind = p_kind;
  CALL pc_require_native();
  CALL pc_begin(v_own);
  CALL pc_advance_head(v_scope, v_memory, v_expected, v_revision);
  CALL pc_entry_standing(v_scope, v_memory, v_entry, v_old, v_validity, v_authority);
  IF v_old IS NULL THEN
    CALL pc_refuse('entry_unknown', v_entry, v_memory);
  END IF;
  IF v_validity IN ('inactive', 'superseded') THEN
    CALL pc_refuse('entry_not_current', v_entry, v_validity);
  END IF;
  SET v_version = CONCAT('ver_', pc_derived_id(CONCAT('["version",', pc_json_string(v_scope), ',', pc_json_string(v_memory), ',',
    v_revision, ',1]')));
  CALL pc_write_evidence(v_scope, v_memory, v_entry, v_version, v_old, p_evidence);
  CALL pc_content_hash(v_scope, v_memory, v_entry, v_version, v_kind, p_text, v_hash);
  SELECT e.content_hash, e.version INTO v_old_hash, v_old_number FROM pc_lifecycle_entry e
  WHERE e.scope_id = v_scope AND e.memory_artifact_id = v_memory AND e.entry_id = v_entry AND e.entry_version_id = v_old;
  IF v_hash = v_old_hash THEN
    CALL pc_rollback(v_own);
    SET v_version = v_old, v_revision = v_expected, v_outcome = 'unchanged';
  ELSE
    INSERT INTO pc_lifecycle_entry (scope_id, memory_artifact_id, entry_id, entry_version_id, version, previous_version_id,
      kind, text, content_hash, created_in_revision)
    VALUES (v_scope, v_memory, v_entry, v_version, v_old_number + 1, v_old, v_kind, CONVERT(p_text USING utf8mb4), v_hash,
      v_revision);
    CALL pc_write_change(v_scope, v_memory, v_revision, 'revise', v_entry, v_old, v_version, p_reason, v_recorded_at);
    CALL pc_write_snapshots(v_scope, v_memory, v_entry, v_version, v_recorded_at, 0, v_written);
    CALL pc_commit(v_own);
  END IF;
  SELECT CONCAT('{"entry_id":', pc_json_string(v_entry), ',"entry_version_id":', pc_json_string(v_version),
    ',"outcome":', pc_json_string(v_outcome), ',"revision":', v_revision, '}') AS result;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (81, 'pc_revise');
