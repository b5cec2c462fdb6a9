-- In which order does a finished pool stand under the policy in force?
--
--   CALL pc_reorder('[{"memory_artifact_id": "memory", "revision": 7, "entry_id": "e", "entry_version_id": "v"}]',
--                   '{"scope_id": "s"}');
--   SET @pc_pool = '…', @pc_options = '…';  SELECT l.rank, l.entry_id FROM pc_reorder l ORDER BY l.rank;
--
-- Every member comes back, none further from its place than the policy allows; without a policy in force, exactly where it
-- stood. A member that is unknown or not eligible counts as neutral; nothing is filtered. Refused: whatever
-- pc_request_plan refuses; then no row is returned. The view shows ids as bytes, the procedure as text.

-- The judging of pc_rank, over members that are in order already: in the place of the hits stand the members, of the fusing
-- their own order. Where no policy is in force nothing is derived.
DROP PROCEDURE IF EXISTS pc_reorder_view;

DELIMITER //
CREATE PROCEDURE pc_reorder_view()
SQL SECURITY INVOKER
BEGIN
  DECLARE v_text LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  SET v_text = CONCAT('SELECT /*+ MATERIALIZE */ 1 AS channel, t.hit, t.score + 0e0 AS weight, IFNULL(t.scope_id,
    CAST((SELECT pc_session_value(LAST_TRACE_ID(), ''reorder'', ''scope_id'')) AS BINARY)) AS scope_id,
    t.memory_artifact_id, t.revision, t.entry_id, t.entry_version_id
  FROM JSON_TABLE(pc_request_subject(''reorder''), ''$[*]'' COLUMNS (
    hit FOR ORDINALITY, scope_id VARBINARY(1024) PATH ''$.scope_id'', memory_artifact_id VARBINARY(512) PATH ''$.memory_artifact_id'',
    revision VARCHAR(20) PATH ''$.revision'', entry_id VARBINARY(512) PATH ''$.entry_id'',
    entry_version_id VARBINARY(512) PATH ''$.entry_version_id'', score DOUBLE PATH ''$.score''
  )) t
  WHERE (SELECT pc_session_value(LAST_TRACE_ID(), ''reorder'', ''view'')) <> ''''
  ');
  SET v_text = REPLACE(pc_rank_text('pc_candidate', 'reorder'), pc_rank_text('hits', 'reorder'), v_text);
  SET v_text = REPLACE(v_text, 'WHEN q.is_live = 1 THEN',
  'WHEN q.is_live = 1 AND (SELECT pc_session_value(LAST_TRACE_ID(), ''reorder'', ''policy'')) IS NOT NULL THEN');
  SET v_text = CONCAT('SELECT k.scope_id, k.memory_artifact_id, k.entry_id, k.entry_version_id, k.hit AS baseline_rank, k.weight AS score,
  CONCAT(1000000, k.revision) AS first_seen, k.validity, k.importance, k.authority_min, k.authority_max, k.state_class, k.recorded_at
  FROM (', v_text, ') k');
  SET v_text = REPLACE(pc_rank_text('pc_ranked', 'reorder'), pc_rank_text('pc_fused', 'reorder'), v_text);
  SET v_text = REPLACE(v_text, CONCAT(pc_rank_text('matched_by', 'reorder'), ' AS matched_by,'), '');
  SET v_text = CONCAT('SELECT /*+ OPT_PARAM(''ROWSETS_MAX_ROWS'', 64) */ l.adjusted_rank AS `rank`,
  l.baseline_rank, l.baseline_rank - l.adjusted_rank AS displacement, l.scope_id, l.memory_artifact_id, l.revision,
  l.entry_id, l.entry_version_id, l.score, l.adjustment, l.rules
  FROM (', v_text, ') l');
  CALL pc_make_view('pc_reorder', v_text);
END
//
DELIMITER ;

CALL pc_reorder_view();

DROP PROCEDURE IF EXISTS pc_reorder_view;

DROP PROCEDURE IF EXISTS pc_reorder;

DELIMITER //
CREATE PROCEDURE pc_reorder(
  p_pool LONGBLOB,
  p_options LONGBLOB
)
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE EXIT HANDLER FOR SQLEXCEPTION
  BEGIN
    CALL pc_close_call();
    RESIGNAL;
  END;
  CALL pc_open_call(p_pool, p_options);
  SELECT r.`rank`, r.baseline_rank, r.displacement, CONVERT(r.scope_id USING utf8mb4) AS scope_id,
         CONVERT(r.memory_artifact_id USING utf8mb4) AS memory_artifact_id, r.revision,
         CONVERT(r.entry_id USING utf8mb4) AS entry_id, CONVERT(r.entry_version_id USING utf8mb4) AS entry_version_id,
         r.score, r.adjustment, r.rules
  FROM pc_reorder r
  ORDER BY r.`rank`;
  CALL pc_close_call();
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (123, 'pc_reorder');
