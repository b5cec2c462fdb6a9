-- Which port is in force before pc_install, or when the scripts run again? The installed adapter's, else native.
--
--   SELECT COUNT(*) FROM pc_authority_head;
--
-- So every routine after this one finds the views it names, and running the scripts again changes no deployment.

DROP PROCEDURE IF EXISTS pc_port_views;

DELIMITER //
CREATE PROCEDURE pc_port_views()
SQL SECURITY INVOKER
BEGIN
  DECLARE v_adapter VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_attached VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  SET v_adapter = (SELECT s.value FROM pc_lifecycle_setting s WHERE s.name = 'adapter');
  SET v_attached = (SELECT s.value FROM pc_lifecycle_setting s WHERE s.name = 'attached');
  CALL pc_port(COALESCE(v_adapter, 'native'), v_attached);
END
//
DELIMITER ;

CALL pc_port_views();

DROP PROCEDURE IF EXISTS pc_port_views;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (35, 'port_views');
