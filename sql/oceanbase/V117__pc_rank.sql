-- Which memories does a search return, filtered, fused and, where a policy is in force, carefully reordered?
--
--   CALL pc_rank('[{"name": "fts", "hits": […]}, …]', '{"scope_id": "s", "limit": 20}');
--
-- One statement reads and ranks; its arguments are the routine's own variables, which no view could take: a session variable
-- of some length costs a millisecond to set. The views of this name, of pc_fuse and of pc_reorder are made of its text (see
-- pc_rank_text), so what it says holds there. Refused: whatever pc_request_plan refuses; then no row is returned.
--
-- The statement, from the inside:
-- * `h` are the hits of the channels that count. What pc_plain_channels leaves open is asked of each; a doubt ends the
--   statement before its first row, and it is run again over what pc_read_channels finds right, or refuses.
-- * `f` is whether each Memory's projection is fresh, asked once a Memory and in the same statement as its rows. A hit of a
--   fresh Memory is one point read in the live slot; of a stale one, or as of a revision, the row is derived. The hints keep
--   these reads nested loops and the rows in batches: for a table that was empty when the plan was made, the optimizer would
--   scan it for ever after, and a plan that expects few rows handles each by itself.
-- * A rank in a channel counts the rows left there; a repeat uses one up and adds nothing: the greatest term of a channel is
--   that of the first. Terms are added in the channels' order, so that the sum is the same double everywhere.
-- * A policy's terms sum to an adjustment in half positions; sorting by (2 * rank - adjustment, rank) moves nobody further
--   than the policy allows, and a member that did would be an internal refusal. Of a member that does not hold, as of one
--   without a policy, nothing is judged. Candidates of several scopes without one in the options have a policy only if the
--   pool is of one scope: then it is looked up here (`late`).

-- Called for what is not plainly right: state 45001 ends the statement, and pc_rank runs it again.
DROP FUNCTION IF EXISTS pc_doubt;

DELIMITER //
CREATE FUNCTION pc_doubt(p_channel BIGINT)
RETURNS INT
NO SQL SQL SECURITY INVOKER
BEGIN
  SIGNAL SQLSTATE '45001' SET MESSAGE_TEXT = 'a hit is not plainly right';
  RETURN 0;
END
//
DELIMITER ;

DROP PROCEDURE IF EXISTS pc_rank;

