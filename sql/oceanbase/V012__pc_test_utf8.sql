-- Is this byte string UTF-8 text? is_utf8 is 1 or 0.
--
--   CALL pc_test_utf8(X'C3A9', @ok);       -- 1
--   CALL pc_test_utf8(X'EDA080', @ok);     -- 0: a surrogate, which CONVERT lets pass
--
-- Refuses nothing. NULL is no text: 0. Surrogates are looked for in pieces, since a regular expression over megabytes
-- runs into U_REGEX_TIME_OUT; neighbouring pieces share a byte, so that none falls between two.

DROP PROCEDURE IF EXISTS pc_test_utf8;

DELIMITER //
CREATE PROCEDURE pc_test_utf8(p_value MEDIUMBLOB, OUT p_is_utf8 INT)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_at BIGINT DEFAULT 1;
  SET p_is_utf8 = IF(CONVERT(p_value USING utf8mb4) IS NULL, 0, 1);
  IF p_is_utf8 = 1 AND INSTR(p_value, X'ED') > 0 THEN
    WHILE p_is_utf8 = 1 AND v_at <= LENGTH(p_value) DO
      IF SUBSTRING(p_value, v_at, 32768) REGEXP X'ED5BA02DBF5D' THEN
        SET p_is_utf8 = 0;
      END IF;
      SET v_at = v_at + 32767;
    END WHILE;
  END IF;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (12, 'pc_test_utf8');
