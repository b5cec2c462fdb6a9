-- In which order do the candidates of this session's channels stand? The whole pool: filtered, fused, cut to coarse_limit
-- and reordered under the policy in force.
--
--   SET @pc_channels = '[…]', @pc_options = '{"scope_id": "s", "limit": 5}';
--   SELECT adjusted_rank, baseline_rank, entry_id, score FROM pc_ranked ORDER BY adjusted_rank;
--
-- The row without a hit goes all the way, lest the joins below become inner ones. What pc_rank shows the first rows of and pc_trace tells about; pc_candidate refuses for it. A rank in a channel counts
-- the rows left there, a repeat uses one up, and the greatest term of an identity is that of its first occurrence. The
-- sum has a term for each of the sixteen channels in their order, so that it is the same double everywhere. A policy's
-- terms sum to an adjustment in half positions; sorting by (2 * rank - adjustment, rank) moves nobody further than the
-- policy allows, and a member that did would be an internal refusal. Candidates of several scopes without one in the
-- options have a policy only if the pool is of one scope: then it is looked up here (`is_late`).

CREATE OR REPLACE VIEW pc_ranked AS
SELECT z.adjusted_rank, z.baseline_rank, z.scope_id, z.memory_artifact_id, z.revision, z.entry_id, z.entry_version_id,
       z.score, z.mask, z.names, z.validity, z.validity_reason, z.successor_entry_id, z.successor_entry_version_id,
       z.recorded_at, z.adjustment, z.provenance_term, z.authority_min, z.importance_term, z.importance, z.freshness_term,
       z.band, z.row_limit, z.policy, z.sha256, z.neutral_reason
