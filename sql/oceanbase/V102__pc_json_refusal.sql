-- Is a JSON argument one that both engines read alike? NULL when it is, else the refusal of one of three steps.
--
--   SELECT pc_json_refusal('pool', '[]', 'array', 3);        -- NULL
--   SELECT pc_json_refusal('pool', '{}', 'array', 3);        -- pc: bad_input: pool must be a JSON array; see the README
--
-- 1 over json_bytes: json_too_long.  2 invalid, a NUL, a lone surrogate, 1e999, nesting over 100: json_invalid.
-- 3 another top level than asked: json_type. Two arguments take step 1 of both, then step 2 of both, and so on.
-- The text is utf8mb4 already; pc_request_text refuses what is not.

DROP FUNCTION IF EXISTS pc_json_refusal;

DELIMITER //
CREATE FUNCTION pc_json_refusal(
  p_argument VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_value LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_type VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_step INT
)
RETURNS VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_is_good INT DEFAULT 0;
  IF p_step = 1 THEN
    IF LENGTH(p_value) > 65535 THEN
      IF LENGTH(p_value) > (SELECT l.value FROM pc_lifecycle_limit l WHERE l.name = 'json_bytes') THEN
        RETURN pc_refusal('json_too_long', p_argument, NULL);
      END IF;
    END IF;
  ELSEIF p_step = 2 THEN
    BEGIN
      -- JSON_VALID does not answer beyond a depth of 100, it raises 3157.
      DECLARE CONTINUE HANDLER FOR 3157 SET v_is_good = 0;
      SET v_is_good = JSON_VALID(p_value);
    END;
    -- JSON_VALID takes a text that ends in NUL.
    IF IFNULL(v_is_good, 0) = 0 OR INSTR(CAST(p_value AS BINARY), X'00') > 0 THEN
      RETURN pc_refusal('json_invalid', p_argument, NULL);
    END IF;
  ELSEIF LEFT(p_value, 1) <> IF(p_type = 'array', '[', '{') THEN
    -- The first character usually decides; what begins with a blank is asked in full.
    IF LOWER(JSON_TYPE(p_value)) <> p_type THEN
      RETURN pc_refusal('json_type', p_argument, p_type);
    END IF;
  END IF;
  RETURN NULL;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (102, 'pc_json_refusal');
