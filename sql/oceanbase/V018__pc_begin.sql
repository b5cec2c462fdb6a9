-- Whose transaction is this? p_own is 1 where none was open and one has been started, 0 where the caller has one: then
-- the savepoint pc_write stands in it, and undoing a refused write leaves the caller's work alone.
--
--   CALL pc_begin(v_own);  …  CALL pc_commit(v_own);        -- and CALL pc_rollback(v_own) in the handler
--
-- Refuses nothing. The probe tells the cases apart without harm: outside a transaction a savepoint is gone with its own
-- statement, so rolling back to it fails with 1305. START TRANSACTION without the probe would commit the caller's work.

DROP PROCEDURE IF EXISTS pc_begin;

DELIMITER //
CREATE PROCEDURE pc_begin(OUT p_own INT)
SQL SECURITY INVOKER
BEGIN
  DECLARE EXIT HANDLER FOR 1305
  BEGIN
    START TRANSACTION;
    SET p_own = 1;
  END;
  SET p_own = NULL;
  SAVEPOINT pc_w;
  ROLLBACK TO SAVEPOINT pc_w;
  SAVEPOINT pc_write;
  SET p_own = 0;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (18, 'pc_begin');
