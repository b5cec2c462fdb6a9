-- Is an argument a signed 64-bit integer? The number, or a refusal.
--
--   CALL pc_check_integer('recorded_at', '1767225600000000', v_recorded_at);
--
-- Refuses NULL (argument_null) and everything but an integer as it is written within 64 bits (argument_type): no sign but
-- a minus before what is not zero, no leading zero, which no number that is passed as a number comes with. The parameter
-- is bytes, not BIGINT: the kernel would turn 1.6 into 2 without a word, and refuse '5x' with a line of its own.

DROP PROCEDURE IF EXISTS pc_check_integer;

DELIMITER //
CREATE PROCEDURE pc_check_integer(
  p_argument VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_value MEDIUMBLOB,
  OUT p_number BIGINT
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_wide DECIMAL(40, 0);
  SET p_number = NULL;
  IF p_value IS NULL THEN
    CALL pc_refuse('argument_null', p_argument, NULL);
  END IF;
  -- The length first: a regular expression over megabytes is slow, and no number is that long.
  IF LENGTH(p_value) <= 38 THEN
    IF CONVERT(p_value USING utf8mb4) REGEXP '^(0|-?[1-9][0-9]*)$' AND INSTR(p_value, X'0A') = 0 THEN
      SET v_wide = CAST(CONVERT(p_value USING utf8mb4) AS DECIMAL(40, 0));
    END IF;
  END IF;
  IF v_wide IS NULL OR v_wide < -9223372036854775808 OR v_wide > 9223372036854775807 THEN
    CALL pc_refuse('argument_type', p_argument, 'an integer');
  END IF;
  SET p_number = v_wide;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (14, 'pc_check_integer');
