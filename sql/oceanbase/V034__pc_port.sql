-- How does a deployment come to its port? Creates the authority views of one adapter over one database.
--
--   CALL pc_port('powercontext-1.2', 'powercontext');
--   CALL pc_port('native', NULL);
--
-- pc_install calls it after its checks. Creating a view is DDL, which commits: it is no part of any transaction.

DROP PROCEDURE IF EXISTS pc_port;

DELIMITER //
CREATE PROCEDURE pc_port(
  p_adapter VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_database VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_done INT DEFAULT 0;
  DECLARE v_view VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_body TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE c_port CURSOR FOR
    SELECT p.view_name, p.body FROM pc_lifecycle_port p WHERE p.adapter = p_adapter ORDER BY p.view_name;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_done = 1;
  OPEN c_port;
  FETCH c_port INTO v_view, v_body;
  WHILE v_done = 0 DO
    -- The database's name is the only thing put into a statement, quoted as a name.
    SET @pc_port_text = CONCAT('CREATE OR REPLACE VIEW ', v_view, ' AS ',
      REPLACE(v_body, '{db}', CONCAT('`', REPLACE(COALESCE(p_database, DATABASE()), '`', '``'), '`')));
    PREPARE pc_port_view FROM @pc_port_text;
    EXECUTE pc_port_view;
    DEALLOCATE PREPARE pc_port_view;
    FETCH c_port INTO v_view, v_body;
  END WHILE;
  CLOSE c_port;
  SET @pc_port_text = NULL;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (34, 'pc_port');
