-- Has a JSON object the keys it may have, and those it must?
--
--   CALL pc_check_keys('evidence[0]', v_item, 'source_type,source_id,effective_at', 'source_type,source_id');
--
-- Refuses the bytewise smallest key that is not allowed (key_unknown), then the first required one, in the order given, that
-- is not there (key_missing).

DROP PROCEDURE IF EXISTS pc_check_keys;

DELIMITER //
CREATE PROCEDURE pc_check_keys(
  p_where VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_object JSON,
  p_allowed VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_required VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_keys LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT JSON_KEYS(p_object);
  DECLARE v_key MEDIUMBLOB;
  DECLARE v_rest VARCHAR(257) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONCAT(p_required, ',');
  -- A key that holds a comma could be found across two names of the list: it is in none.
  SET v_key = (
    SELECT CAST(k.name AS BINARY)
    FROM JSON_TABLE(v_keys, '$[*]' COLUMNS (name LONGTEXT PATH '$')) k
    WHERE INSTR(k.name, ',') > 0
      OR INSTR(CAST(CONCAT(',', p_allowed, ',') AS BINARY), CAST(CONCAT(',', k.name, ',') AS BINARY)) = 0
    ORDER BY CAST(k.name AS BINARY) LIMIT 1);
  IF v_key IS NOT NULL THEN
    CALL pc_refuse('key_unknown', p_where, v_key);
  END IF;
  WHILE v_rest <> ',' AND v_rest <> '' DO
    SET v_key = SUBSTRING_INDEX(v_rest, ',', 1);
    IF JSON_CONTAINS_PATH(p_object, 'one', CONCAT('$.', CONVERT(v_key USING utf8mb4))) = 0 THEN
      CALL pc_refuse('key_missing', p_where, v_key);
    END IF;
    SET v_rest = SUBSTRING(v_rest, LENGTH(v_key) + 2);
  END WHILE;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (23, 'pc_check_keys');
