-- Why does pc_rank answer in this order? The same run, told as one canonical JSON text in column `trace`.
--
--   CALL pc_trace('[{"name": "fts", "hits": […]}]', '{"scope_id": "s", "limit": 20}');
--   -- {"conflicts":0,"filtered":{"fts":1},"members":[{"adjustment":3,…}],"membership_changed":false,…}
--
-- The members are the pool, not only its first `limit` rows: the first 100 in adjusted order, `omitted` counts the rest.
-- filtered and unknown count hits for each channel that counts, by the bytes of the names. One statement reads it all:
-- two could see two states of the store. Refused: what pc_rank refuses.

DROP PROCEDURE IF EXISTS pc_trace;

DELIMITER //
CREATE PROCEDURE pc_trace(
  p_channels LONGBLOB,
  p_options LONGBLOB
)
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_plan, v_members, v_member LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT '';
  DECLARE v_filtered, v_unknown VARCHAR(4096) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT '';
  DECLARE v_refusal VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_policy, v_sha256, v_neutral, v_view VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_scope_given VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_member_policy, v_member_sha256, v_member_neutral VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_name VARBINARY(64);
  DECLARE v_rules VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_scope VARBINARY(1024);
  DECLARE v_memory, v_entry, v_version VARBINARY(512);
  DECLARE v_part, v_done, v_conflict, v_conflicts, v_pool, v_most, v_is_late INT DEFAULT 0;
  DECLARE v_rank, v_baseline, v_revision, v_adjustment BIGINT;
  DECLARE c_part CURSOR FOR
    SELECT 1 AS part, 0 AS place, CAST(n.name AS BINARY) AS name, CAST(IFNULL(k.filtered, 0) AS SIGNED) AS baseline_rank,
           CAST(IFNULL(k.unknown, 0) AS SIGNED) AS adjustment, NULL AS scope_id, NULL AS memory_artifact_id, NULL AS revision,
           NULL AS entry_id, NULL AS entry_version_id, NULL AS rules, 0 AS is_conflict, NULL AS policy, NULL AS sha256,
           NULL AS neutral_reason
    FROM JSON_TABLE(pc_request_subject('rank'), '$[*]' COLUMNS (
      channel FOR ORDINALITY, name VARCHAR(64) PATH '$.name', weight DOUBLE PATH '$.weight')) n
    LEFT JOIN (
      SELECT c.channel, SUM(CASE WHEN c.validity IS NULL THEN 1 ELSE 0 END) AS unknown,
             SUM(CASE WHEN v_view <> '"history"' AND c.validity NOT IN ('current', 'unresolved_conflict') THEN 1 ELSE 0 END) AS filtered
      FROM pc_candidate c
      GROUP BY c.channel
    ) k ON k.channel = n.channel
    WHERE IFNULL(n.weight, 1e0) > 0
    UNION ALL
    SELECT 2, l.adjusted_rank, '', l.baseline_rank, l.adjustment, l.scope_id, l.memory_artifact_id,
           l.revision, l.entry_id, l.entry_version_id, l.rules,
           CASE WHEN l.validity = 'unresolved_conflict' THEN 1 ELSE 0 END,
           IF(v_is_late = 1, JSON_VALUE(l.late, '$.policy'), (SELECT pc_session_value(LAST_TRACE_ID(), 'rank', 'policy'))),
           IF(v_is_late = 1, JSON_VALUE(l.late, '$.sha256'), (SELECT pc_session_value(LAST_TRACE_ID(), 'rank', 'sha256'))),
           CASE WHEN v_is_late = 0 THEN (SELECT pc_session_value(LAST_TRACE_ID(), 'rank', 'neutral_reason'))
                WHEN l.late IS NULL THEN 'no_policy' ELSE JSON_VALUE(l.late, '$.neutral_reason') END
    FROM pc_ranked l
    ORDER BY part, place, name;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_done = 1;
  DECLARE EXIT HANDLER FOR SQLEXCEPTION
  BEGIN
    CALL pc_close_call();
    RESIGNAL;
  END;
  CALL pc_open_call(p_channels, p_options);
  SET v_plan = pc_session_plan('rank');
  SELECT o.refusal, o.policy, o.sha256, o.neutral_reason, IFNULL(o.revision, CONCAT('"', o.view_name, '"')), o.scope_id,
         IFNULL(o.is_late, 0)
  INTO v_refusal, v_policy, v_sha256, v_neutral, v_view, v_scope_given, v_is_late
  FROM JSON_TABLE(v_plan, '$' COLUMNS (
    refusal VARCHAR(512) PATH '$.refusal', policy VARCHAR(64) PATH '$.policy', sha256 VARCHAR(64) PATH '$.sha256',
    neutral_reason VARCHAR(64) PATH '$.neutral_reason', view_name VARCHAR(16) PATH '$.view',
    revision VARCHAR(20) PATH '$.revision', scope_id VARCHAR(256) PATH '$.scope_id', is_late INT PATH '$.is_late')) o;
  IF pc_admit(v_refusal) = 1 THEN
    SET v_most = (SELECT l.value FROM pc_lifecycle_limit l WHERE l.name = 'trace_members');
    OPEN c_part;
    FETCH c_part INTO v_part, v_rank, v_name, v_baseline, v_adjustment, v_scope, v_memory, v_revision, v_entry, v_version,
      v_rules, v_conflict, v_member_policy, v_member_sha256, v_member_neutral;
    WHILE v_done = 0 DO
      IF v_part = 1 THEN
        SET v_filtered = CONCAT(v_filtered, IF(v_filtered = '', '', ','), JSON_QUOTE(CONVERT(v_name USING utf8mb4)), ':', v_baseline),
            v_unknown = CONCAT(v_unknown, IF(v_unknown = '', '', ','), JSON_QUOTE(CONVERT(v_name USING utf8mb4)), ':', v_adjustment);
      ELSE
        SET v_pool = v_pool + 1, v_conflicts = v_conflicts + v_conflict,
            v_policy = v_member_policy, v_sha256 = v_member_sha256, v_neutral = v_member_neutral;
        IF v_pool <= v_most THEN
          SET v_member = CONCAT(
            '{"adjustment":', v_adjustment, ',"baseline_rank":', v_baseline, ',"displacement":', v_baseline - v_rank,
            ',"entry_id":', JSON_QUOTE(CONVERT(v_entry USING utf8mb4)),
            ',"entry_version_id":', JSON_QUOTE(CONVERT(v_version USING utf8mb4)),
            ',"memory_artifact_id":', JSON_QUOTE(CONVERT(v_memory USING utf8mb4)),
            ',"rank":', v_rank, ',"revision":', v_revision,
            ',"rules":[', IF(v_rules = '', '', CONCAT('"', REPLACE(v_rules, ',', '","'), '"')),
            '],"scope_id":', JSON_QUOTE(CONVERT(v_scope USING utf8mb4)), '}');
          SET v_members = CONCAT(v_members, IF(v_pool = 1, '', ','), v_member);
        END IF;
      END IF;
      FETCH c_part INTO v_part, v_rank, v_name, v_baseline, v_adjustment, v_scope, v_memory, v_revision, v_entry, v_version,
        v_rules, v_conflict, v_member_policy, v_member_sha256, v_member_neutral;
    END WHILE;
    CLOSE c_part;
    -- An empty pool has no scope of its own.
    IF v_pool = 0 AND v_scope_given IS NULL THEN
      SET v_policy = NULL, v_neutral = 'no_policy';
    END IF;
    SELECT CONCAT(
      '{"conflicts":', v_conflicts, ',"filtered":{', v_filtered, '},"members":[', v_members,
      '],"membership_changed":false,"neutral_reason":', IFNULL(JSON_QUOTE(v_neutral), 'null'),
      ',"omitted":', v_pool - LEAST(v_pool, v_most),
      ',"policy":', IFNULL(CONCAT('{"id":"', v_policy, '","sha256":"', v_sha256, '"}'), 'null'),
      ',"pool":', v_pool, ',"unknown":{', v_unknown, '},"version":"trace.v1","view":', v_view, '}') AS trace;
  END IF;
  CALL pc_close_call();
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (121, 'pc_trace');
