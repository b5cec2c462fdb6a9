-- Is this database installed, and whose facts does it keep? The adapter's name: native, powercontext-1.2, powercontext-1.4.
--
--   CALL pc_require_store(v_adapter);
--
-- Refuses a store that pc_install has not been called for (not_installed).

DROP PROCEDURE IF EXISTS pc_require_store;

DELIMITER //
CREATE PROCEDURE pc_require_store(OUT p_adapter VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin)
SQL SECURITY INVOKER
BEGIN
  SET p_adapter = (SELECT s.value FROM pc_lifecycle_setting s WHERE s.name = 'adapter');
  IF p_adapter IS NULL THEN
    CALL pc_refuse('not_installed', NULL, NULL);
  END IF;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (22, 'pc_require_store');
