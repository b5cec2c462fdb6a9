-- Are these the freshness bands of a policy? {"bands":[{"min_age","term"}…]}: ages (microseconds) rise, terms are at most 0 and
-- fall, since an older record is never better off. Its canonical text, and how far it can move a member down.
--
--   CALL pc_check_bands('{"freshness":{"bands":[{"min_age":2592000000000,"term":-1}]}}', v_text, v_down);
--
-- A policy without freshness gives NULL and 0. Refuses another type and more bands than the limit (key_invalid), unknown and
-- missing keys, and a band out of order.

DROP PROCEDURE IF EXISTS pc_check_bands;

DELIMITER //
CREATE PROCEDURE pc_check_bands(p_policy JSON, OUT p_text LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin, OUT p_down BIGINT)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_freshness JSON DEFAULT JSON_EXTRACT(p_policy, '$.freshness');
  DECLARE v_bands JSON;
  DECLARE v_band JSON;
  DECLARE v_where VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_at INT DEFAULT 0;
  DECLARE v_age BIGINT DEFAULT -1;
  DECLARE v_term BIGINT DEFAULT 0;
  DECLARE v_worst BIGINT DEFAULT (SELECT -l.value FROM pc_lifecycle_limit l WHERE l.name = 'policy_term');
  SET p_text = NULL, p_down = 0;
  IF v_freshness IS NOT NULL THEN
    IF JSON_TYPE(v_freshness) <> 'OBJECT' THEN
      CALL pc_refuse('key_invalid', 'policy', 'freshness');
    END IF;
    CALL pc_check_keys('freshness', v_freshness, 'bands', 'bands');
    SET v_bands = JSON_EXTRACT(v_freshness, '$.bands');
    IF JSON_TYPE(v_bands) <> 'ARRAY'
      OR JSON_LENGTH(v_bands) > (SELECT l.value FROM pc_lifecycle_limit l WHERE l.name = 'freshness_bands') THEN
      CALL pc_refuse('key_invalid', 'freshness', 'bands');
    END IF;
    SET p_text = '';
    WHILE v_at < JSON_LENGTH(v_bands) DO
      SET v_band = JSON_EXTRACT(v_bands, CONCAT('$[', v_at, ']')), v_where = CONCAT('bands[', v_at, ']');
      IF JSON_TYPE(v_band) <> 'OBJECT' THEN
        CALL pc_refuse('element_type', v_where, NULL);
      END IF;
      CALL pc_check_keys(v_where, v_band, 'min_age,term', 'min_age,term');
      IF v_age = 9223372036854775807 THEN
        CALL pc_refuse('key_invalid', v_where, 'min_age');
      END IF;
      CALL pc_check_key_integer(v_where, v_band, 'min_age', v_age + 1, 9223372036854775807, v_age);
      CALL pc_check_key_integer(v_where, v_band, 'term', v_worst, v_term, v_term);
      SET p_text = CONCAT(p_text, IF(v_at = 0, '', ','), '{"min_age":', v_age, ',"term":', v_term, '}');
      SET p_down = v_term, v_at = v_at + 1;
    END WHILE;
    SET p_text = CONCAT('{"bands":[', p_text, ']}');
  END IF;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (93, 'pc_check_bands');
