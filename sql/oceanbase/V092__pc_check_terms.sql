-- Are these the terms of one dimension of a policy? An object that gives each level an integer. Its canonical text, and how far
-- it can move a member up and down (0 included: a member may have none of the levels).
--
--   CALL pc_check_terms(v_policy, 'importance', 'low,normal,high,critical', 'critical,high,low,normal', -6, v_text, v_up, v_down);
--
-- A dimension that is not there gives NULL, 0 and 0. p_sorted has the same levels in byte order. Refuses another type
-- (key_invalid), unknown and missing levels, and a term out of bounds.

DROP PROCEDURE IF EXISTS pc_check_terms;

DELIMITER //
CREATE PROCEDURE pc_check_terms(
  p_policy JSON,
  p_dimension VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_levels VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_sorted VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_least BIGINT,
  OUT p_text LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  OUT p_up BIGINT,
  OUT p_down BIGINT
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_terms JSON DEFAULT JSON_EXTRACT(p_policy, CONCAT('$.', p_dimension));
  DECLARE v_most BIGINT DEFAULT (SELECT l.value FROM pc_lifecycle_limit l WHERE l.name = 'policy_term');
  DECLARE v_rest VARCHAR(257) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONCAT(p_levels, ',');
  DECLARE v_level VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_term BIGINT;
  SET p_text = NULL, p_up = 0, p_down = 0;
  IF v_terms IS NOT NULL THEN
    IF JSON_TYPE(v_terms) <> 'OBJECT' THEN
      CALL pc_refuse('key_invalid', 'policy', p_dimension);
    END IF;
    CALL pc_check_keys(p_dimension, v_terms, p_levels, p_levels);
    WHILE v_rest <> '' DO
      SET v_level = SUBSTRING_INDEX(v_rest, ',', 1);
      CALL pc_check_key_integer(p_dimension, v_terms, v_level, p_least, v_most, v_term);
      SET p_up = GREATEST(p_up, v_term), p_down = LEAST(p_down, v_term);
      SET v_rest = SUBSTRING(v_rest, LENGTH(v_level) + 2);
    END WHILE;
    SET v_rest = CONCAT(p_sorted, ','), p_text = '';
    WHILE v_rest <> '' DO
      SET v_level = SUBSTRING_INDEX(v_rest, ',', 1);
      SET v_term = JSON_EXTRACT(v_terms, CONCAT('$.', v_level));
      SET p_text = CONCAT(p_text, IF(p_text = '', '', ','), pc_json_string(v_level), ':', v_term);
      SET v_rest = SUBSTRING(v_rest, LENGTH(v_level) + 2);
    END WHILE;
    SET p_text = CONCAT('{', p_text, '}');
  END IF;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (92, 'pc_check_terms');
