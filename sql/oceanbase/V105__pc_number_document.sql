-- How was each number of a document written? The document with every number that is the value of a key put as text.
--
--   SELECT pc_number_document('[{"weight": 1.50}]');        -- [{"weight": {"#":"1.50"}}]
--
-- A JSON column keeps the value and forgets the digits, and more than 15 of them are not read alike everywhere. So the
-- text decides. Refuses nothing; the document is valid JSON. A regular expression over megabytes times out, so the
-- text goes in pieces; each ends before a quote that nothing escapes, hence not inside what is looked for.

DROP FUNCTION IF EXISTS pc_number_document;

DELIMITER //
CREATE FUNCTION pc_number_document(p_document LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin)
RETURNS LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE v_out LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT '';
  DECLARE v_piece, v_quotes LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_slash VARCHAR(1) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(X'5C' USING utf8mb4);
  DECLARE v_number VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_at, v_end BIGINT DEFAULT 1;
  DECLARE v_size BIGINT DEFAULT 16384;
  DECLARE v_length BIGINT DEFAULT CHAR_LENGTH(p_document);
  -- A quote without a backslash before it closes a key; then a colon and a number. Inside a text a quote is escaped.
  SET v_number = CONCAT('(?<!', v_slash, v_slash, ')("[ ', CHAR(9), CHAR(10), CHAR(13), ']*:[ ', CHAR(9), CHAR(10), CHAR(13),
                        ']*)(-?[0-9][0-9.eE+-]*)');
  WHILE v_at <= v_length DO
    SET v_piece = SUBSTRING(p_document, v_at, v_size);
    -- Quotes with a backslash before them are blotted out; what is left ends a piece.
    SET v_quotes = REPLACE(v_piece, CONCAT(v_slash, '"'), CONCAT(v_slash, v_slash));
    IF v_size > 16384 THEN
      SET v_end = LOCATE('"', v_quotes, 2) - 1;
    ELSE
      SET v_end = CHAR_LENGTH(v_quotes) - CHAR_LENGTH(SUBSTRING_INDEX(v_quotes, '"', -1)) - 1;
    END IF;
    IF v_end <= 0 AND v_at + v_size > v_length THEN
      SET v_end = CHAR_LENGTH(v_piece), v_size = 2 * v_size;
    END IF;
    IF v_end <= 0 THEN
      -- No such quote but the first: a longer piece has one, or is the rest of the text.
      SET v_size = 2 * v_size;
    ELSE
      -- A longer piece has only the quote it begins with, and is not searched: through megabytes, that would time out.
      SET v_out = CONCAT(v_out, REGEXP_REPLACE(SUBSTRING(v_piece, 1, v_end), CONCAT(IF(v_size > 16384, '^', ''), v_number),
                                               '$1{"#":"$2"}'));
      SET v_at = v_at + v_end, v_size = 16384;
    END IF;
  END WHILE;
  RETURN v_out;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (105, 'pc_number_document');
