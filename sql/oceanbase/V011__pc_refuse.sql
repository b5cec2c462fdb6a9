-- How does a routine refuse? By name: the text is a row of pc_lifecycle_message, {0} and {1} are the quoted arguments.
--
--   CALL pc_refuse('head_moved', 7, 5);
--   ERROR 1644 (45000): pc: conflict: the head is at revision 7, not 5; read it again
--
-- Always ends in SIGNAL 45000, whose text is one line of at most 128 bytes: `pc: CODE: what is wrong and what to do`.
-- A name without a row is itself reported, as `internal`.

DROP PROCEDURE IF EXISTS pc_refuse;

DELIMITER //
CREATE PROCEDURE pc_refuse(
  p_name VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_first MEDIUMBLOB,
  p_second MEDIUMBLOB
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_line VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  SET v_line = (SELECT CONCAT('pc: ', m.code, ': ', m.text) FROM pc_lifecycle_message m WHERE m.name = p_name);
  IF v_line IS NULL THEN
    SET v_line = CONCAT('pc: internal: message ', pc_quote(CAST(p_name AS BINARY)), ' is missing; please report it');
  END IF;
  -- Both places are marked before either is filled: an argument may contain the text {1}.
  SET v_line = REPLACE(REPLACE(v_line, '{0}', CONVERT(X'01' USING utf8mb4)), '{1}', CONVERT(X'02' USING utf8mb4));
  SET v_line = REPLACE(v_line, CONVERT(X'01' USING utf8mb4), pc_quote(p_first));
  SET v_line = REPLACE(v_line, CONVERT(X'02' USING utf8mb4), pc_quote(p_second));
  SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = v_line;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (11, 'pc_refuse');
