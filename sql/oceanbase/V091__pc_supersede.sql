-- How does one entry take another's place, without a review? {"operation_id","outcome","relation_id"}.
--
--   CALL pc_supersede('s', 'op_docs', 'memory', 'ent_old', 'memory', 'ent_new',
--     '[{"source_type":"content","source_id":"adr/7","definition_version":"1"}]', 1767225600000000);
--   {"operation_id":"op_docs","outcome":"superseded","relation_id":"op_docs"}
--
-- Writes an operation and a standing `supersedes` relation of the same id. The same operation again is "unchanged". Refuses bad
-- arguments in their order, not_installed, operation_exists, entry_unknown (predecessor first), relation_self, supersede_cycle,
-- successor_not_current (inactive or superseded; an open contradiction is what a supersession settles),
-- predecessor_superseded, relation_exists, and supersede_protected: every source needs a declaration in force of authority
-- 1 or more, and the least of them that of the predecessor, else propose it. Transactions as in pc_remember.

DROP PROCEDURE IF EXISTS pc_supersede;

DELIMITER //
CREATE PROCEDURE pc_supersede(
  p_scope MEDIUMBLOB,
  p_operation_id MEDIUMBLOB,
  p_predecessor_memory MEDIUMBLOB,
  p_predecessor_entry MEDIUMBLOB,
  p_successor_memory MEDIUMBLOB,
  p_successor_entry MEDIUMBLOB,
  p_evidence MEDIUMBLOB,
  p_recorded_at MEDIUMBLOB
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_own INT;
  DECLARE v_adapter VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_scope VARBINARY(1024);
  DECLARE v_operation VARBINARY(512);
  DECLARE v_old_memory VARBINARY(512);
  DECLARE v_old VARBINARY(512);
  DECLARE v_old_version VARBINARY(512);
  DECLARE v_old_authority INT;
  DECLARE v_new_memory VARBINARY(512);
  DECLARE v_new VARBINARY(512);
  DECLARE v_new_version VARBINARY(512);
  DECLARE v_new_authority INT;
  DECLARE v_validity VARCHAR(24) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_recorded_at BIGINT;
  DECLARE v_body LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_names LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_recorded_names LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_declared LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_least INT;
  DECLARE v_relation VARBINARY(512);
  DECLARE v_memory VARBINARY(512);
  DECLARE v_entry VARBINARY(512);
  DECLARE v_outcome VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT 'superseded';
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
  CALL pc_check_text('operation_id', p_operation_id, 'relation_id_chars');
  CALL pc_check_text('predecessor_memory', p_predecessor_memory, 'artifact_id_chars');
  CALL pc_check_text('predecessor_entry', p_predecessor_entry, 'entry_id_chars');
  CALL pc_check_text('successor_memory', p_successor_memory, 'artifact_id_chars');
  CALL pc_check_text('successor_entry', p_successor_entry, 'entry_id_chars');
  IF p_evidence IS NULL THEN
    CALL pc_refuse('argument_null', 'evidence', NULL);
  END IF;
  CALL pc_check_evidence(p_evidence, 1);
  CALL pc_check_integer('recorded_at', p_recorded_at, v_recorded_at);
  SET v_scope = p_scope, v_operation = p_operation_id, v_old_memory = p_predecessor_memory, v_old = p_predecessor_entry,
    v_new_memory = p_successor_memory, v_new = p_successor_entry;
  CALL pc_require_store(v_adapter);
  CALL pc_begin(v_own);
  -- Both Memories are locked before anything is read of them: two supersessions that share an entry run one after the other.
  CALL pc_touch_head(v_scope, v_old_memory, v_old, v_new_memory, v_new);
  SET v_body = (
    SELECT o.body FROM pc_lifecycle_operation o
    WHERE o.scope_id = v_scope AND o.operation_id = v_operation);
  IF v_body IS NOT NULL THEN
    CALL pc_evidence_names(p_evidence, v_names);
    SET v_declared = JSON_EXTRACT(v_body, '$.evidence');
    CALL pc_evidence_names(v_declared, v_recorded_names);
    IF JSON_UNQUOTE(JSON_EXTRACT(v_body, '$.kind')) <> 'supersede'
      OR CAST(JSON_UNQUOTE(JSON_EXTRACT(v_body, '$.predecessor[0]')) AS BINARY) <> v_old_memory
      OR CAST(JSON_UNQUOTE(JSON_EXTRACT(v_body, '$.predecessor[1]')) AS BINARY) <> v_old
      OR CAST(JSON_UNQUOTE(JSON_EXTRACT(v_body, '$.successor[0]')) AS BINARY) <> v_new_memory
      OR CAST(JSON_UNQUOTE(JSON_EXTRACT(v_body, '$.successor[1]')) AS BINARY) <> v_new
      OR v_names <> v_recorded_names THEN
      CALL pc_refuse('operation_exists', v_operation, NULL);
    END IF;
    CALL pc_rollback(v_own);
    SET v_outcome = 'unchanged';
  ELSE
    CALL pc_entry_standing(v_scope, v_old_memory, v_old, v_old_version, v_validity, v_old_authority);
    IF v_old_version IS NULL THEN
      CALL pc_refuse('entry_unknown', v_old, v_old_memory);
    END IF;
    CALL pc_entry_standing(v_scope, v_new_memory, v_new, v_new_version, v_validity, v_new_authority);
    IF v_new_version IS NULL THEN
      CALL pc_refuse('entry_unknown', v_new, v_new_memory);
    END IF;
    IF v_old_memory = v_new_memory AND v_old = v_new THEN
      CALL pc_refuse('relation_self', NULL, NULL);
    END IF;
    SET v_memory = v_new_memory, v_entry = v_new;
    WHILE v_entry IS NOT NULL DO
      CALL pc_standing_successor(v_scope, v_memory, v_entry, v_relation, v_memory, v_entry);
      IF v_memory = v_old_memory AND v_entry = v_old THEN
        CALL pc_refuse('supersede_cycle', v_old, v_new);
      END IF;
    END WHILE;
    IF v_validity IN ('inactive', 'superseded') THEN
      CALL pc_refuse('successor_not_current', v_new, v_validity);
    END IF;
    CALL pc_standing_successor(v_scope, v_old_memory, v_old, v_relation, v_memory, v_entry);
    IF v_relation IS NOT NULL THEN
      CALL pc_refuse('predecessor_superseded', v_old, v_relation);
    END IF;
    IF EXISTS (SELECT 1 FROM pc_lifecycle_relation r WHERE r.scope_id = v_scope AND r.relation_id = v_operation) THEN
      CALL pc_refuse('relation_exists', v_operation, NULL);
    END IF;
    CALL pc_declared_evidence(p_evidence, v_declared, v_least);
    IF IFNULL(v_least, 0) < 1 OR v_least < v_old_authority THEN
      CALL pc_refuse('supersede_protected', v_old, NULL);
    END IF;
    SET v_body = CONCAT('{"evidence":', v_declared, ',"kind":"supersede","predecessor":[', pc_json_string(v_old_memory), ',',
      pc_json_string(v_old), ',', pc_json_string(v_old_version), '],"successor":[', pc_json_string(v_new_memory), ',',
      pc_json_string(v_new), ',', pc_json_string(v_new_version), ']}');
    INSERT INTO pc_lifecycle_operation (scope_id, operation_id, kind, body, recorded_at)
    VALUES (v_scope, v_operation, 'supersede', v_body, v_recorded_at);
    CALL pc_write_relation(v_scope, v_operation, 'supersedes', v_new_memory, v_new, v_new_version,
      v_old_memory, v_old, v_old_version, 'standing', pc_head_revision(v_scope, v_new_memory),
      pc_head_revision(v_scope, v_old_memory), v_operation, v_declared, v_recorded_at);
    CALL pc_commit(v_own);
  END IF;
  SELECT CONCAT('{"operation_id":', pc_json_string(v_operation), ',"outcome":', pc_json_string(v_outcome),
    ',"relation_id":', pc_json_string(v_operation), '}') AS result;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (91, 'pc_supersede');
