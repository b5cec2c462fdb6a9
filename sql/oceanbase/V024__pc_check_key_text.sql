-- Is a key of a JSON object, where it is there, an id: a string of 1 to the limit's characters, without NUL?
--
--   CALL pc_check_key_text('evidence[0]', v_item, 'source_id', 'source_id_chars');
--
-- Refuses everything else, null too (key_invalid).

DROP PROCEDURE IF EXISTS pc_check_key_text;

DELIMITER //
CREATE PROCEDURE pc_check_key_text(
  p_where VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_object JSON,
  p_key VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_limit VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_value JSON DEFAULT JSON_EXTRACT(p_object, CONCAT('$.', p_key));
  DECLARE v_text LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  IF JSON_TYPE(v_value) = 'STRING' THEN
    SET v_text = JSON_UNQUOTE(v_value);
  END IF;
  IF v_value IS NOT NULL AND (v_text IS NULL OR v_text = '' OR INSTR(v_text, CONVERT(X'00' USING utf8mb4)) > 0
    OR CHAR_LENGTH(v_text) > (SELECT l.value FROM pc_lifecycle_limit l WHERE l.name = p_limit)) THEN
    CALL pc_refuse('key_invalid', p_where, p_key);
  END IF;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (24, 'pc_check_key_text');
