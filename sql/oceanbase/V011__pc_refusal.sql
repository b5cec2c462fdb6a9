-- What does a refusal say? The line `pc: CODE: text` of a message, its {0} and {1} filled with the quoted arguments.
--
--   SELECT pc_refusal('head_moved', 7, 5);
--   pc: conflict: the head is at revision 7, not 5; read it again
--
-- Signals nothing: a view carries the line as a value, routines raise it with pc_refuse. A name without a row is itself
-- reported, as `internal`.

DROP FUNCTION IF EXISTS pc_refusal;

DELIMITER //
CREATE FUNCTION pc_refusal(
  p_name VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_first MEDIUMBLOB,
  p_second MEDIUMBLOB
)
RETURNS VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_line VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  SET v_line = (SELECT CONCAT('pc: ', m.code, ': ', m.text) FROM pc_lifecycle_message m WHERE m.name = p_name);
  IF v_line IS NULL THEN
    RETURN CONCAT('pc: internal: message ', pc_quote(p_name), ' is missing; please report it');
  END IF;
  -- Both places are marked before either is filled: an argument may contain the text {1}.
  SET v_line = REPLACE(REPLACE(v_line, '{0}', CONVERT(X'01' USING utf8mb4)), '{1}', CONVERT(X'02' USING utf8mb4));
  SET v_line = REPLACE(v_line, CONVERT(X'01' USING utf8mb4), pc_quote(p_first));
  RETURN REPLACE(v_line, CONVERT(X'02' USING utf8mb4), pc_quote(p_second));
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (11, 'pc_refusal');
