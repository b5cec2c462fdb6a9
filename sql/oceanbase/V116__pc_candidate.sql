-- Which candidates do the session's channels name, and how does each stand? A row for each hit of a channel that counts.
--
--   SET @pc_channels = '[…]', @pc_options = '{"scope_id": "s", "limit": 5}';
--   SELECT channel, hit, entry_id, standing >> 7 AS validity FROM pc_candidate ORDER BY channel, hit;
--
-- `standing` holds the small numbers of a version in one: importance in bits 0 and 1, authority_min in 2 and 3, authority_max
-- in 4 and 5, whether its class is current_state in bit 6, and from bit 7 on the validity: 1 current, 2 unresolved_conflict,
-- 3 inactive, 4 superseded. So 384 parts what holds from what does not; NULL is unknown to the authority. `rest` is the JSON
-- of what is seldom there: reason and successor. `occurrence` counts an identity's hits inside a channel. Every operator
-- above pays for every column, so that what a request is for travels as one text of fixed places, `request`:
--   1 limit + 1000, 5 coarse_limit + 1000, 9 max_displacement, 10 is_late, 11 the terms of levels, 35 as_of, 55 the ages
--   of bands, 375 their terms, 423 the policy asked for, 487 the channels' names.
-- Without a single hit there is one row whose hit is NULL: the plan must be read in any case, since it carries the
-- refusal. So the joins stay outer, and a reader drops that row by IFNULL(hit, 0) > 0, which the optimizer does not take
-- as leave to make them inner. A hit of a fresh Memory is one point read; a stale Memory, or a revision view, is derived.
-- Freshness is read in the same statement as the rows, once where all candidates are of one Memory. The hints keep these
-- reads nested loops and the rows in batches: for a table that was empty when the plan was made, the optimizer would scan
-- it for ever after, and a plan that expects few rows handles each by itself.

CREATE OR REPLACE VIEW pc_candidate AS
SELECT /*+ OPT_PARAM('ROWSETS_MAX_ROWS', 64) */
       s.view_name, s.request, s.policy, s.sha256, s.neutral_reason, s.channel, s.hit, s.occurrence, s.weight, s.scope_id,
       s.memory_artifact_id, s.revision, s.entry_id, s.entry_version_id,
       CASE WHEN s.is_live = 0 THEN s.standing
            ELSE (FIELD(JSON_VALUE(s.live, '$.validity'), 'current', 'unresolved_conflict', 'inactive', 'superseded') << 7)
              + JSON_VALUE(s.live, '$.importance' RETURNING SIGNED) + (JSON_VALUE(s.live, '$.authority_min' RETURNING SIGNED) << 2)
              + (JSON_VALUE(s.live, '$.authority_max' RETURNING SIGNED) << 4)
              + IF(JSON_VALUE(s.live, '$.state_class') = 'current_state', 64, 0) END AS standing,
       CASE WHEN s.is_live = 0 THEN s.recorded_at ELSE JSON_VALUE(s.live, '$.recorded_at' RETURNING SIGNED) END AS recorded_at,
       CASE WHEN s.is_live = 1 THEN s.live WHEN COALESCE(s.validity_reason, s.successor_entry_id, s.successor_entry_version_id) IS NOT NULL
            THEN CAST(JSON_OBJECT('validity_reason', s.validity_reason, 'successor_entry_id', CONVERT(s.successor_entry_id USING utf8mb4),
                        'successor_entry_version_id', CONVERT(s.successor_entry_version_id USING utf8mb4)) AS CHAR) END AS rest
