-- What ends a call that pc_open_call began? Its session variables are emptied, so that views read the caller's own again.
--
--   CALL pc_close_call();
--
-- Refuses nothing; without an open call it does nothing. Every way out of a procedure calls it, a refusal too.

DROP PROCEDURE IF EXISTS pc_close_call;

DELIMITER //
CREATE PROCEDURE pc_close_call()
NO SQL SQL SECURITY INVOKER
BEGIN
  IF @pc_call IS NOT NULL THEN
    IF @pc_call = 1 THEN
      SET @pc_call_3 = NULL, @pc_call_4 = NULL, @pc_call_5 = NULL, @pc_call_6 = NULL, @pc_call_7 = NULL, @pc_call_8 = NULL,
      @pc_call_9 = NULL, @pc_call_10 = NULL, @pc_call_11 = NULL, @pc_call_12 = NULL, @pc_call_13 = NULL, @pc_call_14 = NULL,
      @pc_call_15 = NULL, @pc_call_16 = NULL, @pc_call_17 = NULL;
    END IF;
    SET @pc_call = NULL, @pc_call_subject = NULL, @pc_call_options = NULL, @pc_call_1 = NULL, @pc_call_2 = NULL;
  END IF;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (118, 'pc_close_call');
