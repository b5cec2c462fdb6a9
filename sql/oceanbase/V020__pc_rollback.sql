-- How is a refused write undone? Its own transaction whole; in the caller's, back to where the write began. Before either
-- began (p_own NULL) there is nothing to undo.
--
--   DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN CALL pc_rollback(v_own); RESIGNAL; END;
--
-- Refuses nothing: a savepoint that is gone, because the kernel ended the whole transaction, is passed over.

DROP PROCEDURE IF EXISTS pc_rollback;

DELIMITER //
CREATE PROCEDURE pc_rollback(p_own INT)
SQL SECURITY INVOKER
BEGIN
  DECLARE CONTINUE HANDLER FOR 1305
  BEGIN
  END;
  IF p_own = 1 THEN
    ROLLBACK;
  ELSEIF p_own = 0 THEN
    ROLLBACK TO SAVEPOINT pc_write;
    RELEASE SAVEPOINT pc_write;
  END IF;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (20, 'pc_rollback');
