-- In which order does a finished pool stand under the policy in force?
--
--   CALL pc_reorder('[{"memory_artifact_id": "memory", "revision": 7, "entry_id": "e", "entry_version_id": "v"}]',
--                   '{"scope_id": "s"}');
--   SET @pc_pool = '…', @pc_options = '…';  SELECT l.rank, l.entry_id FROM pc_reorder l ORDER BY l.rank;
--
-- Every member comes back, none further from its place than the policy allows; without a policy in force, exactly where it
-- stood. A member that is unknown or not eligible counts as neutral; nothing is filtered. Refused: whatever
-- pc_request_plan refuses; then no row is returned. The view shows ids as bytes, the procedure as text.

CREATE OR REPLACE VIEW pc_reorder AS
SELECT z.adjusted_rank AS `rank`, z.baseline_rank, z.baseline_rank - z.adjusted_rank AS displacement, z.scope_id,
       z.memory_artifact_id, CAST(z.revision AS SIGNED) AS revision, z.entry_id, z.entry_version_id, z.score, z.adjustment,
       SUBSTRING(CONCAT(
         IF(z.provenance_term <> 0, CONCAT(',provenance.', ELT(z.authority_min + 1, 'untrusted', 'user_asserted',
           'repository_attested', 'system_attested'), '=', z.provenance_term), ''),
         IF(z.importance_term <> 0, CONCAT(',importance.', ELT(z.importance + 1, 'low', 'normal', 'high', 'critical'), '=',
           z.importance_term), ''),
         IF(z.freshness_term <> 0, CONCAT(',freshness.', z.band, '=', z.freshness_term), '')), 2) AS rules
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
              AND v.state_class = 'current_state' AND v.authority_max < 2 AND v.importance < 3
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
          SELECT s.*,
                 CASE WHEN s.policy IS NOT NULL AND s.validity IN ('current', 'unresolved_conflict') THEN 1 ELSE 0 END AS is_judged
          FROM (
            SELECT q.refusal, q.policy, q.max_displacement, q.level_terms, q.ages, q.age_terms, q.as_of,
             q.baseline_rank, q.scope_id, q.memory_artifact_id, q.revision, q.entry_id, q.entry_version_id, q.score,
             IF(q.is_live = 1, JSON_VALUE(q.live, '$.validity'), q.validity) AS validity,
             IF(q.is_live = 1, JSON_VALUE(q.live, '$.importance' RETURNING SIGNED), q.importance) AS importance,
             IF(q.is_live = 1, JSON_VALUE(q.live, '$.authority_min' RETURNING SIGNED), q.authority_min) AS authority_min,
             IF(q.is_live = 1, JSON_VALUE(q.live, '$.authority_max' RETURNING SIGNED), q.authority_max) AS authority_max,
             IF(q.is_live = 1, JSON_VALUE(q.live, '$.state_class'), q.state_class) AS state_class,
             IF(q.is_live = 1, JSON_VALUE(q.live, '$.recorded_at' RETURNING SIGNED), q.recorded_at) AS recorded_at
            FROM (
              SELECT i.*, CASE WHEN i.is_live = 1 AND i.policy IS NOT NULL AND i.baseline_rank IS NOT NULL
                THEN pc_live_row(LAST_TRACE_ID(), i.scope_id, i.memory_artifact_id, i.entry_id, i.entry_version_id,
                  i.view_revision) END AS live
              FROM (
  SELECT /*+ LEADING(o h p) USE_NL(h) USE_NL(p) */
         o.refusal, o.view_revision, o.as_of, o.policy, o.max_displacement, o.level_terms, o.ages,
         o.age_terms, h.baseline_rank, IFNULL(h.scope_id, o.given_scope_id) AS scope_id, h.memory_artifact_id, h.revision,
         h.entry_id, h.entry_version_id, h.score + 0e0 AS score, p.validity, p.importance, p.authority_min, p.authority_max, p.state_class,
         p.recorded_at,
         CASE WHEN o.view_revision IS NULL AND CASE WHEN o.only_memory_artifact_id IS NOT NULL THEN o.only_is_fresh ELSE
           (SELECT COUNT(*) FROM pc_authority_fresh m WHERE m.scope_id = IFNULL(h.scope_id, o.given_scope_id)
             AND m.memory_artifact_id = h.memory_artifact_id
             AND (m.foreign_ties = 0 OR pc_tie_fresh(m.scope_id, m.memory_artifact_id) = 1))
         END = 1 THEN 0 ELSE 1 END AS is_live
  FROM (SELECT t.*, (SELECT COUNT(*) FROM pc_authority_fresh m WHERE m.scope_id = t.only_scope_id
             AND m.memory_artifact_id = t.only_memory_artifact_id
             AND (m.foreign_ties = 0 OR pc_tie_fresh(m.scope_id, m.memory_artifact_id) = 1)) AS only_is_fresh
  FROM JSON_TABLE(pc_request_plan('reorder'), '$' COLUMNS (
    refusal VARCHAR(512) PATH '$.refusal', view_revision BIGINT PATH '$.revision', as_of VARCHAR(20) PATH '$.as_of',
    given_scope_id VARBINARY(1024) PATH '$.scope_id', only_scope_id VARBINARY(1024) PATH '$.only_scope_id',
    only_memory_artifact_id VARBINARY(512) PATH '$.only_memory_artifact_id', policy VARCHAR(64) PATH '$.policy',
    max_displacement BIGINT PATH '$.max_displacement', level_terms VARCHAR(64) PATH '$.levels', ages VARCHAR(320) PATH '$.ages', age_terms VARCHAR(128) PATH '$.terms'
  )) t LIMIT 1) o
  LEFT JOIN JSON_TABLE(pc_request_subject('reorder'), '$[*]' COLUMNS (
    baseline_rank FOR ORDINALITY, scope_id VARBINARY(1024) PATH '$.scope_id',
    memory_artifact_id VARBINARY(512) PATH '$.memory_artifact_id', revision VARCHAR(20) PATH '$.revision',
    entry_id VARBINARY(512) PATH '$.entry_id', entry_version_id VARBINARY(512) PATH '$.entry_version_id',
    score DOUBLE PATH '$.score'
  )) h ON 1 = 1
  LEFT JOIN pc_lifecycle_projection p ON p.scope_id = IFNULL(h.scope_id, o.given_scope_id)
    AND p.memory_artifact_id = h.memory_artifact_id AND p.entry_id = h.entry_id AND p.entry_version_id = h.entry_version_id
              ) i
            ) q
          ) s
          WHERE CASE WHEN s.refusal IS NULL THEN 1 ELSE pc_admit(s.refusal) END = 1
        ) v
      ) w
    ) x
  ) y
) z
WHERE z.entry_id IS NOT NULL
  AND CASE WHEN z.entry_id IS NULL OR ABS(z.baseline_rank - z.adjusted_rank) <= IFNULL(z.max_displacement, 0) THEN 1
           ELSE pc_admit(pc_refusal('internal', 'a reorder broke its bound', NULL)) END = 1;

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