FROM (
  SELECT q.*, CASE WHEN q.is_live = 1 AND q.hit IS NOT NULL
         THEN pc_live_row(LAST_TRACE_ID(), q.scope_id, q.memory_artifact_id, q.entry_id, q.entry_version_id, q.view_revision)
         END AS live
  FROM (
    SELECT /*+ LEADING(h f p) USE_NL(f) USE_NL(p) */ h.*,
           (FIELD(p.validity, 'current', 'unresolved_conflict', 'inactive', 'superseded') << 7)
             + p.importance + (p.authority_min << 2) + (p.authority_max << 4) + IF(p.state_class = 'current_state', 64, 0) AS standing,
           p.validity_reason, p.successor_entry_id, p.successor_entry_version_id, p.recorded_at,
           CASE WHEN h.is_stale = 0 OR (h.is_stale IS NULL AND (f.foreign_ties = 0
                     OR pc_tie_fresh(f.scope_id, f.memory_artifact_id) = 1)) THEN 0 ELSE 1 END AS is_live
    FROM (
      SELECT k.*, ROW_NUMBER() OVER (
        PARTITION BY k.channel, k.scope_id, k.memory_artifact_id, k.entry_id, k.entry_version_id ORDER BY k.hit) AS occurrence
      FROM (
        SELECT /*+ LEADING(o h) USE_NL(h) */ o.view_name, o.view_revision, o.request, o.policy, o.sha256, o.neutral_reason,
               o.is_stale, h.channel, h.hit, IFNULL(h.weight, 1e0) AS weight, IFNULL(h.scope_id, o.given_scope_id) AS scope_id,
               h.memory_artifact_id, h.revision, h.entry_id, h.entry_version_id
        FROM (
          SELECT /*+ LEADING(t n) USE_NL(n) */ t.view_name, t.view_revision, t.given_scope_id, t.policy, t.sha256,
                 t.neutral_reason,
                 CONCAT(t.row_limit + 1000, t.coarse_limit + 1000, IFNULL(t.max_displacement, 0), IFNULL(t.is_late, 0),
                   RPAD(IFNULL(t.level_terms, ''), 24, ' '), RPAD(IFNULL(t.as_of, ''), 20, ' '), RPAD(IFNULL(t.ages, ''), 320, ' '),
                   RPAD(IFNULL(t.age_terms, ''), 48, ' '), RPAD(IFNULL(t.asked_policy, ''), 64, ' '), t.names) AS request,
                 -- NULL: of several Memories, so each is asked. A Memory that is not fresh has no row, and nothing is true of it.
                 CASE WHEN t.view_revision IS NOT NULL THEN 1 WHEN t.only_memory_artifact_id IS NULL THEN NULL
                      WHEN n.foreign_ties = 0 OR pc_tie_fresh(n.scope_id, n.memory_artifact_id) = 1 THEN 0 ELSE 1 END AS is_stale
          FROM JSON_TABLE(pc_request_plan('rank'), '$' COLUMNS (
            refusal VARCHAR(512) PATH '$.refusal', view_name VARCHAR(16) PATH '$.view', view_revision BIGINT PATH '$.revision',
            row_limit BIGINT PATH '$.limit', coarse_limit BIGINT PATH '$.coarse_limit', names VARCHAR(2048) PATH '$.names',
            as_of VARCHAR(20) PATH '$.as_of', asked_policy VARCHAR(64) PATH '$.asked_policy', is_late INT PATH '$.is_late',
            given_scope_id VARBINARY(1024) PATH '$.scope_id', only_scope_id VARBINARY(1024) PATH '$.only_scope_id',
            only_memory_artifact_id VARBINARY(512) PATH '$.only_memory_artifact_id', policy VARCHAR(64) PATH '$.policy',
            sha256 VARCHAR(64) PATH '$.sha256', neutral_reason VARCHAR(16) PATH '$.neutral_reason',
            max_displacement BIGINT PATH '$.max_displacement', level_terms VARCHAR(64) PATH '$.levels',
            ages VARCHAR(320) PATH '$.ages', age_terms VARCHAR(128) PATH '$.terms'
          )) t
          LEFT JOIN pc_authority_fresh n ON n.scope_id = t.only_scope_id AND n.memory_artifact_id = t.only_memory_artifact_id
          WHERE CASE WHEN t.refusal IS NULL THEN 1 ELSE pc_admit(t.refusal) END = 1
          LIMIT 1
        ) o
        LEFT JOIN JSON_TABLE(pc_request_subject('rank'), '$[*]' COLUMNS (
          channel FOR ORDINALITY, weight DOUBLE PATH '$.weight',
          NESTED PATH '$.hits[*]' COLUMNS (
            hit FOR ORDINALITY, scope_id VARBINARY(1024) PATH '$.scope_id',
            memory_artifact_id VARBINARY(512) PATH '$.memory_artifact_id', revision VARCHAR(20) PATH '$.revision',
            entry_id VARBINARY(512) PATH '$.entry_id', entry_version_id VARBINARY(512) PATH '$.entry_version_id'
          )
        )) h ON h.hit IS NOT NULL AND IFNULL(h.weight, 1e0) > 0
      ) k
    ) h
    LEFT JOIN pc_authority_fresh f
      ON h.is_stale IS NULL AND f.scope_id = h.scope_id AND f.memory_artifact_id = h.memory_artifact_id
    LEFT JOIN pc_lifecycle_projection p ON p.scope_id = h.scope_id AND p.memory_artifact_id = h.memory_artifact_id
      AND p.entry_id = h.entry_id AND p.entry_version_id = h.entry_version_id
  ) q
) s;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (116, 'pc_candidate');