FROM (
  SELECT y.*, CAST(ROW_NUMBER() OVER (ORDER BY 2 * y.baseline_rank - y.adjustment, y.baseline_rank) AS SIGNED) AS adjusted_rank
  FROM (
    SELECT x.*, x.provenance_term + x.importance_term + x.freshness_term AS adjustment
    FROM (
      SELECT w.*, CASE WHEN w.band > 0 THEN CAST(SUBSTRING_INDEX(SUBSTRING_INDEX(w.age_terms, ',', w.band), ',', -1) AS SIGNED)
                  ELSE 0 END AS freshness_term
      FROM (
        SELECT v.*,
         CASE WHEN v.is_judged = 1 THEN CAST(SUBSTRING_INDEX(SUBSTRING_INDEX(v.level_terms, ',', v.authority_min + 5), ',', -1) AS SIGNED) ELSE 0 END AS provenance_term,
         CASE WHEN v.is_judged = 1 THEN CAST(SUBSTRING_INDEX(SUBSTRING_INDEX(v.level_terms, ',', v.importance + 1), ',', -1) AS SIGNED) ELSE 0 END AS importance_term,
         -- Only a dated record of current state that nothing protects can be demoted by age; the last band reached counts.
         CASE WHEN v.is_judged = 1 AND v.ages IS NOT NULL AND v.as_of IS NOT NULL AND v.recorded_at IS NOT NULL
              AND v.is_current_state = 1 AND v.authority_max < 2 AND v.importance < 3
         THEN INTERVAL(GREATEST(CAST(v.as_of AS DECIMAL(20, 0)) - v.recorded_at, 0),
             CAST(SUBSTRING(v.ages, 1, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 21, 20) AS DECIMAL(20, 0)),
             CAST(SUBSTRING(v.ages, 41, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 61, 20) AS DECIMAL(20, 0)),
             CAST(SUBSTRING(v.ages, 81, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 101, 20) AS DECIMAL(20, 0)),
             CAST(SUBSTRING(v.ages, 121, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 141, 20) AS DECIMAL(20, 0)),
             CAST(SUBSTRING(v.ages, 161, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 181, 20) AS DECIMAL(20, 0)),
             CAST(SUBSTRING(v.ages, 201, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 221, 20) AS DECIMAL(20, 0)),
             CAST(SUBSTRING(v.ages, 241, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 261, 20) AS DECIMAL(20, 0)),
             CAST(SUBSTRING(v.ages, 281, 20) AS DECIMAL(20, 0)), CAST(SUBSTRING(v.ages, 301, 20) AS DECIMAL(20, 0))) ELSE 0 END AS band
        FROM (
          SELECT u.scope_id, u.memory_artifact_id, u.revision, u.entry_id, u.entry_version_id, u.score, u.mask, u.names,
                 u.validity_reason, u.successor_entry_id, u.successor_entry_version_id, u.recorded_at, u.as_of,
                 u.baseline_rank, u.row_limit, u.importance, u.authority_min, u.authority_max, u.is_current_state, u.validity,
                 IF(u.is_late = 1, JSON_VALUE(u.late, '$.policy'), u.policy) AS policy,
                 IF(u.is_late = 1, JSON_VALUE(u.late, '$.sha256'), u.sha256) AS sha256,
                 CASE WHEN u.is_late = 1 THEN IF(u.late IS NULL, 'no_policy', JSON_VALUE(u.late, '$.neutral_reason'))
                      ELSE u.neutral_reason END AS neutral_reason,
                 IF(u.is_late = 1, JSON_VALUE(u.late, '$.max_displacement' RETURNING SIGNED), u.max_displacement)
                   AS max_displacement,
                 IF(u.is_late = 1, JSON_VALUE(u.late, '$.levels'), u.level_terms) AS level_terms,
                 IF(u.is_late = 1, JSON_VALUE(u.late, '$.ages'), u.ages) AS ages,
                 IF(u.is_late = 1, JSON_VALUE(u.late, '$.terms'), u.age_terms) AS age_terms,
                 CASE WHEN u.validity IN ('current', 'unresolved_conflict')
                      AND IF(u.is_late = 1, JSON_VALUE(u.late, '$.levels'), u.level_terms) IS NOT NULL THEN 1 ELSE 0 END AS is_judged
          FROM (
            SELECT s.*, CASE WHEN s.is_late = 1 AND s.scope_low = s.scope_high
                             THEN pc_policy_plan(s.scope_low, s.asked_policy) END AS late
            FROM (
              SELECT b.*, MIN(CASE WHEN b.is_late = 1 THEN b.scope_id END) OVER () AS scope_low,
                     MAX(CASE WHEN b.is_late = 1 THEN b.scope_id END) OVER () AS scope_high
              FROM (
                SELECT f.*, CAST(ROW_NUMBER() OVER (
                  ORDER BY f.score DESC, f.memory_artifact_id, f.entry_id, f.entry_version_id, f.scope_id) AS SIGNED) AS baseline_rank
                FROM (
                  SELECT g.*, SUBSTRING(g.first_seen, 7) AS revision, g.standing & 3 AS importance, g.standing >> 2 & 3 AS authority_min,
                         g.standing >> 4 & 3 AS authority_max, g.standing >> 6 & 1 AS is_current_state,
                         ELT((g.standing >> 7) + 1, 'current', 'unresolved_conflict', 'inactive', 'superseded') AS validity,
                         CAST(g.request & 1023 AS SIGNED) AS row_limit, CAST(g.request >> 10 & 1023 AS SIGNED) AS coarse_limit,
                         CAST(g.request >> 20 & 1023 AS SIGNED) AS max_displacement, g.request >> 30 AS is_late,
               IFNULL(g.term_1, 0e0) + IFNULL(g.term_2, 0e0) + IFNULL(g.term_3, 0e0) + IFNULL(g.term_4, 0e0) +
               IFNULL(g.term_5, 0e0) + IFNULL(g.term_6, 0e0) + IFNULL(g.term_7, 0e0) + IFNULL(g.term_8, 0e0) +
               IFNULL(g.term_9, 0e0) + IFNULL(g.term_10, 0e0) + IFNULL(g.term_11, 0e0) + IFNULL(g.term_12, 0e0) +
               IFNULL(g.term_13, 0e0) + IFNULL(g.term_14, 0e0) + IFNULL(g.term_15, 0e0) + IFNULL(g.term_16, 0e0) AS score
                  FROM (
                    SELECT e.scope_id, e.memory_artifact_id, e.entry_id, e.entry_version_id,
             MAX(CASE WHEN e.channel = 1 THEN e.term END) AS term_1, MAX(CASE WHEN e.channel = 2 THEN e.term END) AS term_2,
             MAX(CASE WHEN e.channel = 3 THEN e.term END) AS term_3, MAX(CASE WHEN e.channel = 4 THEN e.term END) AS term_4,
             MAX(CASE WHEN e.channel = 5 THEN e.term END) AS term_5, MAX(CASE WHEN e.channel = 6 THEN e.term END) AS term_6,
             MAX(CASE WHEN e.channel = 7 THEN e.term END) AS term_7, MAX(CASE WHEN e.channel = 8 THEN e.term END) AS term_8,
             MAX(CASE WHEN e.channel = 9 THEN e.term END) AS term_9, MAX(CASE WHEN e.channel = 10 THEN e.term END) AS term_10,
             MAX(CASE WHEN e.channel = 11 THEN e.term END) AS term_11, MAX(CASE WHEN e.channel = 12 THEN e.term END) AS term_12,
             MAX(CASE WHEN e.channel = 13 THEN e.term END) AS term_13, MAX(CASE WHEN e.channel = 14 THEN e.term END) AS term_14,
             MAX(CASE WHEN e.channel = 15 THEN e.term END) AS term_15, MAX(CASE WHEN e.channel = 16 THEN e.term END) AS term_16,
             BIT_OR(1 << (e.channel - 1)) AS mask,
             MIN(CONCAT(LPAD(e.channel, 2, '0'), LPAD(e.hit, 4, '0'), e.revision)) AS first_seen,
             -- Small numbers of one identity, or of the request, travel packed: each aggregate costs.
             MAX(e.importance + (e.authority_min << 2) + (e.authority_max << 4) + IF(e.state_class = 'current_state', 64, 0)
                 + CASE e.validity WHEN 'current' THEN 0 WHEN 'unresolved_conflict' THEN 128 WHEN 'inactive' THEN 256 ELSE 384 END)
               AS standing,
             MAX(e.row_limit + (e.coarse_limit << 10) + (IFNULL(e.max_displacement, 0) << 20) + IF(e.is_late = 1, 1 << 30, 0))
               AS request,
             MAX(e.validity_reason) AS validity_reason, MAX(e.successor_entry_id) AS successor_entry_id,
             MAX(e.successor_entry_version_id) AS successor_entry_version_id, MAX(e.recorded_at) AS recorded_at,
             MAX(e.names) AS names, MAX(e.as_of) AS as_of, MAX(e.asked_policy) AS asked_policy, MAX(e.policy) AS policy,
             MAX(e.sha256) AS sha256, MAX(e.neutral_reason) AS neutral_reason, MAX(e.level_terms) AS level_terms,
             MAX(e.ages) AS ages, MAX(e.age_terms) AS age_terms
                    FROM (
                      SELECT c.*, c.weight / (60e0 + CAST(ROW_NUMBER() OVER (PARTITION BY c.channel ORDER BY c.hit) AS SIGNED)) AS term
                      FROM pc_candidate c
                      WHERE c.hit IS NULL OR (c.validity IS NOT NULL
                        AND (c.view_name = 'history' OR c.validity IN ('current', 'unresolved_conflict')))
                    ) e
                    GROUP BY e.scope_id, e.memory_artifact_id, e.entry_id, e.entry_version_id
                  ) g
                ) f
              ) b
              WHERE b.baseline_rank <= b.coarse_limit
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
