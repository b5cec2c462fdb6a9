-- How is an argument shown in a refusal? In at most 32 bytes of printable ASCII, the same on both engines.
--
-- The first 24 bytes count (a longer text ends in `...`); every byte outside 0x20..0x7e, and the backslash, becomes
-- \xHH; an escaped text over 29 bytes is cut to 29, never inside an escape, and ends in `...` too.
--
--   SELECT pc_quote('caf\n');              -- caf\x0a
--   SELECT pc_quote(REPEAT('a', 30));      -- aaaaaaaaaaaaaaaaaaaaaaaa...
--
-- Refuses nothing; NULL is shown as NULL. Every byte string of these routines is a MEDIUMBLOB: the kernel takes texts, numbers
-- and bytes of any length for one, whereas nothing but a LONGBLOB fits a LONGBLOB parameter (error 1318).

DROP FUNCTION IF EXISTS pc_quote;

DELIMITER //
CREATE FUNCTION pc_quote(p_text MEDIUMBLOB)
RETURNS VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE v_shown VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT '';
  DECLARE v_piece VARCHAR(4) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_at INT DEFAULT 1;
  DECLARE v_end INT;
  DECLARE v_byte INT;
  DECLARE v_cut INT DEFAULT 0;
  IF p_text IS NULL THEN
    RETURN 'NULL';
  END IF;
  SET v_end = LENGTH(p_text);
  IF v_end > 24 THEN
    SET v_end = 24, v_cut = 1;
  END IF;
  WHILE v_at <= v_end DO
    SET v_byte = ASCII(SUBSTRING(p_text, v_at, 1));
    IF v_byte < 32 OR v_byte > 126 OR v_byte = 92 THEN
      SET v_piece = CONCAT(CONVERT(X'5C' USING utf8mb4), 'x', LOWER(LPAD(HEX(v_byte), 2, '0')));
    ELSE
      SET v_piece = CONVERT(UNHEX(HEX(v_byte)) USING utf8mb4);
    END IF;
    IF CHAR_LENGTH(v_shown) + CHAR_LENGTH(v_piece) > 29 THEN
      RETURN CONCAT(v_shown, '...');
    END IF;
    SET v_shown = CONCAT(v_shown, v_piece), v_at = v_at + 1;
  END WHILE;
  RETURN IF(v_cut = 1, CONCAT(v_shown, '...'), v_shown);
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (10, 'pc_quote');
