-- In which order do several channels stand together, by reciprocal rank fusion alone?
--
--   CALL pc_fuse('[{"name": "fts", "weight": 1.0, "hits": […]}, …]', '{"scope_id": "s", "limit": 20}');
--   SET @pc_channels = '…', @pc_options = '…';  SELECT l.rank, l.entry_id, l.score FROM pc_fuse l ORDER BY l.rank;
--
-- The score is the sum of weight / (60 + rank) over the channels in their order, as PowerContext computes it. Pure: no
-- row of the store is read, nothing is filtered. A repeat in a channel is skipped and uses up its rank. Refused:
-- whatever pc_request_plan refuses; then no row is returned. The view shows ids as bytes, the procedure as text.

CREATE OR REPLACE VIEW pc_fuse AS
SELECT l.fused_rank AS `rank`, l.scope_id, l.memory_artifact_id, CAST(SUBSTRING(l.first_seen, 7) AS SIGNED) AS revision,
       l.entry_id, l.entry_version_id, l.score,
       SUBSTRING(CONCAT(
         IF(l.mask & 1, CONCAT(',', SUBSTRING_INDEX(SUBSTRING_INDEX(l.names, ',', 1), ',', -1)), ''),
         IF(l.mask & 2, CONCAT(',', SUBSTRING_INDEX(SUBSTRING_INDEX(l.names, ',', 2), ',', -1)), ''),
         IF(l.mask & 4, CONCAT(',', SUBSTRING_INDEX(SUBSTRING_INDEX(l.names, ',', 3), ',', -1)), ''),
         IF(l.mask & 8, CONCAT(',', SUBSTRING_INDEX(SUBSTRING_INDEX(l.names, ',', 4), ',', -1)), ''),
         IF(l.mask & 16, CONCAT(',', SUBSTRING_INDEX(SUBSTRING_INDEX(l.names, ',', 5), ',', -1)), ''),
         IF(l.mask & 32, CONCAT(',', SUBSTRING_INDEX(SUBSTRING_INDEX(l.names, ',', 6), ',', -1)), ''),
         IF(l.mask & 64, CONCAT(',', SUBSTRING_INDEX(SUBSTRING_INDEX(l.names, ',', 7), ',', -1)), ''),
         IF(l.mask & 128, CONCAT(',', SUBSTRING_INDEX(SUBSTRING_INDEX(l.names, ',', 8), ',', -1)), ''),
         IF(l.mask & 256, CONCAT(',', SUBSTRING_INDEX(SUBSTRING_INDEX(l.names, ',', 9), ',', -1)), ''),
         IF(l.mask & 512, CONCAT(',', SUBSTRING_INDEX(SUBSTRING_INDEX(l.names, ',', 10), ',', -1)), ''),
         IF(l.mask & 1024, CONCAT(',', SUBSTRING_INDEX(SUBSTRING_INDEX(l.names, ',', 11), ',', -1)), ''),
         IF(l.mask & 2048, CONCAT(',', SUBSTRING_INDEX(SUBSTRING_INDEX(l.names, ',', 12), ',', -1)), ''),
         IF(l.mask & 4096, CONCAT(',', SUBSTRING_INDEX(SUBSTRING_INDEX(l.names, ',', 13), ',', -1)), ''),
         IF(l.mask & 8192, CONCAT(',', SUBSTRING_INDEX(SUBSTRING_INDEX(l.names, ',', 14), ',', -1)), ''),
         IF(l.mask & 16384, CONCAT(',', SUBSTRING_INDEX(SUBSTRING_INDEX(l.names, ',', 15), ',', -1)), ''),
         IF(l.mask & 32768, CONCAT(',', SUBSTRING_INDEX(SUBSTRING_INDEX(l.names, ',', 16), ',', -1)), '')), 2) AS matched_by
FROM (
  SELECT f.*, CAST(ROW_NUMBER() OVER (
    ORDER BY f.score DESC, f.memory_artifact_id, f.entry_id, f.entry_version_id, f.scope_id) AS SIGNED) AS fused_rank
  FROM (
    SELECT g.*,
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
             MAX(e.names) AS names, MAX(e.row_limit) AS row_limit
      FROM (
        SELECT c.*, c.weight / (60e0 + c.hit) AS term
        FROM (
          SELECT /*+ LEADING(o h) USE_NL(h) */ o.names, o.row_limit, h.channel, h.hit, IFNULL(h.weight, 1e0) AS weight,
                 IFNULL(h.scope_id, o.given_scope_id) AS scope_id, h.memory_artifact_id, h.revision, h.entry_id,
                 h.entry_version_id, o.refusal
          FROM (SELECT t.* FROM JSON_TABLE(pc_request_plan('fuse'), '$' COLUMNS (
            refusal VARCHAR(512) PATH '$.refusal', row_limit BIGINT PATH '$.limit', names VARCHAR(2048) PATH '$.names',
            given_scope_id VARBINARY(1024) PATH '$.scope_id'
          )) t LIMIT 1) o
          LEFT JOIN JSON_TABLE(pc_request_subject('fuse'), '$[*]' COLUMNS (
            channel FOR ORDINALITY, weight DOUBLE PATH '$.weight',
            NESTED PATH '$.hits[*]' COLUMNS (
              hit FOR ORDINALITY, scope_id VARBINARY(1024) PATH '$.scope_id',
              memory_artifact_id VARBINARY(512) PATH '$.memory_artifact_id', revision VARCHAR(20) PATH '$.revision',
              entry_id VARBINARY(512) PATH '$.entry_id', entry_version_id VARBINARY(512) PATH '$.entry_version_id'
            )
          )) h ON h.hit IS NOT NULL AND IFNULL(h.weight, 1e0) > 0
        ) c
        WHERE CASE WHEN c.refusal IS NULL THEN 1 ELSE pc_admit(c.refusal) END = 1
      ) e
      GROUP BY e.scope_id, e.memory_artifact_id, e.entry_id, e.entry_version_id
    ) g
  ) f
) l
WHERE l.fused_rank <= l.row_limit AND l.entry_id IS NOT NULL;

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