DELIMITER //
CREATE PROCEDURE pc_rank(
  p_channels LONGBLOB,
  p_options LONGBLOB
)
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_channels, v_plan LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_refusal VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_scope VARBINARY(1024);
  DECLARE v_names VARCHAR(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_levels, v_ages, v_age_terms VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_asked_policy VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_as_of VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_limit, v_coarse, v_revision, v_displacement BIGINT;
  DECLARE v_is_history, v_is_late, v_is_checked INT;
  DECLARE v_is_exact, v_is_done INT DEFAULT 0;
  SET v_channels = CONVERT(p_channels USING utf8mb4);
  WHILE v_is_done = 0 DO
    BEGIN
      DECLARE EXIT HANDLER FOR SQLSTATE '45001' SET v_is_exact = 1;
      SET v_plan = pc_request_plan('rank', v_channels, LENGTH(p_channels), CONVERT(p_options USING utf8mb4), LENGTH(p_options),
                                   v_is_exact);
      SELECT o.refusal, o.scope_id, o.names, o.level_terms, IFNULL(o.ages, ''), o.age_terms, o.asked_policy, o.as_of, o.row_limit,
             o.coarse_limit, o.revision, IFNULL(o.max_displacement, 0), o.view_name = 'history', IFNULL(o.is_late, 0), o.is_checked
      INTO v_refusal, v_scope, v_names, v_levels, v_ages, v_age_terms, v_asked_policy, v_as_of, v_limit,
           v_coarse, v_revision, v_displacement, v_is_history, v_is_late, v_is_checked
      FROM JSON_TABLE(v_plan, '$' COLUMNS (
        refusal VARCHAR(512) PATH '$.refusal', scope_id VARBINARY(1024) PATH '$.scope_id', names VARCHAR(2048) PATH '$.names',
        level_terms VARCHAR(64) PATH '$.levels', ages VARCHAR(320) PATH '$.ages', age_terms VARCHAR(128) PATH '$.terms',
        asked_policy VARCHAR(64) PATH '$.asked_policy', as_of VARCHAR(20) PATH '$.as_of', row_limit BIGINT PATH '$.limit',
        coarse_limit BIGINT PATH '$.coarse_limit', revision BIGINT PATH '$.revision',
        max_displacement BIGINT PATH '$.max_displacement', view_name VARCHAR(16) PATH '$.view', is_late INT PATH '$.is_late',
        is_checked INT PATH '$.is_checked'
      )) o;
      IF v_refusal IS NOT NULL THEN
        SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = v_refusal;
      END IF;
      SELECT /*+ OPT_PARAM('ROWSETS_MAX_ROWS', 64) */
             l.adjusted_rank AS `rank`, l.baseline_rank, l.baseline_rank - l.adjusted_rank AS displacement,
             CONVERT(l.scope_id USING utf8mb4) AS scope_id, CONVERT(l.memory_artifact_id USING utf8mb4) AS memory_artifact_id,
             l.revision, CONVERT(l.entry_id USING utf8mb4) AS entry_id,
             CONVERT(l.entry_version_id USING utf8mb4) AS entry_version_id, l.score, l.matched_by, l.validity,
             CASE l.validity WHEN 'current' THEN 'current' WHEN 'unresolved_conflict' THEN 'unresolved'
               ELSE 'historical' END AS label,
             l.validity_reason AS reason, CONVERT(l.successor_entry_id USING utf8mb4) AS successor_entry_id,
             CONVERT(l.successor_entry_version_id USING utf8mb4) AS successor_entry_version_id,
             CASE WHEN l.recorded_at IS NULL THEN 0 ELSE 1 END AS time_known, l.adjustment, l.rules,
             CONCAT('{"artifacts":', l.artifact_count, ',"authority_max":', l.authority_max, ',"authority_min":', l.authority_min,
               ',"sources":', l.source_count, ',"strength":', l.evidence_strength, ',"verification":"', l.verification,
               '"}') AS provenance
      FROM (
SELECT z.*, MAKE_SET(z.mask,
         SUBSTRING_INDEX(SUBSTRING_INDEX(v_names, ',', 1), ',', -1), SUBSTRING_INDEX(SUBSTRING_INDEX(v_names, ',', 2), ',', -1),
         SUBSTRING_INDEX(SUBSTRING_INDEX(v_names, ',', 3), ',', -1), SUBSTRING_INDEX(SUBSTRING_INDEX(v_names, ',', 4), ',', -1),
         SUBSTRING_INDEX(SUBSTRING_INDEX(v_names, ',', 5), ',', -1), SUBSTRING_INDEX(SUBSTRING_INDEX(v_names, ',', 6), ',', -1),
         SUBSTRING_INDEX(SUBSTRING_INDEX(v_names, ',', 7), ',', -1), SUBSTRING_INDEX(SUBSTRING_INDEX(v_names, ',', 8), ',', -1),
         SUBSTRING_INDEX(SUBSTRING_INDEX(v_names, ',', 9), ',', -1), SUBSTRING_INDEX(SUBSTRING_INDEX(v_names, ',', 10), ',', -1),
         SUBSTRING_INDEX(SUBSTRING_INDEX(v_names, ',', 11), ',', -1), SUBSTRING_INDEX(SUBSTRING_INDEX(v_names, ',', 12), ',', -1),
         SUBSTRING_INDEX(SUBSTRING_INDEX(v_names, ',', 13), ',', -1), SUBSTRING_INDEX(SUBSTRING_INDEX(v_names, ',', 14), ',', -1),
         SUBSTRING_INDEX(SUBSTRING_INDEX(v_names, ',', 15), ',', -1), SUBSTRING_INDEX(SUBSTRING_INDEX(v_names, ',', 16), ',', -1)) AS matched_by,
       SUBSTRING(CONCAT(
         IF(z.provenance_term <> 0, CONCAT(',provenance.', ELT(z.authority_min + 1, 'untrusted', 'user_asserted',
           'repository_attested', 'system_attested'), '=', z.provenance_term), ''),
         IF(z.importance_term <> 0, CONCAT(',importance.', ELT(z.importance + 1, 'low', 'normal', 'high', 'critical'), '=',
           z.importance_term), ''),
         IF(z.freshness_term <> 0, CONCAT(',freshness.', z.band, '=', z.freshness_term), '')), 2) AS rules,
       CAST(SUBSTRING(z.first_seen, 8) AS SIGNED) AS revision
FROM (
  SELECT y.*, CAST(ROW_NUMBER() OVER (ORDER BY 2 * y.baseline_rank - y.adjustment, y.baseline_rank) AS SIGNED) AS adjusted_rank
  FROM (
    SELECT x.*, x.provenance_term + x.importance_term + x.freshness_term AS adjustment
    FROM (
      SELECT w.*, CASE WHEN w.band > 0 THEN CAST(SUBSTRING_INDEX(SUBSTRING_INDEX(IF(v_is_late = 1,
               JSON_VALUE(w.late, '$.terms'), v_age_terms), ',', w.band), ',', -1) AS SIGNED) ELSE 0 END AS freshness_term
      FROM (
        SELECT v.*,
          CASE WHEN v.levels <> '' THEN CAST(SUBSTRING_INDEX(SUBSTRING_INDEX(v.levels, ',', v.authority_min + 5), ',', -1)
            AS SIGNED) ELSE 0 END AS provenance_term,
          CASE WHEN v.levels <> '' THEN CAST(SUBSTRING_INDEX(SUBSTRING_INDEX(v.levels, ',', v.importance + 1), ',', -1)
            AS SIGNED) ELSE 0 END AS importance_term,
          -- Only a dated record of current state that nothing protects can be demoted by age; the last band reached counts.
          CASE WHEN v.levels <> '' AND v.ages <> '' AND v_as_of IS NOT NULL AND v.recorded_at IS NOT NULL
               AND v.state_class = 'current_state' AND v.authority_max < 2 AND v.importance < 3
            THEN INTERVAL(GREATEST(CAST(v_as_of AS DECIMAL(20, 0)) - v.recorded_at, 0),
               CAST(SUBSTRING(v.ages, 1, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 21, 20) AS DECIMAL(20, 0)),
               CAST(SUBSTRING(v.ages, 41, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 61, 20) AS DECIMAL(20, 0)),
               CAST(SUBSTRING(v.ages, 81, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 101, 20) AS DECIMAL(20, 0)),
               CAST(SUBSTRING(v.ages, 121, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 141, 20) AS DECIMAL(20, 0)),
               CAST(SUBSTRING(v.ages, 161, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 181, 20) AS DECIMAL(20, 0)),
               CAST(SUBSTRING(v.ages, 201, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 221, 20) AS DECIMAL(20, 0)),
               CAST(SUBSTRING(v.ages, 241, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 261, 20) AS DECIMAL(20, 0)),
               CAST(SUBSTRING(v.ages, 281, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 301, 20) AS DECIMAL(20, 0))) ELSE 0 END AS band
        FROM (
          SELECT u.*,
            CASE WHEN u.validity IN ('current', 'unresolved_conflict')
              THEN IFNULL(IF(v_is_late = 1, JSON_VALUE(u.late, '$.levels'), v_levels), '') ELSE '' END AS levels,
            CASE WHEN v_is_late = 1 THEN IFNULL(JSON_VALUE(u.late, '$.ages'), '') ELSE IFNULL(v_ages, '') END AS ages,
            CASE WHEN v_is_late = 1 THEN IFNULL(JSON_VALUE(u.late, '$.max_displacement' RETURNING SIGNED), 0)
              ELSE v_displacement END AS max_displacement
          FROM (
            SELECT s.*, CASE WHEN v_is_late = 1 AND s.scope_low = s.scope_high
              THEN pc_admit_plan(pc_policy_plan(s.scope_low, v_asked_policy)) END AS late
            FROM (
              SELECT b.*, MIN(CASE WHEN v_is_late = 1 THEN b.scope_id END) OVER () AS scope_low,
                     MAX(CASE WHEN v_is_late = 1 THEN b.scope_id END) OVER () AS scope_high
              FROM (
                SELECT g.*, CAST(ROW_NUMBER() OVER (
                  ORDER BY g.score DESC, g.memory_artifact_id, g.entry_id, g.entry_version_id, g.scope_id) AS SIGNED) AS baseline_rank
                FROM (
                  SELECT e.scope_id, e.memory_artifact_id, e.entry_id, e.entry_version_id,
                         IFNULL(MAX(CASE WHEN e.channel = 1 THEN e.term END), 0e0) + IFNULL(MAX(CASE WHEN e.channel = 2 THEN e.term END), 0e0) +
                         IFNULL(MAX(CASE WHEN e.channel = 3 THEN e.term END), 0e0) + IFNULL(MAX(CASE WHEN e.channel = 4 THEN e.term END), 0e0) +
                         IFNULL(MAX(CASE WHEN e.channel = 5 THEN e.term END), 0e0) + IFNULL(MAX(CASE WHEN e.channel = 6 THEN e.term END), 0e0) +
                         IFNULL(MAX(CASE WHEN e.channel = 7 THEN e.term END), 0e0) + IFNULL(MAX(CASE WHEN e.channel = 8 THEN e.term END), 0e0) +
                         IFNULL(MAX(CASE WHEN e.channel = 9 THEN e.term END), 0e0) + IFNULL(MAX(CASE WHEN e.channel = 10 THEN e.term END), 0e0) +
                         IFNULL(MAX(CASE WHEN e.channel = 11 THEN e.term END), 0e0) + IFNULL(MAX(CASE WHEN e.channel = 12 THEN e.term END), 0e0) +
                         IFNULL(MAX(CASE WHEN e.channel = 13 THEN e.term END), 0e0) + IFNULL(MAX(CASE WHEN e.channel = 14 THEN e.term END), 0e0) +
                         IFNULL(MAX(CASE WHEN e.channel = 15 THEN e.term END), 0e0) + IFNULL(MAX(CASE WHEN e.channel = 16 THEN e.term END), 0e0) AS score,
                         BIT_OR(1 << (e.channel - 1)) AS mask, MIN(CONCAT(1000000 + 10000 * e.channel + e.hit, e.revision)) AS first_seen,
                         MAX(e.validity) AS validity, MAX(e.validity_reason) AS validity_reason,
                         MAX(e.successor_entry_id) AS successor_entry_id, MAX(e.successor_entry_version_id) AS successor_entry_version_id,
                         MAX(e.importance) AS importance, MAX(e.authority_min) AS authority_min,
                         MAX(e.authority_max) AS authority_max, MAX(e.evidence_strength) AS evidence_strength,
                         MAX(e.verification) AS verification, MAX(e.source_count) AS source_count,
                         MAX(e.artifact_count) AS artifact_count, MAX(e.state_class) AS state_class,
                         MAX(e.recorded_at) AS recorded_at
                  FROM (
                    SELECT k.*, k.weight / (60e0 + CAST(ROW_NUMBER() OVER (PARTITION BY k.channel ORDER BY k.hit) AS SIGNED)) AS term
                    FROM (
                      SELECT c.channel, c.hit, c.weight, c.scope_id, c.memory_artifact_id, c.revision, c.entry_id, c.entry_version_id,
                                CASE WHEN c.is_live = 0 THEN c.validity ELSE JSON_VALUE(c.live, '$.validity' RETURNING CHAR(24)) END AS validity,
                                CASE WHEN c.is_live = 0 THEN c.validity_reason ELSE JSON_VALUE(c.live, '$.validity_reason' RETURNING CHAR(1024)) END AS validity_reason,
                                CASE WHEN c.is_live = 0 THEN c.successor_entry_id
                                  ELSE CAST(JSON_VALUE(c.live, '$.successor_entry_id' RETURNING CHAR(512)) AS BINARY) END AS successor_entry_id,
                                CASE WHEN c.is_live = 0 THEN c.successor_entry_version_id
                                  ELSE CAST(JSON_VALUE(c.live, '$.successor_entry_version_id' RETURNING CHAR(512)) AS BINARY) END AS successor_entry_version_id,
                                CASE WHEN c.is_live = 0 THEN c.importance ELSE JSON_VALUE(c.live, '$.importance' RETURNING SIGNED) END AS importance,
                                CASE WHEN c.is_live = 0 THEN c.authority_min ELSE JSON_VALUE(c.live, '$.authority_min' RETURNING SIGNED) END AS authority_min,
                                CASE WHEN c.is_live = 0 THEN c.authority_max ELSE JSON_VALUE(c.live, '$.authority_max' RETURNING SIGNED) END AS authority_max,
                                CASE WHEN c.is_live = 0 THEN c.evidence_strength ELSE JSON_VALUE(c.live, '$.evidence_strength' RETURNING SIGNED) END AS evidence_strength,
                                CASE WHEN c.is_live = 0 THEN c.verification ELSE JSON_VALUE(c.live, '$.verification' RETURNING CHAR(16)) END AS verification,
                                CASE WHEN c.is_live = 0 THEN c.source_count ELSE JSON_VALUE(c.live, '$.source_count' RETURNING SIGNED) END AS source_count,
                                CASE WHEN c.is_live = 0 THEN c.artifact_count ELSE JSON_VALUE(c.live, '$.artifact_count' RETURNING SIGNED) END AS artifact_count,
                                CASE WHEN c.is_live = 0 THEN c.state_class ELSE JSON_VALUE(c.live, '$.state_class' RETURNING CHAR(32)) END AS state_class,
                                CASE WHEN c.is_live = 0 THEN c.recorded_at ELSE JSON_VALUE(c.live, '$.recorded_at' RETURNING SIGNED) END AS recorded_at
                      FROM (
                        SELECT q.*, CASE WHEN q.is_live = 1 THEN pc_live_row(LAST_TRACE_ID(), q.scope_id, q.memory_artifact_id,
                          q.entry_id, q.entry_version_id, v_revision) END AS live
                        FROM (
WITH h AS (
  SELECT /*+ MATERIALIZE */ t.channel, t.hit, IFNULL(t.weight, 1e0) AS weight, IFNULL(t.scope_id, v_scope) AS scope_id,
         t.memory_artifact_id, t.revision, t.entry_id, t.entry_version_id
  FROM JSON_TABLE(v_channels, '$[*]' COLUMNS (
    channel FOR ORDINALITY, weight DOUBLE PATH '$.weight', has_hits INT EXISTS PATH '$.hits',
    NESTED PATH '$.hits[*]' COLUMNS (
      hit FOR ORDINALITY, has_name INT EXISTS PATH '$.name', has_weight INT EXISTS PATH '$.weight',
      has_hits_in INT EXISTS PATH '$.hits', scope_id VARBINARY(1024) PATH '$.scope_id',
      memory_artifact_id VARBINARY(512) PATH '$.memory_artifact_id', revision VARCHAR(20) PATH '$.revision',
      entry_id VARBINARY(512) PATH '$.entry_id', entry_version_id VARBINARY(512) PATH '$.entry_version_id'
    )
  )) t
  WHERE CASE
    WHEN t.hit IS NULL THEN IF(v_is_checked = 1 OR t.has_hits = 1, 0, pc_doubt(t.channel))
    -- A value that is missing or too long for its column comes as NULL. Lengths in bytes, within those allowed in characters.
    WHEN v_is_checked = 1 OR (t.hit <= 1000 AND t.has_name + t.has_weight + t.has_hits_in = 0 AND t.revision IS NOT NULL
      AND LENGTH(t.memory_artifact_id) <= 128 AND LENGTH(t.entry_id) <= 128 AND LENGTH(t.entry_version_id) <= 128
      AND IFNULL(LENGTH(t.scope_id), 1) <= 256) THEN IFNULL(t.weight, 1e0) > 0
    ELSE pc_doubt(t.channel) END = 1
) SELECT /*+ LEADING(f h p) USE_HASH(h) USE_NL(p) */
       h.channel, h.hit, h.weight, h.scope_id, h.memory_artifact_id, h.revision, h.entry_id, h.entry_version_id, f.is_live,
       p.validity, p.validity_reason, p.successor_entry_id, p.successor_entry_version_id, p.importance, p.authority_min,
       p.authority_max, p.evidence_strength, p.verification, p.source_count, p.artifact_count, p.state_class, p.recorded_at
FROM (
  SELECT /*+ LEADING(m n) USE_NL(n) */ m.scope_id, m.memory_artifact_id, n.slot,
         CASE WHEN v_revision IS NOT NULL THEN 1 WHEN n.foreign_ties = 0 THEN 0
              WHEN pc_tie_fresh(n.scope_id, n.memory_artifact_id) = 1 THEN 0 ELSE 1 END AS is_live
  FROM (SELECT DISTINCT h.scope_id, h.memory_artifact_id FROM h) m
  LEFT JOIN pc_authority_fresh n ON n.scope_id = m.scope_id AND n.memory_artifact_id = m.memory_artifact_id
) f
JOIN h ON h.scope_id = f.scope_id AND h.memory_artifact_id = f.memory_artifact_id
LEFT JOIN pc_lifecycle_projection p ON p.scope_id = h.scope_id AND p.memory_artifact_id = h.memory_artifact_id
  AND p.entry_id = h.entry_id AND p.entry_version_id = h.entry_version_id AND p.slot = f.slot
                        ) q
                      ) c
                    ) k
                    WHERE k.validity IN ('current', 'unresolved_conflict') OR (v_is_history = 1 AND k.validity IS NOT NULL)
                  ) e
                  GROUP BY e.scope_id, e.memory_artifact_id, e.entry_id, e.entry_version_id
                ) g
              ) b
              WHERE b.baseline_rank <= v_coarse
            ) s
          ) u
        ) v
      ) w
    ) x
  ) y
) z
WHERE CASE WHEN ABS(z.baseline_rank - z.adjusted_rank) <= z.max_displacement THEN 1
           ELSE pc_admit(pc_refusal('internal', 'a reorder broke its bound', NULL)) END = 1
      ) l
      WHERE l.adjusted_rank <= v_limit
      ORDER BY `rank`;
      SET v_is_done = 1;
    END;
  END WHILE;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (117, 'pc_rank');
