-- How does a routine refuse? By name: the text is a row of pc_lifecycle_message, {0} and {1} are the quoted arguments.
--
--   CALL pc_refuse('head_moved', 7, 5);
--   ERROR 1644 (45000): pc: conflict: the head is at revision 7, not 5; read it again
--
-- Always ends in SIGNAL 45000, whose text is one line of at most 128 bytes: `pc: CODE: what is wrong and what to do`.

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
  SET v_line = pc_refusal(p_name, p_first, p_second);
  SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = v_line;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (21, 'pc_refuse');
