-- What is a derivation being asked about, in the type of a PowerContext's own columns?
--
-- Comparing its utf8mb4_bin columns with bytes would scan the whole table; with this, `scope_id = pc_asked_text('scope')`
-- is a range of its index. utf8mb4_bin pads ('a' = 'a '), so the views compare the bytes as well. Padding also puts a
-- control character before the end of a text ('a' + tab < 'a'), where bytes put it after: the last of several entries, if
-- it holds one, is replaced by the greatest text, so that the range holds at least what the bytes hold. The first of
-- several is '' or ends in a NUL (pc_rebuild_memory), which comes before both.
-- pc_asked_tail() is what an authority did after the copied revisions, as JSON (see pc_tail).

DROP FUNCTION IF EXISTS pc_asked_text;

DELIMITER //
CREATE FUNCTION pc_asked_text(p_name VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin)
RETURNS VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE v_value VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  IF p_name = 'scope' THEN SET v_value = CONVERT(@pc_asked_scope USING utf8mb4);
  ELSEIF p_name = 'memory' THEN SET v_value = CONVERT(@pc_asked_memory USING utf8mb4);
  ELSEIF p_name = 'first' THEN SET v_value = CONVERT(@pc_asked_first USING utf8mb4);
  ELSEIF p_name = 'last' THEN
    SET v_value = CONVERT(@pc_asked_last USING utf8mb4);
    IF @pc_asked_first <> @pc_asked_last AND v_value REGEXP '[[:cntrl:]]' THEN
      SET v_value = CONVERT(REPEAT(X'F48FBFBF', 128) USING utf8mb4);
    END IF;
  END IF;
  RETURN v_value;
END
//
DELIMITER ;

DROP FUNCTION IF EXISTS pc_asked_tail;

DELIMITER //
CREATE FUNCTION pc_asked_tail()
RETURNS LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE v_value LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  SET v_value = @pc_asked_tail;
  RETURN v_value;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (37, 'pc_asked_text');
