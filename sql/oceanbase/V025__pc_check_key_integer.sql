-- Is a key of a JSON object, where it is there, an integer within two bounds? The number, NULL where the key is absent.
--
--   CALL pc_check_key_integer('evidence[0]', v_item, 'revision', 1, 9223372036854775807, v_revision);
--
-- Refuses everything else, null and "3" and 3.0 too (key_invalid): an integer is written without point and exponent.

DROP PROCEDURE IF EXISTS pc_check_key_integer;

DELIMITER //
CREATE PROCEDURE pc_check_key_integer(
  p_where VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_object JSON,
  p_key VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_least BIGINT,
  p_most BIGINT,
  OUT p_number BIGINT
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_value JSON DEFAULT JSON_EXTRACT(p_object, CONCAT('$.', p_key));
  DECLARE v_wide DECIMAL(40, 0);
  SET p_number = NULL;
  IF v_value IS NOT NULL THEN
    IF JSON_TYPE(v_value) IN ('INTEGER', 'UNSIGNED INTEGER') THEN
      SET v_wide = CAST(JSON_UNQUOTE(v_value) AS DECIMAL(40, 0));
    END IF;
    IF v_wide IS NULL OR v_wide < p_least OR v_wide > p_most THEN
      CALL pc_refuse('key_invalid', p_where, p_key);
    END IF;
    SET p_number = v_wide;
  END IF;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (25, 'pc_check_key_integer');
