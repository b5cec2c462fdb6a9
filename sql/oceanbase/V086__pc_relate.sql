-- How are two entries related by a caller? {"outcome","relation_id"}; kinds equal, similar, contradicts.
--
--   CALL pc_relate('s', 'rel_ci', 'contradicts', 'memory', 'ent_1', 'memory', 'ent_2', 1767225600000000, NULL, NULL);
--   {"outcome":"related","relation_id":"rel_ci"}
--
-- An open contradiction labels both entries, none is withdrawn; status `suggested` has no effect until
-- the same call says open ("opened"). The relation keeps the exact versions but binds the entries, and names the sources it
-- rests on. The same relation again is "unchanged". Refuses bad arguments in their order
-- (relation_kind, relation_status), not_installed, relation_exists, entry_unknown, relation_self. Transactions as in
-- pc_remember; works on every adapter, since relations are ours.

DROP PROCEDURE IF EXISTS pc_relate;

DELIMITER //
CREATE PROCEDURE pc_relate(
  p_scope MEDIUMBLOB,
  p_relation_id MEDIUMBLOB,
  p_kind MEDIUMBLOB,
  p_subject_memory MEDIUMBLOB,
  p_subject_entry MEDIUMBLOB,
  p_object_memory MEDIUMBLOB,
  p_object_entry MEDIUMBLOB,
  p_recorded_at MEDIUMBLOB,
  p_status MEDIUMBLOB,
  p_evidence MEDIUMBLOB
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_own INT;
  DECLARE v_adapter VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_scope VARBINARY(1024);
  DECLARE v_relation VARBINARY(512);
  DECLARE v_kind VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_subject_memory VARBINARY(512);
  DECLARE v_subject VARBINARY(512);
  DECLARE v_subject_version VARBINARY(512);
  DECLARE v_object_memory VARBINARY(512);
  DECLARE v_object VARBINARY(512);
  DECLARE v_object_version VARBINARY(512);
  DECLARE v_validity VARCHAR(24) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_authority INT;
  DECLARE v_recorded_at BIGINT;
  DECLARE v_status VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT 'open';
  DECLARE v_evidence LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_same INT;
  DECLARE v_outcome VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT 'related';
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
  CALL pc_check_text('kind', p_kind, 'kind_chars');
  IF p_kind NOT IN (CAST('equal' AS BINARY), CAST('similar' AS BINARY), CAST('contradicts' AS BINARY)) THEN
    CALL pc_refuse('relation_kind', p_kind, NULL);
  END IF;
  CALL pc_check_text('subject_memory', p_subject_memory, 'artifact_id_chars');
  CALL pc_check_text('subject_entry', p_subject_entry, 'entry_id_chars');
  CALL pc_check_text('object_memory', p_object_memory, 'artifact_id_chars');
  CALL pc_check_text('object_entry', p_object_entry, 'entry_id_chars');
  CALL pc_check_integer('recorded_at', p_recorded_at, v_recorded_at);
  IF p_status IS NOT NULL THEN
    CALL pc_check_text('status', p_status, 'kind_chars');
    IF p_status NOT IN (CAST('open' AS BINARY), CAST('suggested' AS BINARY)) THEN
      CALL pc_refuse('relation_status', p_status, NULL);
    END IF;
    SET v_status = CONVERT(p_status USING utf8mb4);
  END IF;
  IF p_evidence IS NOT NULL THEN
    CALL pc_check_evidence(p_evidence, 1);
    CALL pc_evidence_names(p_evidence, v_evidence);
  END IF;
  SET v_scope = p_scope, v_relation = p_relation_id, v_kind = CONVERT(p_kind USING utf8mb4);
  SET v_subject_memory = p_subject_memory, v_subject = p_subject_entry, v_object_memory = p_object_memory,
    v_object = p_object_entry;
  CALL pc_require_store(v_adapter);
  CALL pc_begin(v_own);
  CALL pc_touch_head(v_scope, v_subject_memory, v_subject, v_object_memory, v_object);
  -- 0: the id is another relation's; 1: the same relation, as it was first; 2: its suggestion is opened.
  SET v_same = (
    SELECT CASE WHEN r.kind <> v_kind OR r.subject_memory_artifact_id <> v_subject_memory OR r.subject_entry_id <> v_subject
        OR r.object_memory_artifact_id <> v_object_memory OR r.object_entry_id <> v_object THEN 0
      WHEN v_status = 'open' AND 'suggested' = (
        SELECT e.status FROM pc_lifecycle_relation_event e WHERE e.scope_id = v_scope AND e.relation_id = v_relation
        ORDER BY e.ordinal DESC LIMIT 1) THEN 2
      ELSE EXISTS (
        SELECT 1 FROM pc_lifecycle_relation_event e
        WHERE e.scope_id = v_scope AND e.relation_id = v_relation AND e.ordinal = 1 AND e.status = v_status) END
    FROM pc_lifecycle_relation r WHERE r.scope_id = v_scope AND r.relation_id = v_relation);
  IF v_same = 0 THEN
    CALL pc_refuse('relation_exists', v_relation, NULL);
  END IF;
  IF v_same = 1 THEN
    CALL pc_rollback(v_own);
    SET v_outcome = 'unchanged';
  ELSEIF v_same = 2 THEN
    INSERT INTO pc_lifecycle_relation_event (scope_id, relation_id, ordinal, status, subject_revision, object_revision,
      operation_id, recorded_at)
    SELECT v_scope, v_relation, MAX(e.ordinal) + 1, v_status, pc_head_revision(v_scope, v_subject_memory),
      pc_head_revision(v_scope, v_object_memory), NULL, v_recorded_at
    FROM pc_lifecycle_relation_event e WHERE e.scope_id = v_scope AND e.relation_id = v_relation;
    CALL pc_commit(v_own);
    SET v_outcome = 'opened';
  ELSE
    CALL pc_entry_standing(v_scope, v_subject_memory, v_subject, v_subject_version, v_validity, v_authority);
    IF v_subject_version IS NULL THEN
      CALL pc_refuse('entry_unknown', v_subject, v_subject_memory);
    END IF;
    CALL pc_entry_standing(v_scope, v_object_memory, v_object, v_object_version, v_validity, v_authority);
    IF v_object_version IS NULL THEN
      CALL pc_refuse('entry_unknown', v_object, v_object_memory);
    END IF;
    IF v_subject_memory = v_object_memory AND v_subject = v_object THEN
      CALL pc_refuse('relation_self', NULL, NULL);
    END IF;
    CALL pc_write_relation(v_scope, v_relation, v_kind, v_subject_memory, v_subject, v_subject_version,
      v_object_memory, v_object, v_object_version, v_status, pc_head_revision(v_scope, v_subject_memory),
      pc_head_revision(v_scope, v_object_memory), NULL, v_evidence, v_recorded_at);
    CALL pc_commit(v_own);
  END IF;
  SELECT CONCAT('{"outcome":', pc_json_string(v_outcome), ',"relation_id":', pc_json_string(v_relation), '}') AS result;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (86, 'pc_relate');
