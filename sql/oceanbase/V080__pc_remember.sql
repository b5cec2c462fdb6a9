-- How does an entry come into a Memory? One JSON text: {"entry_id","entry_version_id","equal_to","outcome","revision"}.
--
--   CALL pc_remember('s', 'memory', 0, 'fact', 'Tests run in CI.', '[{"source_type":"content","source_id":"standup/1"}]',
--     1767225600000000, NULL);
--   {"entry_id":"ent_…","entry_version_id":"ver_…","equal_to":null,"outcome":"added","revision":1}
--
-- Equal in kind, text and evidence to an entry that stands: nothing is written, outcome "unchanged". Equal to one that does
-- not: a new entry, an open `equal` relation to the old one, which equal_to names. Without entry_id one is derived.
-- Refuses bad arguments in their order, then not_installed, authority_is_powercontext, head_moved, entry_exists. Commits
-- itself outside a transaction; inside one a refusal undoes only its own statements.

DROP PROCEDURE IF EXISTS pc_remember;

DELIMITER //
CREATE PROCEDURE pc_remember(
  p_scope MEDIUMBLOB,
  p_memory MEDIUMBLOB,
  p_expected_revision MEDIUMBLOB,
  p_kind MEDIUMBLOB,
  p_text MEDIUMBLOB,
  p_evidence MEDIUMBLOB,
  p_recorded_at MEDIUMBLOB,
  p_entry_id MEDIUMBLOB
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_own INT;
  DECLARE v_scope VARBINARY(1024);
  DECLARE v_memory VARBINARY(512);
  DECLARE v_kind VARBINARY(256);
  DECLARE v_expected BIGINT;
  DECLARE v_recorded_at BIGINT;
  DECLARE v_revision BIGINT;
  DECLARE v_entry VARBINARY(512);
  DECLARE v_version VARBINARY(512);
  DECLARE v_named LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_hash CHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_equal VARBINARY(512);
  DECLARE v_equal_version VARBINARY(512);
  DECLARE v_equal_stands INT;
  DECLARE v_written BIGINT;
  DECLARE v_relation VARBINARY(512);
  DECLARE v_outcome VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT 'added';
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
  CALL pc_check_text('kind', p_kind, 'kind_chars');
  CALL pc_check_text('text', p_text, 'text_bytes');
  CALL pc_check_evidence(p_evidence, 0);
  CALL pc_check_integer('recorded_at', p_recorded_at, v_recorded_at);
  IF p_entry_id IS NOT NULL THEN
    CALL pc_check_text('entry_id', p_entry_id, 'entry_id_chars');
  END IF;
  SET v_scope = p_scope, v_memory = p_memory, v_kind = p_kind;
  CALL pc_require_native();
  CALL pc_begin(v_own);
  CALL pc_advance_head(v_scope, v_memory, v_expected, v_revision);
  SET v_named = CONCAT(',', pc_json_string(v_scope), ',', pc_json_string(v_memory), ',', v_revision, ',1]');
  SET v_entry = IFNULL(p_entry_id, CONCAT('ent_', pc_derived_id(CONCAT('["entry"', v_named))));
  SET v_version = CONCAT('ver_', pc_derived_id(CONCAT('["version"', v_named)));
  CALL pc_write_evidence(v_scope, v_memory, v_entry, v_version, NULL, p_evidence);
  CALL pc_content_hash(v_scope, v_memory, v_entry, v_version, v_kind, p_text, v_hash);
  CALL pc_find_equal(v_scope, v_memory, v_hash, v_equal, v_equal_version, v_equal_stands);
  IF v_equal_stands = 1 THEN
    -- The head that was advanced and the evidence that was hashed go again.
    CALL pc_rollback(v_own);
    SET v_entry = v_equal, v_version = v_equal_version, v_equal = NULL, v_revision = v_expected, v_outcome = 'unchanged';
  ELSE
    IF EXISTS (SELECT 1 FROM pc_lifecycle_entry e
      WHERE e.scope_id = v_scope AND e.memory_artifact_id = v_memory AND e.entry_id = v_entry) THEN
      CALL pc_refuse('entry_exists', v_entry, NULL);
    END IF;
    INSERT INTO pc_lifecycle_entry (scope_id, memory_artifact_id, entry_id, entry_version_id, version, previous_version_id,
      kind, text, content_hash, created_in_revision)
    VALUES (v_scope, v_memory, v_entry, v_version, 1, NULL, v_kind, CONVERT(p_text USING utf8mb4), v_hash, v_revision);
    CALL pc_write_change(v_scope, v_memory, v_revision, 'add', v_entry, NULL, v_version, NULL, v_recorded_at);
    CALL pc_write_snapshots(v_scope, v_memory, v_entry, v_version, v_recorded_at, 0, v_written);
    IF v_equal IS NOT NULL THEN
      SET v_named = CONCAT('["equal",', pc_json_string(v_scope), ',', pc_json_string(v_memory), ',', pc_json_string(v_entry), ',',
        pc_json_string(v_equal), ']');
      SET v_relation = CONCAT('rel_', pc_derived_id(v_named));
      IF EXISTS (SELECT 1 FROM pc_lifecycle_relation r WHERE r.scope_id = v_scope AND r.relation_id = v_relation) THEN
        CALL pc_refuse('relation_exists', v_relation, NULL);
      END IF;
      CALL pc_write_relation(v_scope, v_relation, 'equal', v_memory, v_entry, v_version,
        v_memory, v_equal, v_equal_version, 'open', v_revision, v_revision, NULL, NULL, v_recorded_at);
      -- No change of this revision names the old entry, but its relations are counted.
      INSERT INTO pc_lifecycle_log (scope_id, memory_artifact_id, position, entry_id)
      SELECT h.scope_id, h.memory_artifact_id, h.log_position, v_equal FROM pc_lifecycle_head h
      WHERE h.scope_id = v_scope AND h.memory_artifact_id = v_memory;
    END IF;
    CALL pc_commit(v_own);
  END IF;
  SELECT CONCAT('{"entry_id":', pc_json_string(v_entry), ',"entry_version_id":', pc_json_string(v_version),
    ',"equal_to":', pc_json_string(v_equal), ',"outcome":', pc_json_string(v_outcome), ',"revision":', v_revision, '}') AS result;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (80, 'pc_remember');
