-- Is a text argument one that may be stored? One rule for every id, kind, text and reason.
--
--   CALL pc_check_text('scope', p_scope, 'scope_id_chars');
--
-- Refuses, in this order: NULL (argument_null), what is no UTF-8 (text_not_utf8), a NUL (text_has_nul), the empty text
-- (argument_empty), and one over the limit (text_too_long). The limit is a row of pc_lifecycle_limit; it counts bytes
-- where its name ends in _bytes, else characters. Where NULL or '' is allowed, the caller does not call.

DROP PROCEDURE IF EXISTS pc_check_text;

DELIMITER //
CREATE PROCEDURE pc_check_text(
  p_argument VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_value MEDIUMBLOB,
  p_limit VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_is_utf8 INT;
  DECLARE v_most BIGINT;
  IF p_value IS NULL THEN
    CALL pc_refuse('argument_null', p_argument, NULL);
  END IF;
  CALL pc_test_utf8(p_value, v_is_utf8);
  IF v_is_utf8 = 0 THEN
    CALL pc_refuse('text_not_utf8', p_argument, NULL);
  END IF;
  IF INSTR(p_value, X'00') > 0 THEN
    CALL pc_refuse('text_has_nul', p_argument, NULL);
  END IF;
  IF LENGTH(p_value) = 0 THEN
    CALL pc_refuse('argument_empty', p_argument, NULL);
  END IF;
  SET v_most = (SELECT l.value FROM pc_lifecycle_limit l WHERE l.name = p_limit);
  IF RIGHT(p_limit, 6) = '_bytes' THEN
    IF LENGTH(p_value) > v_most THEN
      CALL pc_refuse('text_too_long', p_argument, CONCAT(v_most, ' bytes'));
    END IF;
  ELSEIF CHAR_LENGTH(CONVERT(p_value USING utf8mb4)) > v_most THEN
    CALL pc_refuse('text_too_long', p_argument, CONCAT(v_most, ' characters'));
  END IF;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (13, 'pc_check_text');
