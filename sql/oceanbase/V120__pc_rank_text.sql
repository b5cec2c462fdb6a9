-- How does a piece of CALL pc_rank's statement read over the session's request? As the text of a SELECT that a view is made of.
--
--   SELECT pc_rank_text('pc_ranked', 'rank');
--
-- A view takes no argument, and a routine hands no long text to a view in time; so the statement stands once, in pc_rank, and
-- here each of its variables becomes a look into the session's plan for the surface (`rank`, `fuse`, `reorder`). What hits
-- there may be in doubt was looked at already. The pieces: pc_rank is all of it, with ids as bytes;
-- pc_ranked the pool in its adjusted order; pc_fused the pool in its baseline order; pc_candidate each hit and how its
-- version stands; and `hits`, the hits alone, `matched_by`, the names of their channels. The views of pc_rank, for one's own SELECT and for pc_trace, are made below.
--
--   SET @pc_channels = '…', @pc_options = '{"scope_id": "s", "limit": 20}';
--   SELECT l.rank, l.entry_id, e.text FROM pc_rank l JOIN … ORDER BY l.rank;
--
-- Refused, by an error of the SELECT: what the CALL refuses.

DROP FUNCTION IF EXISTS pc_rank_text;

DELIMITER //
CREATE FUNCTION pc_rank_text(
  p_piece VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_surface VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
)
RETURNS LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_text LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_value, v_number VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  SET v_value = CONCAT('(SELECT pc_session_value(LAST_TRACE_ID(), ''', p_surface, ''', ''{name}''))');
  SET v_number = CONCAT('CAST(', v_value, ' AS SIGNED)');
  SET v_text = (SELECT CONVERT(r.routine_definition USING utf8mb4) FROM information_schema.routines r
    WHERE r.routine_schema = DATABASE() AND r.routine_name = 'pc_rank' AND r.routine_type = 'PROCEDURE');
  -- Told apart by how they begin and end: a client may take comments and hints out of a routine.
  SET v_text = CONCAT('l.adjusted_rank AS `rank`', SUBSTRING_INDEX(SUBSTRING_INDEX(v_text, 'l.adjusted_rank AS `rank`', -1),
                                                                  'ORDER BY `rank`', 1));
  SET v_text = CASE p_piece
    WHEN 'pc_rank' THEN CONCAT('SELECT /*+ OPT_PARAM(''ROWSETS_MAX_ROWS'', 64) */ ',
      REGEXP_REPLACE(v_text, 'CONVERT[(](l[.][a-z_]+) USING utf8mb4[)]', '$1'))
    WHEN 'pc_ranked' THEN CONCAT('SELECT z.*, MAKE_SET(', SUBSTRING_INDEX(SUBSTRING_INDEX(v_text, 'SELECT z.*, MAKE_SET(', -1), ') l', 1))
    WHEN 'matched_by' THEN CONCAT('MAKE_SET(', SUBSTRING_INDEX(SUBSTRING_INDEX(v_text, 'MAKE_SET(', -1), ' AS matched_by', 1))
    WHEN 'pc_fused' THEN CONCAT('SELECT g.*', SUBSTRING_INDEX(SUBSTRING_INDEX(v_text, 'SELECT g.*', -1), ') b', 1))
    WHEN 'pc_candidate' THEN CONCAT('SELECT c.channel', SUBSTRING_INDEX(SUBSTRING_INDEX(v_text, 'SELECT c.channel', -1), ') k', 1))
    ELSE SUBSTRING_INDEX(SUBSTRING_INDEX(v_text, 'WITH h AS (', -1), ') SELECT', 1) END;
  SET v_text = REPLACE(v_text, 'JSON_TABLE(v_channels,', CONCAT('JSON_TABLE(pc_request_subject(''', p_surface, '''),'));
  SET v_text = REPLACE(v_text, 'v_is_checked', '1');
  SET v_text = REPLACE(v_text, 'v_is_late', CONCAT('IFNULL(', REPLACE(v_number, '{name}', 'is_late'), ', 0)'));
  SET v_text = REPLACE(v_text, 'v_is_history', CONCAT('(', REPLACE(v_value, '{name}', 'view'), ' = ''history'')'));
  SET v_text = REPLACE(v_text, 'v_displacement', CONCAT('IFNULL(', REPLACE(v_number, '{name}', 'max_displacement'), ', 0)'));
  SET v_text = REPLACE(v_text, 'v_scope', CONCAT('CAST(', REPLACE(v_value, '{name}', 'scope_id'), ' AS BINARY)'));
  SET v_text = REPLACE(v_text, 'v_limit', REPLACE(v_number, '{name}', 'limit'));
  -- A finished pool is not cut.
  SET v_text = REPLACE(v_text, 'v_coarse', IF(p_surface = 'reorder', 'b.baseline_rank', REPLACE(v_number, '{name}', 'coarse_limit')));
  SET v_text = REPLACE(v_text, 'v_revision', REPLACE(v_number, '{name}', 'revision'));
  SET v_text = REPLACE(v_text, 'v_names', REPLACE(v_value, '{name}', 'names'));
  SET v_text = REPLACE(v_text, 'v_levels', REPLACE(v_value, '{name}', 'levels'));
  SET v_text = REPLACE(v_text, 'v_ages', REPLACE(v_value, '{name}', 'ages'));
  SET v_text = REPLACE(v_text, 'v_age_terms', REPLACE(v_value, '{name}', 'terms'));
  SET v_text = REPLACE(v_text, 'v_asked_policy', REPLACE(v_value, '{name}', 'asked_policy'));
  SET v_text = REPLACE(v_text, 'v_as_of', REPLACE(v_value, '{name}', 'as_of'));
  -- A request without a hit is refused, too: its view is looked at before anything is read.
  RETURN REPLACE(v_text, 'WHERE CASE', CONCAT('WHERE ', REPLACE(v_value, '{name}', 'view'), ' <> '''' AND CASE'));
END
//
DELIMITER ;

-- Makes a view of a name and a text.
DROP PROCEDURE IF EXISTS pc_make_view;

DELIMITER //
CREATE PROCEDURE pc_make_view(
  p_name VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_text LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
)
SQL SECURITY INVOKER
BEGIN
  SET p_text = CONCAT('CREATE OR REPLACE VIEW ', p_name, ' AS ', p_text);
  SET @pc_view = p_text;
  PREPARE pc_view FROM @pc_view;
  EXECUTE pc_view;
  DEALLOCATE PREPARE pc_view;
  SET @pc_view = NULL;
END
//
DELIMITER ;

CALL pc_make_view('pc_candidate', pc_rank_text('pc_candidate', 'rank'));
CALL pc_make_view('pc_ranked', pc_rank_text('pc_ranked', 'rank'));
CALL pc_make_view('pc_rank', pc_rank_text('pc_rank', 'rank'));

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (120, 'pc_rank_text');
