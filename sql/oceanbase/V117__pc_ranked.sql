-- In which order do the candidates of this session's channels stand? The whole pool: filtered, fused, cut to coarse_limit
-- and reordered under the policy in force.
--
--   SET @pc_channels = '[…]', @pc_options = '{"scope_id": "s", "limit": 5}';
--   SELECT adjusted_rank, baseline_rank, entry_id, score FROM pc_ranked ORDER BY adjusted_rank;
--
-- The row without a hit goes all the way, lest the joins below become inner ones. What pc_rank shows the first rows of and
-- pc_trace tells about; pc_candidate refuses for it. A rank in a channel counts the rows left there; a repeat uses one up
-- and adds nothing. The rows come out of the window in channel order and a hash group adds them as they come, so that the
-- sum is the same double everywhere: the hint keeps another grouping out, whose sort forgets the channels. A policy's
-- terms sum to an adjustment in half positions; sorting by (2 * rank - adjustment, rank) moves nobody further than the
-- policy allows, and a member that did would be an internal refusal. Candidates of several scopes without one in the
-- options have a policy only if the pool is of one scope: then it is looked up here (`is_late`).

CREATE OR REPLACE VIEW pc_ranked AS
SELECT /*+ OPT_PARAM('ROWSETS_MAX_ROWS', 64) */
       z.adjusted_rank, z.baseline_rank, z.scope_id, z.memory_artifact_id, z.revision, z.entry_id, z.entry_version_id,
       z.score, z.mask, SUBSTRING(z.request, 487) AS names,
       ELT(z.standing >> 7, 'current', 'unresolved_conflict', 'inactive', 'superseded') AS validity,
       JSON_VALUE(z.rest, '$.validity_reason' RETURNING CHAR(1024)) AS validity_reason,
       CAST(JSON_VALUE(z.rest, '$.successor_entry_id' RETURNING CHAR(512)) AS BINARY) AS successor_entry_id,
       CAST(JSON_VALUE(z.rest, '$.successor_entry_version_id' RETURNING CHAR(512)) AS BINARY) AS successor_entry_version_id,
       z.recorded_at, z.adjustment, z.provenance_term, z.standing >> 2 & 3 AS authority_min, z.importance_term,
       z.standing & 3 AS importance, z.freshness_term, z.band, CAST(SUBSTRING(z.request, 1, 4) AS SIGNED) - 1000 AS row_limit,
       z.policy, z.sha256, z.neutral_reason
