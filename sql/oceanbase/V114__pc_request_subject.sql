-- Which candidates does this session's request name? Its channels or its pool, always as valid JSON.
--
--   SELECT h.entry_id FROM JSON_TABLE(pc_request_subject('rank'), '$[*].hits[*]' COLUMNS (
--     entry_id VARBINARY(512) PATH '$.entry_id')) h;
--
-- Refuses nothing: what is not JSON comes as [], and pc_request_plan says what is wrong with it.

DROP FUNCTION IF EXISTS pc_request_subject;

DELIMITER //
CREATE FUNCTION pc_request_subject(p_surface VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin)
RETURNS LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE v_subject LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE EXIT HANDLER FOR SQLEXCEPTION RETURN '[]';
  SET v_subject = pc_request_text(IF(p_surface = 'reorder', 'pool', 'channels'));
  RETURN IF(JSON_VALID(v_subject), v_subject, '[]');
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (114, 'pc_request_subject');
