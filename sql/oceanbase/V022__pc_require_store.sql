-- Is this database installed, and whose facts does it keep? The adapter's name: native, powercontext-1.2, powercontext-1.4.
--
--   CALL pc_require_store(v_adapter);
--
-- Refuses a store that a later release made (store_newer), whose rows this one may not understand, and one that pc_install
-- has not been called for (not_installed).

DROP PROCEDURE IF EXISTS pc_require_store;

DELIMITER //
CREATE PROCEDURE pc_require_store(OUT p_adapter VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_version, v_known BIGINT;
  SELECT MAX(CASE WHEN s.name = 'adapter' THEN s.value END),
    MAX(CASE WHEN s.name = 'schema_version' THEN CAST(s.value AS SIGNED) END), MAX(l.value)
  INTO p_adapter, v_version, v_known
  FROM pc_lifecycle_limit l LEFT JOIN pc_lifecycle_setting s ON 1 = 1
  WHERE l.name = 'schema_version';
  IF v_version > v_known THEN
    CALL pc_refuse('store_newer', v_version, v_known);
  END IF;
  IF p_adapter IS NULL THEN
    CALL pc_refuse('not_installed', NULL, NULL);
  END IF;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (22, 'pc_require_store');
