-- How does an entry gain support after it was written? {"corroborated","entry_id","entry_version_id","outcome"}.
--
--   CALL pc_corroborate('s', 'memory', 'ent_1', '[{"source_type":"content","source_id":"chat/9","definition_version":"1"}]',
--     1767225600000000);
--   {"corroborated":1,"entry_id":"ent_1","entry_version_id":"ver_…","outcome":"corroborated"}
--
-- Appends evidence increments with the declarations in force to the newest version: body, content hash and authority stay. What
-- it cites already, or was corroborated by, adds nothing; where nothing is new the outcome is "unchanged". Refuses bad arguments
-- in their order, not_installed, entry_unknown, entry_not_current, source_undeclared. Works on every adapter. Transactions as
-- in pc_remember.

DROP PROCEDURE IF EXISTS pc_corroborate;

DELIMITER //
CREATE PROCEDURE pc_corroborate(
  p_scope MEDIUMBLOB,
  p_memory MEDIUMBLOB,
  p_entry_id MEDIUMBLOB,
  p_evidence MEDIUMBLOB,
  p_recorded_at MEDIUMBLOB
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_own INT;
  DECLARE v_adapter VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_scope VARBINARY(1024);
  DECLARE v_memory, v_entry, v_version, v_source_type, v_definition, v_declaration VARBINARY(512);
  DECLARE v_source_id VARBINARY(1024);
  DECLARE v_materialization VARBINARY(512);
  DECLARE v_effective_at, v_recorded_at, v_ordinal, v_created BIGINT;
  DECLARE v_validity VARCHAR(24) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_authority, v_level INT;
  DECLARE v_verification VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_items, v_cited LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_added BIGINT DEFAULT 0;
  DECLARE v_done INT DEFAULT 0;
  DECLARE c_source CURSOR FOR
    SELECT n.source_type, n.source_id, n.definition_version, n.materialization, n.effective_at FROM (
      SELECT j.place, j.source_type, j.source_id, j.definition_version, j.materialization, j.effective_at,
        ROW_NUMBER() OVER (PARTITION BY j.source_type, j.source_id ORDER BY j.place) AS repeated
      FROM JSON_TABLE(v_items, '$[*]' COLUMNS (
        place FOR ORDINALITY,
        source_type VARBINARY(512) PATH '$.source_type',
        source_id VARBINARY(1024) PATH '$.source_id',
        definition_version VARBINARY(512) PATH '$.definition_version',
        materialization VARBINARY(512) PATH '$.materialization',
        effective_at BIGINT PATH '$.effective_at')) j
    ) n
    WHERE n.repeated = 1
      AND NOT EXISTS (
        SELECT 1 FROM JSON_TABLE(v_cited, '$[*]' COLUMNS (
          k VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PATH '$.k',
          source_type VARBINARY(512) PATH '$.t', source_id VARBINARY(1024) PATH '$.i')) c
        WHERE c.k = 'source' AND c.source_type = n.source_type AND c.source_id = n.source_id)
      AND NOT EXISTS (
        SELECT 1 FROM pc_lifecycle_evidence e
        WHERE e.scope_id = v_scope AND e.memory_artifact_id = v_memory AND e.entry_id = v_entry
          AND e.entry_version_id = v_version AND e.is_increment = 1 AND e.source_type = n.source_type
          AND e.source_id = n.source_id)
    ORDER BY n.place;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_done = 1;
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
  IF p_evidence IS NULL THEN
    CALL pc_refuse('argument_null', 'evidence', NULL);
  END IF;
  CALL pc_check_evidence(p_evidence, 1);
  CALL pc_check_integer('recorded_at', p_recorded_at, v_recorded_at);
  SET v_scope = p_scope, v_memory = p_memory, v_entry = p_entry_id, v_items = CONVERT(p_evidence USING utf8mb4);
  CALL pc_require_store(v_adapter);
  CALL pc_begin(v_own);
  CALL pc_touch_head(v_scope, v_memory, v_entry, NULL, NULL);
  CALL pc_entry_standing(v_scope, v_memory, v_entry, v_version, v_validity, v_authority);
  IF v_version IS NULL THEN
    CALL pc_refuse('entry_unknown', v_entry, v_memory);
  END IF;
  IF v_validity IN ('inactive', 'superseded') THEN
    CALL pc_refuse('entry_not_current', v_entry, v_validity);
  END IF;
  SET v_created = (SELECT e.created_in_revision FROM pc_authority_entry e
    WHERE e.scope_id = CONVERT(v_scope USING utf8mb4) AND e.memory_artifact_id = CONVERT(v_memory USING utf8mb4)
      AND e.entry_id = CONVERT(v_entry USING utf8mb4) AND e.entry_version_id = CONVERT(v_version USING utf8mb4)
      AND CAST(e.entry_id AS BINARY) = v_entry);
  SET v_cited = pc_version_evidence(v_scope, v_memory, v_entry, v_version, v_created);
  -- From a number on that no citation reaches: what a PowerContext cites is copied with its own, later perhaps.
  SET v_ordinal = COALESCE((SELECT MAX(e.ordinal) FROM pc_lifecycle_evidence e
    WHERE e.scope_id = v_scope AND e.memory_artifact_id = v_memory AND e.entry_id = v_entry AND e.entry_version_id = v_version
      AND e.is_increment = 1), (SELECT l.value FROM pc_lifecycle_limit l WHERE l.name = 'increments_after'));
  SET v_done = 0;
  OPEN c_source;
  FETCH c_source INTO v_source_type, v_source_id, v_definition, v_materialization, v_effective_at;
  WHILE v_done = 0 DO
    SET v_declaration = NULL;
    SELECT d.declaration_version, d.authority, d.verification INTO v_declaration, v_level, v_verification
    FROM pc_lifecycle_source_declaration d
    WHERE d.source_type = v_source_type AND d.definition_version = v_definition ORDER BY d.ordinal DESC LIMIT 1;
    IF v_declaration IS NULL THEN
      CALL pc_refuse('source_undeclared', v_source_type, COALESCE(v_definition, ''));
    END IF;
    SET v_done = 0, v_ordinal = v_ordinal + 1, v_added = v_added + 1;
    INSERT INTO pc_lifecycle_evidence (scope_id, memory_artifact_id, entry_id, entry_version_id, ordinal, evidence_type,
      source_type, source_id, definition_version, materialization, effective_at, is_merge_input, is_increment)
    VALUES (v_scope, v_memory, v_entry, v_version, v_ordinal, 'source', v_source_type, v_source_id, v_definition,
      v_materialization, v_effective_at, 0, 1);
    INSERT INTO pc_lifecycle_snapshot (scope_id, memory_artifact_id, entry_id, entry_version_id, source_type, source_id,
      definition_version, declaration_version, authority, verification, late, recorded_at, snapshot_hash)
    VALUES (v_scope, v_memory, v_entry, v_version, v_source_type, v_source_id, v_definition, v_declaration, v_level,
      v_verification, 0, v_recorded_at, pc_snapshot_hash(v_scope, v_memory, v_entry, v_version, v_source_type, v_source_id,
        v_definition, v_declaration, v_level, v_verification, 0, v_recorded_at));
    FETCH c_source INTO v_source_type, v_source_id, v_definition, v_materialization, v_effective_at;
  END WHILE;
  CLOSE c_source;
  IF v_added = 0 THEN
    CALL pc_rollback(v_own);
  ELSE
    CALL pc_commit(v_own);
  END IF;
  SELECT CONCAT('{"corroborated":', v_added, ',"entry_id":', pc_json_string(v_entry), ',"entry_version_id":',
    pc_json_string(v_version), ',"outcome":', IF(v_added = 0, '"unchanged"', '"corroborated"'), '}') AS result;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (151, 'pc_corroborate');
