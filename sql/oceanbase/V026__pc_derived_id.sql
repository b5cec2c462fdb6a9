-- Which id has what the caller gave none for? One derived from what it names, never random, so that two engines fed alike are
-- alike: the prefix and 32 hex digits of the SHA-256 of a canonical array.
--
--   SELECT CONCAT('ent_', pc_derived_id(CONCAT('["entry",', pc_json_string('s'), ',', pc_json_string('memory'), ',1,1]')));
--
-- Refuses nothing. The argument is the canonical text; the prefixes are ent_, ver_ and rel_.

DROP FUNCTION IF EXISTS pc_derived_id;

DELIMITER //
CREATE FUNCTION pc_derived_id(p_canonical LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin)
RETURNS CHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  RETURN LEFT(SHA2(p_canonical, 256), 32);
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (26, 'pc_derived_id');
