-- May entries be written here? Only where this store is itself the authority.
--
--   CALL pc_require_native();
--
-- Refuses a store that is not installed (not_installed), and one beside a PowerContext database (authority_is_powercontext).

DROP PROCEDURE IF EXISTS pc_require_native;

DELIMITER //
CREATE PROCEDURE pc_require_native()
SQL SECURITY INVOKER
BEGIN
  DECLARE v_adapter VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  CALL pc_require_store(v_adapter);
  IF v_adapter <> 'native' THEN
    CALL pc_refuse('authority_is_powercontext', NULL, NULL);
  END IF;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (70, 'pc_require_native');
