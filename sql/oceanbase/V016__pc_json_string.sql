-- How does a text stand in canonical JSON (RFC 8785)? Quoted, with the short escapes; NULL is null.
--
--   SELECT pc_json_string('a"b');       -- "a\"b"
--
-- Refuses nothing. JSON_QUOTE escapes as RFC 8785 does, but takes no binary: identities are converted first.

DROP FUNCTION IF EXISTS pc_json_string;

DELIMITER //
CREATE FUNCTION pc_json_string(p_text MEDIUMBLOB)
RETURNS LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  RETURN IFNULL(JSON_QUOTE(CONVERT(p_text USING utf8mb4)), 'null');
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (16, 'pc_json_string');
