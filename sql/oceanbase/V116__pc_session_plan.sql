-- What is to be done for this session's request, and one value of it?
--
--   SET @pc_channels = '[{"name": "fts", "hits": []}]', @pc_options = '{"scope_id": "s", "limit": 5}';
--   SELECT pc_session_plan('rank');                               -- as pc_request_plan
--   SELECT pc_session_value(LAST_TRACE_ID(), 'rank', 'limit');    -- 5
--
-- The request stands in @pc_channels (`fuse`, `rank`) or @pc_pool (`reorder`), and @pc_options; inside a CALL, in its
-- arguments. pc_session_value keeps the plan until another statement asks, or for another surface: LAST_TRACE_ID() names the statement
-- before, the same for all of one statement. It refuses what the plan refuses, as an error.

DROP FUNCTION IF EXISTS pc_session_plan;

DELIMITER //
CREATE FUNCTION pc_session_plan(p_surface VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin)
RETURNS LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_subject, v_options BIGINT;
  IF @pc_call > 0 THEN
    SET v_subject = @pc_call_subject, v_options = @pc_call_options;
  ELSE
    SET v_subject = IF(p_surface = 'reorder', LENGTH(@pc_pool), LENGTH(@pc_channels)), v_options = LENGTH(@pc_options);
  END IF;
  RETURN pc_request_plan(p_surface, pc_request_text(IF(p_surface = 'reorder', 'pool', 'channels')), v_subject,
                         pc_request_text('options'), v_options, 1);
END
//
DELIMITER ;

DROP FUNCTION IF EXISTS pc_session_value;

DELIMITER //
CREATE FUNCTION pc_session_value(
  p_statement VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_surface VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_name VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
)
RETURNS VARCHAR(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_plan LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_of VARCHAR(160) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONCAT(p_surface, p_statement);
  IF @pc_plan_of IS NULL OR v_of IS NULL OR @pc_plan_of <> v_of THEN
    SET @pc_plan_of = NULL, @pc_plan = NULL;
    SET v_plan = pc_admit_plan(pc_session_plan(p_surface));
    SET @pc_plan = v_plan, @pc_plan_of = v_of;
  END IF;
  SET v_plan = JSON_EXTRACT(@pc_plan, CONCAT('$.', p_name));
  RETURN IF(v_plan = 'null', NULL, JSON_UNQUOTE(v_plan));
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (116, 'pc_session_plan');
