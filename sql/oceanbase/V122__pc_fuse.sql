-- In which order do several channels stand together, by reciprocal rank fusion alone?
--
--   CALL pc_fuse('[{"name": "fts", "weight": 1.0, "hits": […]}, …]', '{"scope_id": "s", "limit": 20}');
--   SET @pc_channels = '…', @pc_options = '…';  SELECT l.rank, l.entry_id, l.score FROM pc_fuse l ORDER BY l.rank;
--
-- The score is the sum of weight / (60 + rank) over the channels in their order, as PowerContext computes it. Pure: no
-- row of the store is read, nothing is filtered. A repeat in a channel is skipped and uses up its rank. Refused:
-- whatever pc_request_plan refuses; then no row is returned. The view shows ids as bytes, the procedure as text.

-- The fusing of pc_rank, over hits that all count as holding.
DROP PROCEDURE IF EXISTS pc_fuse_view;

DELIMITER //
CREATE PROCEDURE pc_fuse_view()
SQL SECURITY INVOKER
BEGIN
  DECLARE v_text LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  SET v_text = CONCAT('SELECT h.*, ''current'' AS validity, NULL AS validity_reason, NULL AS successor_entry_id,
  NULL AS successor_entry_version_id, NULL AS importance, NULL AS authority_min, NULL AS authority_max, NULL AS evidence_strength,
  NULL AS verification, NULL AS source_count, NULL AS artifact_count, NULL AS state_class, NULL AS recorded_at
  FROM (', pc_rank_text('hits', 'fuse'), ') h');
  SET v_text = REPLACE(pc_rank_text('pc_fused', 'fuse'), pc_rank_text('pc_candidate', 'fuse'), v_text);
  SET v_text = CONCAT('SELECT /*+ OPT_PARAM(''ROWSETS_MAX_ROWS'', 64) */ z.baseline_rank AS `rank`,
  z.scope_id, z.memory_artifact_id, CAST(SUBSTRING(z.first_seen, 8) AS SIGNED) AS revision, z.entry_id, z.entry_version_id, z.score,
  ', pc_rank_text('matched_by', 'fuse'), ' AS matched_by
  FROM (', v_text, ') z
  WHERE z.baseline_rank <= CAST((SELECT pc_session_value(LAST_TRACE_ID(), ''fuse'', ''limit'')) AS SIGNED)');
  CALL pc_make_view('pc_fuse', v_text);
END
//
DELIMITER ;

CALL pc_fuse_view();

DROP PROCEDURE IF EXISTS pc_fuse_view;

DROP PROCEDURE IF EXISTS pc_fuse;

DELIMITER //
CREATE PROCEDURE pc_fuse(
  p_channels LONGBLOB,
  p_options LONGBLOB
)
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE EXIT HANDLER FOR SQLEXCEPTION
  BEGIN
    CALL pc_close_call();
    RESIGNAL;
  END;
  CALL pc_open_call(p_channels, p_options);
  SELECT r.`rank`, CONVERT(r.scope_id USING utf8mb4) AS scope_id,
         CONVERT(r.memory_artifact_id USING utf8mb4) AS memory_artifact_id, r.revision,
         CONVERT(r.entry_id USING utf8mb4) AS entry_id, CONVERT(r.entry_version_id USING utf8mb4) AS entry_version_id,
         r.score, r.matched_by
  FROM pc_fuse r
  ORDER BY r.`rank`;
  CALL pc_close_call();
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (122, 'pc_fuse');
