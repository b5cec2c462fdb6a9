-- Which version of the lifecycle store is this? That of the extension and the client of the same release.
--
--   SELECT pc_version();       -- 0.1.0
--
-- Refuses nothing.

DROP FUNCTION IF EXISTS pc_version;

DELIMITER //
CREATE FUNCTION pc_version()
RETURNS VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  RETURN '0.1.0';
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (98, 'pc_version');
