-- Is every number under a key written with at most 15 digits, at a glance? 1 is certain; 0 means: look at each.
--
--   SELECT pc_written_short('[{"weight": 1.50}]', 'weight');                   -- 1
--   SELECT pc_written_short('[{"weight": 0.10000000000000000001}]', 'weight');     -- 0
--
-- Refuses nothing; pc_number_document answers what this leaves open. A key may be spelled with escapes ("weigh\u0074"),
-- which a search for its letters misses: such a document is never certain.

DROP FUNCTION IF EXISTS pc_written_short;

DELIMITER //
CREATE FUNCTION pc_written_short(
  p_document LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_key VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
)
RETURNS INT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE v_bytes LONGBLOB DEFAULT CAST(p_document AS BINARY);
  DECLARE v_key VARBINARY(32) DEFAULT CAST(CONCAT('"', p_key, '"') AS BINARY);
  DECLARE v_after VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_at BIGINT;
  IF INSTR(v_bytes, X'5C753030') > 0 THEN
    RETURN 0;
  END IF;
  SET v_at = LOCATE(v_key, v_bytes);
  WHILE v_at > 0 DO
    -- What follows is a text, or a number of at most 15 figures and points; a multi-byte character gives NULL: no.
    SET v_after = CONVERT(SUBSTRING(v_bytes, v_at + LENGTH(v_key), 32) USING utf8mb4);
    IF v_after IS NULL OR NOT v_after REGEXP '^ *: *("|-?[0-9.]{1,15}([^0-9.]|$))' THEN
      RETURN 0;
    END IF;
    SET v_at = LOCATE(v_key, v_bytes, v_at + 1);
  END WHILE;
  RETURN 1;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (106, 'pc_written_short');
