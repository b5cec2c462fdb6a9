-- How does a write end well? Its own transaction is committed; in the caller's only the savepoint goes.
--
--   CALL pc_commit(v_own);
--
-- Refuses nothing.

DROP PROCEDURE IF EXISTS pc_commit;

DELIMITER //
CREATE PROCEDURE pc_commit(p_own INT)
SQL SECURITY INVOKER
BEGIN
  IF p_own = 1 THEN
    COMMIT;
  ELSE
    RELEASE SAVEPOINT pc_write;
  END IF;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (19, 'pc_commit');
