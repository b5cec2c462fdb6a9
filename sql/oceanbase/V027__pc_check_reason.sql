-- Is this a reason? NULL, or a text of at most reason_chars characters, which may be empty.
--
--   CALL pc_check_reason('obsolete');
--
-- Refuses what pc_check_text refuses of every other text.

DROP PROCEDURE IF EXISTS pc_check_reason;

DELIMITER //
CREATE PROCEDURE pc_check_reason(p_reason MEDIUMBLOB)
SQL SECURITY INVOKER
BEGIN
  IF LENGTH(p_reason) > 0 THEN
    CALL pc_check_text('reason', p_reason, 'reason_chars');
  END IF;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (27, 'pc_check_reason');
