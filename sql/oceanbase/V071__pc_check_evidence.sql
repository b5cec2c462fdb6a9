-- Is this a list of evidence? A JSON array of sources {"source_type","source_id"[,"definition_version"][,"materialization"]
-- [,"effective_at"]} and artifact references {"family","artifact_id","revision"}. NULL is an empty list.
--
--   CALL pc_check_evidence('[{"source_type":"content","source_id":"standup/1"}]', 0);
--
-- An item is an artifact reference if it has one of the three keys of one. With p_sources_only = 1 none may be. Refuses, item
-- by item: another type (element_type), unknown and missing keys (key_unknown, key_missing), then values in the order of the
-- keys above (key_invalid).

DROP PROCEDURE IF EXISTS pc_check_evidence;

DELIMITER //
CREATE PROCEDURE pc_check_evidence(p_evidence MEDIUMBLOB, p_sources_only INT)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_items JSON;
  DECLARE v_item JSON;
  DECLARE v_count INT DEFAULT 0;
  DECLARE v_at INT DEFAULT 0;
  DECLARE v_where VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_number BIGINT;
  IF p_evidence IS NOT NULL THEN
    CALL pc_check_json('evidence', p_evidence, 'array', 0);
    SET v_items = CAST(CONVERT(p_evidence USING utf8mb4) AS JSON);
    SET v_count = JSON_LENGTH(v_items);
    IF v_count > (SELECT l.value FROM pc_lifecycle_limit l WHERE l.name = 'evidence_references') THEN
      CALL pc_refuse('evidence_too_many', v_count, NULL);
    END IF;
  END IF;
  WHILE v_at < v_count DO
    SET v_item = JSON_EXTRACT(v_items, CONCAT('$[', v_at, ']'));
    SET v_where = CONCAT('evidence[', v_at, ']');
    IF JSON_TYPE(v_item) <> 'OBJECT' THEN
      CALL pc_refuse('element_type', v_where, NULL);
    END IF;
    IF p_sources_only = 0 AND JSON_CONTAINS_PATH(v_item, 'one', '$.family', '$.artifact_id', '$.revision') THEN
      CALL pc_check_keys(v_where, v_item, 'family,artifact_id,revision', 'family,artifact_id,revision');
      CALL pc_check_key_text(v_where, v_item, 'family', 'source_type_chars');
      CALL pc_check_key_text(v_where, v_item, 'artifact_id', 'artifact_id_chars');
      CALL pc_check_key_integer(v_where, v_item, 'revision', 1, 9223372036854775807, v_number);
    ELSE
      CALL pc_check_keys(v_where, v_item, 'source_type,source_id,definition_version,materialization,effective_at',
        'source_type,source_id');
      CALL pc_check_key_text(v_where, v_item, 'source_type', 'source_type_chars');
      CALL pc_check_key_text(v_where, v_item, 'source_id', 'source_id_chars');
      CALL pc_check_key_text(v_where, v_item, 'definition_version', 'version_chars');
      CALL pc_check_key_text(v_where, v_item, 'materialization', 'version_chars');
      CALL pc_check_key_integer(v_where, v_item, 'effective_at', -9223372036854775808, 9223372036854775807, v_number);
    END IF;
    SET v_at = v_at + 1;
  END WHILE;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (71, 'pc_check_evidence');
