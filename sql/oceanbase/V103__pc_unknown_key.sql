-- Which key of a JSON object does not belong there? The bytewise smallest, its first 25 bytes; NULL when all belong.
--
--   SELECT pc_unknown_key('{"limit": 5, "limti": 6}', 'limit,coarse_limit');      -- limti
--
-- Refuses nothing. The known keys are a comma list; a key with a comma is in none.

DROP FUNCTION IF EXISTS pc_unknown_key;

DELIMITER //
CREATE FUNCTION pc_unknown_key(
  p_object LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_known VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
)
RETURNS VARBINARY(25)
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_keys LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_known VARBINARY(512) DEFAULT CAST(CONCAT(',', p_known, ',') AS BINARY);
  SET v_keys = JSON_KEYS(p_object);
  RETURN (
    SELECT SUBSTRING(u.name, 1, 25)
    FROM (
      SELECT CAST(k.name AS BINARY) AS name
      FROM JSON_TABLE(v_keys, '$[*]' COLUMNS (name LONGTEXT PATH '$')) k
    ) u
    WHERE INSTR(u.name, X'2C') > 0 OR INSTR(v_known, CONCAT(X'2C', u.name, X'2C')) = 0
    ORDER BY u.name
    LIMIT 1
  );
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (103, 'pc_unknown_key');
