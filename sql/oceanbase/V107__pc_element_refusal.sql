-- What is wrong with one hit, pool member or channel? NULL when nothing is.
--
--   SELECT pc_element_refusal('hit', '{"entry_id": 3}', '$[0].hits[2]', NULL);
--   -- pc: bad_input: $[0].hits[2] lacks the key memory_artifact_id; add it
--
-- In order: not an object, the bytewise smallest unknown key, the first missing key, then each key's value. `written`
-- is the form in which its weight or score stands in the document, NULL when that is no number. A channel's hits are
-- elements of their own; here only that there are at most 1000.

DROP FUNCTION IF EXISTS pc_element_refusal;

DELIMITER //
CREATE FUNCTION pc_element_refusal(
  p_element VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_value LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_place VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_written LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
)
RETURNS VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_keys VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_key, v_path, v_type VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_text, v_digits LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_unknown VARBINARY(25);
  DECLARE v_at, v_required, v_has, v_most, v_is_good INT;
  DECLARE v_number DOUBLE;
  IF JSON_TYPE(p_value) <> 'OBJECT' THEN
    RETURN pc_refusal('element_type', p_place, NULL);
  END IF;
  SET v_keys = CASE p_element
    WHEN 'channel' THEN 'name,hits,weight,'
    WHEN 'member' THEN 'memory_artifact_id,revision,entry_id,entry_version_id,scope_id,score,'
    ELSE 'memory_artifact_id,revision,entry_id,entry_version_id,scope_id,' END;
  SET v_required = IF(p_element = 'channel', 2, 4);
  SET v_unknown = pc_unknown_key(p_value, LEFT(v_keys, CHAR_LENGTH(v_keys) - 1));
  IF v_unknown IS NOT NULL THEN
    RETURN pc_refusal('key_unknown', p_place, v_unknown);
  END IF;
  SET v_at = 1;
  WHILE v_at <= v_required DO
    SET v_key = SUBSTRING_INDEX(SUBSTRING_INDEX(v_keys, ',', v_at), ',', -1);
    IF JSON_CONTAINS_PATH(p_value, 'one', CONCAT('$.', v_key)) = 0 THEN
      RETURN pc_refusal('key_missing', p_place, v_key);
    END IF;
    SET v_at = v_at + 1;
  END WHILE;
  -- Values are looked at in this order; a channel's weight comes before its hits.
  IF p_element = 'channel' THEN
    SET v_keys = 'name,weight,hits,';
  END IF;
  WHILE v_keys <> '' DO
    SET v_key = SUBSTRING_INDEX(v_keys, ',', 1);
    SET v_keys = SUBSTRING(v_keys, CHAR_LENGTH(v_key) + 2);
    SET v_path = CONCAT('$.', v_key);
    IF JSON_CONTAINS_PATH(p_value, 'one', v_path) = 1 THEN
      SET v_type = JSON_TYPE(JSON_EXTRACT(p_value, v_path));
      SET v_text = JSON_UNQUOTE(JSON_EXTRACT(p_value, v_path));
      IF v_key IN ('memory_artifact_id', 'entry_id', 'entry_version_id', 'scope_id', 'name') THEN
        SET v_most = (SELECT l.value FROM pc_lifecycle_limit l WHERE l.name = CASE v_key
          WHEN 'memory_artifact_id' THEN 'artifact_id_chars' WHEN 'scope_id' THEN 'scope_id_chars'
          WHEN 'name' THEN 'channel_name_chars' ELSE 'entry_id_chars' END);
        SET v_is_good = v_type = 'STRING' AND CHAR_LENGTH(v_text) BETWEEN 1 AND v_most
          AND INSTR(CAST(v_text AS BINARY), X'00') = 0 AND (v_key <> 'name' OR NOT v_text REGEXP '[^ -+.-~-]');
      ELSEIF v_key = 'revision' THEN
        -- From 2^32 on the type is UNSIGNED INTEGER.
        SET v_is_good = v_type LIKE '%INTEGER' AND LEFT(v_text, 1) <> '-' AND CAST(v_text AS UNSIGNED) <= 9223372036854775807;
      ELSEIF v_key = 'hits' THEN
        SET v_is_good = v_type = 'ARRAY';
        IF v_is_good = 1 THEN
          SET v_most = (SELECT l.value FROM pc_lifecycle_limit l WHERE l.name = 'channel_hits');
          IF JSON_LENGTH(p_value, v_path) > v_most THEN
            RETURN pc_refusal('hits_too_many', p_place, JSON_LENGTH(p_value, v_path));
          END IF;
        END IF;
      ELSE
        IF v_type IN ('INTEGER', 'UNSIGNED INTEGER', 'DOUBLE', 'DECIMAL') THEN
          SET v_digits = SUBSTRING_INDEX(LOWER(IFNULL(p_written, v_text)), 'e', 1);
          SET v_digits = TRIM(LEADING '0' FROM REPLACE(REPLACE(v_digits, '-', ''), '.', ''));
          IF CHAR_LENGTH(v_digits) > 15 THEN
            RETURN pc_refusal('number_digits', p_place, v_key);
          END IF;
          SET v_is_good = 1;
        ELSE
          SET v_is_good = pc_is_decimal(v_type, v_text);
        END IF;
        IF v_is_good = 1 AND v_key = 'weight' THEN
          SET v_number = CAST(v_text AS DOUBLE);
          SET v_most = (SELECT l.value FROM pc_lifecycle_limit l WHERE l.name = 'weight_max');
          SET v_is_good = v_number BETWEEN 0 AND v_most;
        END IF;
      END IF;
      IF v_is_good IS NULL OR v_is_good = 0 THEN
        RETURN pc_refusal('key_invalid', p_place, v_key);
      END IF;
    END IF;
  END WHILE;
  RETURN NULL;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (107, 'pc_element_refusal');