FROM (
  SELECT y.*, CAST(ROW_NUMBER() OVER (ORDER BY 2 * y.baseline_rank - y.adjustment, y.baseline_rank) AS SIGNED) AS adjusted_rank
  FROM (
    SELECT x.*, x.provenance_term + x.importance_term + x.freshness_term AS adjustment
    FROM (
      SELECT w.*, CASE WHEN w.band > 0 THEN CAST(SUBSTRING_INDEX(SUBSTRING_INDEX(IF(w.is_late = 1, JSON_VALUE(w.late, '$.terms'),
               SUBSTRING(w.request, 375, 48)), ',', w.band), ',', -1) AS SIGNED) ELSE 0 END AS freshness_term
      FROM (
        SELECT v.*,
         CASE WHEN v.levels <> '' THEN CAST(SUBSTRING_INDEX(SUBSTRING_INDEX(v.levels, ',', (v.standing >> 2 & 3) + 5), ',', -1)
              AS SIGNED) ELSE 0 END AS provenance_term,
         CASE WHEN v.levels <> '' THEN CAST(SUBSTRING_INDEX(SUBSTRING_INDEX(v.levels, ',', (v.standing & 3) + 1), ',', -1)
              AS SIGNED) ELSE 0 END AS importance_term,
         -- Only a dated record of current state that nothing protects can be demoted by age; the last band reached counts.
         CASE WHEN v.levels <> '' AND v.ages <> '' AND SUBSTRING(v.request, 35, 20) <> '' AND v.recorded_at IS NOT NULL
              AND v.standing & 64 AND (v.standing >> 4 & 3) < 2 AND (v.standing & 3) < 3
         THEN INTERVAL(GREATEST(CAST(RTRIM(SUBSTRING(v.request, 35, 20)) AS DECIMAL(20, 0)) - v.recorded_at, 0),
             CAST(SUBSTRING(v.ages, 1, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 21, 20) AS DECIMAL(20, 0)),
             CAST(SUBSTRING(v.ages, 41, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 61, 20) AS DECIMAL(20, 0)),
             CAST(SUBSTRING(v.ages, 81, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 101, 20) AS DECIMAL(20, 0)),
             CAST(SUBSTRING(v.ages, 121, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 141, 20) AS DECIMAL(20, 0)),
             CAST(SUBSTRING(v.ages, 161, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 181, 20) AS DECIMAL(20, 0)),
             CAST(SUBSTRING(v.ages, 201, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 221, 20) AS DECIMAL(20, 0)),
             CAST(SUBSTRING(v.ages, 241, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 261, 20) AS DECIMAL(20, 0)),
             CAST(SUBSTRING(v.ages, 281, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 301, 20) AS DECIMAL(20, 0))) ELSE 0 END AS band
        FROM (
          SELECT u.scope_id, u.memory_artifact_id, u.revision, u.entry_id, u.entry_version_id, u.score, u.mask, u.standing,
                 u.recorded_at, u.rest, u.request, u.baseline_rank, u.is_late, u.late,
                 IF(u.is_late = 1, JSON_VALUE(u.late, '$.policy'), u.policy) AS policy,
                 IF(u.is_late = 1, JSON_VALUE(u.late, '$.sha256'), u.sha256) AS sha256,
                 CASE WHEN u.is_late = 1 THEN IF(u.late IS NULL, 'no_policy', JSON_VALUE(u.late, '$.neutral_reason'))
                      ELSE u.neutral_reason END AS neutral_reason,
                 IF(u.is_late = 1, JSON_VALUE(u.late, '$.max_displacement' RETURNING SIGNED), CAST(SUBSTRING(u.request, 9, 1) AS SIGNED))
                   AS max_displacement,
                 -- Of a member that does not hold, as of one without a policy, nothing is judged.
                 CASE WHEN u.standing >= 384 THEN '' WHEN u.is_late = 1 THEN IFNULL(JSON_VALUE(u.late, '$.levels'), '')
                      ELSE SUBSTRING(u.request, 11, 24) END AS levels,
                 IF(u.is_late = 1, IFNULL(JSON_VALUE(u.late, '$.ages'), ''), SUBSTRING(u.request, 55, 320)) AS ages
          FROM (
            SELECT s.*, CASE WHEN s.is_late = 1 AND s.scope_low = s.scope_high
                             THEN pc_policy_plan(s.scope_low, NULLIF(RTRIM(SUBSTRING(s.request, 423, 64)), '')) END AS late
            FROM (
              SELECT b.*, MIN(CASE WHEN b.is_late = 1 THEN b.scope_id END) OVER () AS scope_low,
                     MAX(CASE WHEN b.is_late = 1 THEN b.scope_id END) OVER () AS scope_high
              FROM (
                SELECT g.*, SUBSTRING(g.first_seen, 8) AS revision, SUBSTRING(g.request, 10, 1) = '1' AS is_late,
                       CAST(ROW_NUMBER() OVER (ORDER BY g.score DESC, g.memory_artifact_id, g.entry_id, g.entry_version_id, g.scope_id)
                         AS SIGNED) AS baseline_rank
                FROM (
                  SELECT /*+ USE_HASH_AGGREGATION */ e.scope_id, e.memory_artifact_id, e.entry_id, e.entry_version_id,
                         SUM(CASE WHEN e.occurrence = 1 THEN e.term ELSE 0e0 END) AS score, BIT_OR(1 << (e.channel - 1)) AS mask,
                         MIN(CONCAT(1000000 + 10000 * e.channel + e.hit, e.revision)) AS first_seen, MAX(e.standing) AS standing,
                         MAX(e.recorded_at) AS recorded_at, MAX(e.rest) AS rest, MAX(e.request) AS request,
                         MAX(e.policy) AS policy, MAX(e.sha256) AS sha256, MAX(e.neutral_reason) AS neutral_reason
                  FROM (
                    SELECT c.*, c.weight / (60e0 + CAST(ROW_NUMBER() OVER (PARTITION BY c.channel ORDER BY c.hit) AS SIGNED)) AS term
                    FROM pc_candidate c
                    WHERE c.hit IS NULL OR c.standing < 384 OR (c.view_name = 'history' AND c.standing IS NOT NULL)
                  ) e
                  GROUP BY e.scope_id, e.memory_artifact_id, e.entry_id, e.entry_version_id
                ) g
              ) b
              WHERE b.baseline_rank <= CAST(SUBSTRING(b.request, 5, 4) AS SIGNED) - 1000
            ) s
          ) u
        ) v
      ) w
    ) x
  ) y
) z
WHERE z.entry_id IS NOT NULL
  AND CASE WHEN z.entry_id IS NULL OR ABS(z.baseline_rank - z.adjusted_rank) <= IFNULL(z.max_displacement, 0) THEN 1
           ELSE pc_admit(pc_refusal('internal', 'a reorder broke its bound', NULL)) END = 1;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (117, 'pc_ranked');
