-- How does a relation stop having effect? A further event: {"outcome","relation_id"}. The relation itself stays.
--
--   CALL pc_dismiss('s', 'rel_ci', 1767225600000000);
--   {"outcome":"dismissed","relation_id":"rel_ci"}
--
-- Dismissing it again is "unchanged". Refuses bad arguments in their order, not_installed, relation_unknown, and a supersession
-- (relation_supersedes: only its compensation undoes it). Transactions as in pc_remember.

DROP PROCEDURE IF EXISTS pc_dismiss;

DELIMITER //
CREATE PROCEDURE pc_dismiss(p_scope MEDIUMBLOB, p_relation_id MEDIUMBLOB, p_recorded_at MEDIUMBLOB)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_own INT;
  DECLARE v_adapter VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_scope VARBINARY(1024);
  DECLARE v_relation VARBINARY(512);
  DECLARE v_recorded_at BIGINT;
  DECLARE v_kind VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_subject_memory VARBINARY(512);
  DECLARE v_object_memory VARBINARY(512);
  DECLARE v_subject VARBINARY(512);
  DECLARE v_object VARBINARY(512);
  DECLARE v_status VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_ordinal BIGINT;
  DECLARE v_outcome VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT 'dismissed';
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
  CALL pc_check_text('relation_id', p_relation_id, 'relation_id_chars');
  CALL pc_check_integer('recorded_at', p_recorded_at, v_recorded_at);
  SET v_scope = p_scope, v_relation = p_relation_id;
  CALL pc_require_store(v_adapter);
  CALL pc_begin(v_own);
  SELECT MAX(r.kind), MAX(r.subject_memory_artifact_id), MAX(r.subject_entry_id), MAX(r.object_memory_artifact_id),
    MAX(r.object_entry_id)
  INTO v_kind, v_subject_memory, v_subject, v_object_memory, v_object
  FROM pc_lifecycle_relation r WHERE r.scope_id = v_scope AND r.relation_id = v_relation;
  IF v_kind IS NULL THEN
    CALL pc_refuse('relation_unknown', v_relation, NULL);
  END IF;
  IF v_kind = 'supersedes' THEN
    CALL pc_refuse('relation_supersedes', v_relation, NULL);
  END IF;
  CALL pc_touch_head(v_scope, v_subject_memory, v_subject, v_object_memory, v_object);
  SELECT e.status, e.ordinal INTO v_status, v_ordinal FROM pc_lifecycle_relation_event e
  WHERE e.scope_id = v_scope AND e.relation_id = v_relation ORDER BY e.ordinal DESC LIMIT 1;
  IF v_status IN ('dismissed', 'compensated') THEN
    CALL pc_rollback(v_own);
    SET v_outcome = 'unchanged';
  ELSE
    INSERT INTO pc_lifecycle_relation_event (scope_id, relation_id, ordinal, status, subject_revision, object_revision,
      operation_id, recorded_at)
    VALUES (v_scope, v_relation, v_ordinal + 1, 'dismissed', pc_head_revision(v_scope, v_subject_memory),
      pc_head_revision(v_scope, v_object_memory), NULL, v_recorded_at);
    CALL pc_commit(v_own);
  END IF;
  SELECT CONCAT('{"outcome":', pc_json_string(v_outcome), ',"relation_id":', pc_json_string(v_relation), '}') AS result;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (87, 'pc_dismiss');
