-- Is a JSON argument one that both engines read alike? Four steps; step 0 takes them all in order.
--
--   CALL pc_check_json('evidence', p_evidence, 'array', 0);
--
-- 1 text: NULL (argument_null), not UTF-8 (text_not_utf8).  2 size: over json_bytes (json_too_long).
-- 3 json: invalid, a NUL, a lone surrogate, 1e999, nesting over 100 (json_invalid).  4 type: neither array nor object as asked
-- (json_type). A routine of two JSON arguments takes step 1 of both, then step 2 of both, and so on.

DROP PROCEDURE IF EXISTS pc_check_json;

DELIMITER //
CREATE PROCEDURE pc_check_json(
  p_argument VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_value MEDIUMBLOB,
  p_type VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_step INT
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_is_good INT;
  IF p_step IN (0, 1) THEN
    IF p_value IS NULL THEN
      CALL pc_refuse('argument_null', p_argument, NULL);
    END IF;
    CALL pc_test_utf8(p_value, v_is_good);
    IF v_is_good = 0 THEN
      CALL pc_refuse('text_not_utf8', p_argument, NULL);
    END IF;
  END IF;
  IF p_step IN (0, 2) THEN
    IF LENGTH(p_value) > (SELECT l.value FROM pc_lifecycle_limit l WHERE l.name = 'json_bytes') THEN
      CALL pc_refuse('json_too_long', p_argument, NULL);
    END IF;
  END IF;
  IF p_step IN (0, 3) THEN
    BEGIN
      -- JSON_VALID does not answer beyond a depth of 100, it raises 3157.
      DECLARE CONTINUE HANDLER FOR 3157 SET v_is_good = 0;
      SET v_is_good = JSON_VALID(CONVERT(p_value USING utf8mb4));
    END;
    -- JSON_VALID takes a text that ends in NUL.
    IF IFNULL(v_is_good, 0) = 0 OR INSTR(p_value, X'00') > 0 THEN
      CALL pc_refuse('json_invalid', p_argument, NULL);
    END IF;
  END IF;
  IF p_step IN (0, 4) THEN
    IF LOWER(JSON_TYPE(CONVERT(p_value USING utf8mb4))) <> p_type THEN
      CALL pc_refuse('json_type', p_argument, p_type);
    END IF;
  END IF;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (15, 'pc_check_json');
