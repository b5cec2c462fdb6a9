-- Which candidates do the session's channels name, and how does each stand? A row for each hit of a channel that counts,
-- with the request's plan in every row.
--
--   SET @pc_channels = '[…]', @pc_options = '{"scope_id": "s", "limit": 5}';
--   SELECT channel, hit, entry_id, validity FROM pc_candidate ORDER BY channel, hit;
--
-- validity is NULL for what the authority does not know. Without a single hit there is one row whose hit is NULL: the
-- plan must be read in any case, since it carries the refusal. So the joins stay outer, and a reader drops that row by
-- IFNULL(hit, 0) > 0, which the optimizer does not take as leave to make them inner. A hit of a fresh Memory is one
-- point read; a stale Memory, or a revision view, derives each hit. Freshness is read in the same statement as the rows,
-- once where all candidates are of one Memory. The hint keeps these reads nested loops: over a table that was empty when the
-- plan was made, the optimizer would scan it for ever after.

CREATE OR REPLACE VIEW pc_candidate AS
SELECT s.refusal, s.view_name, s.view_revision, s.row_limit, s.coarse_limit, s.names, s.as_of, s.asked_policy, s.is_late,
       s.given_scope_id, s.policy, s.sha256, s.neutral_reason, s.max_displacement, s.level_terms,
       s.ages, s.age_terms, s.channel, s.hit, s.weight, s.scope_id, s.memory_artifact_id, s.revision, s.entry_id,
       s.entry_version_id,
       IF(s.is_live = 1, JSON_VALUE(s.live, '$.validity'), s.validity) AS validity,
       IF(s.is_live = 1, JSON_VALUE(s.live, '$.validity_reason' RETURNING CHAR(1024)), s.validity_reason) AS validity_reason,
       IF(s.is_live = 1, CAST(JSON_VALUE(s.live, '$.successor_entry_id') AS BINARY), s.successor_entry_id)
         AS successor_entry_id,
       IF(s.is_live = 1, CAST(JSON_VALUE(s.live, '$.successor_entry_version_id') AS BINARY), s.successor_entry_version_id)
         AS successor_entry_version_id,
       IF(s.is_live = 1, JSON_VALUE(s.live, '$.importance' RETURNING SIGNED), s.importance) AS importance,
       IF(s.is_live = 1, JSON_VALUE(s.live, '$.authority_min' RETURNING SIGNED), s.authority_min) AS authority_min,
       IF(s.is_live = 1, JSON_VALUE(s.live, '$.authority_max' RETURNING SIGNED), s.authority_max) AS authority_max,
       IF(s.is_live = 1, JSON_VALUE(s.live, '$.state_class'), s.state_class) AS state_class,
       IF(s.is_live = 1, JSON_VALUE(s.live, '$.recorded_at' RETURNING SIGNED), s.recorded_at) AS recorded_at
FROM (
SELECT q.*, CASE WHEN q.is_live = 1 AND q.hit IS NOT NULL
       THEN pc_live_row(LAST_TRACE_ID(), q.scope_id, q.memory_artifact_id, q.entry_id, q.entry_version_id, q.view_revision) END AS live
FROM (
  SELECT /*+ LEADING(o h p) USE_NL(h) USE_NL(p) */
         o.refusal, o.view_name, o.view_revision, o.row_limit, o.coarse_limit, o.names, o.as_of, o.asked_policy,
         o.is_late, o.given_scope_id, o.policy, o.sha256, o.neutral_reason, o.max_displacement, o.level_terms,
         o.ages, o.age_terms, h.channel, h.hit, IFNULL(h.weight, 1e0) AS weight,
         IFNULL(h.scope_id, o.given_scope_id) AS scope_id, h.memory_artifact_id, h.revision, h.entry_id, h.entry_version_id,
         p.validity, p.validity_reason, p.successor_entry_id, p.successor_entry_version_id, p.importance,
         p.authority_min, p.authority_max, p.state_class, p.recorded_at,
         CASE WHEN o.view_revision IS NULL AND CASE WHEN o.only_memory_artifact_id IS NOT NULL THEN o.only_is_fresh ELSE
           (SELECT COUNT(*) FROM pc_authority_fresh m WHERE m.scope_id = IFNULL(h.scope_id, o.given_scope_id)
             AND m.memory_artifact_id = h.memory_artifact_id AND (m.foreign_ties = 0 OR pc_tie_fresh(m.scope_id, m.memory_artifact_id) = 1))
         END = 1 THEN 0 ELSE 1 END AS is_live
  FROM (SELECT t.*, (SELECT COUNT(*) FROM pc_authority_fresh m WHERE m.scope_id = t.only_scope_id
             AND m.memory_artifact_id = t.only_memory_artifact_id AND (m.foreign_ties = 0 OR pc_tie_fresh(m.scope_id, m.memory_artifact_id) = 1)) AS only_is_fresh
  FROM JSON_TABLE(pc_request_plan('rank'), '$' COLUMNS (
    refusal VARCHAR(512) PATH '$.refusal', view_name VARCHAR(16) PATH '$.view', view_revision BIGINT PATH '$.revision',
    row_limit BIGINT PATH '$.limit', coarse_limit BIGINT PATH '$.coarse_limit', names VARCHAR(2048) PATH '$.names',
    as_of VARCHAR(20) PATH '$.as_of', asked_policy VARCHAR(64) PATH '$.asked_policy', is_late INT PATH '$.is_late',
    given_scope_id VARBINARY(1024) PATH '$.scope_id', only_scope_id VARBINARY(1024) PATH '$.only_scope_id',
    only_memory_artifact_id VARBINARY(512) PATH '$.only_memory_artifact_id', policy VARCHAR(64) PATH '$.policy',
    sha256 VARCHAR(64) PATH '$.sha256', neutral_reason VARCHAR(16) PATH '$.neutral_reason',
    max_displacement BIGINT PATH '$.max_displacement', level_terms VARCHAR(64) PATH '$.levels', ages VARCHAR(320) PATH '$.ages', age_terms VARCHAR(128) PATH '$.terms'
  )) t LIMIT 1) o
  LEFT JOIN JSON_TABLE(pc_request_subject('rank'), '$[*]' COLUMNS (
    channel FOR ORDINALITY, weight DOUBLE PATH '$.weight',
    NESTED PATH '$.hits[*]' COLUMNS (
      hit FOR ORDINALITY, scope_id VARBINARY(1024) PATH '$.scope_id',
      memory_artifact_id VARBINARY(512) PATH '$.memory_artifact_id', revision VARCHAR(20) PATH '$.revision',
      entry_id VARBINARY(512) PATH '$.entry_id', entry_version_id VARBINARY(512) PATH '$.entry_version_id'
    )
  )) h ON h.hit IS NOT NULL AND IFNULL(h.weight, 1e0) > 0
  LEFT JOIN pc_lifecycle_projection p ON p.scope_id = IFNULL(h.scope_id, o.given_scope_id)
    AND p.memory_artifact_id = h.memory_artifact_id AND p.entry_id = h.entry_id AND p.entry_version_id = h.entry_version_id
) q ) s
WHERE CASE WHEN s.refusal IS NULL THEN 1 ELSE pc_admit(s.refusal) END = 1;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (116, 'pc_candidate');
