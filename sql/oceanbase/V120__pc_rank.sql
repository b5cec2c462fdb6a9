-- Which memories does a search return, filtered, fused and, where a policy is in force, carefully reordered?
--
--   CALL pc_rank('[{"name": "fts", "hits": […]}, …]', '{"scope_id": "s", "limit": 20}');
--
--   SET @pc_channels = '…', @pc_options = '{"scope_id": "s", "limit": 20}';
--   SELECT l.rank, l.entry_id, e.text FROM pc_rank l JOIN … ORDER BY l.rank;
--
-- The view reads the session's request, so that it can stand in any SELECT; there ids are bytes. The procedure is that
-- view for the request that it is given, with ids as text, and leaves the session's variables as they were. Refused,
-- by both: whatever pc_request_plan refuses; then no row is returned.

CREATE OR REPLACE VIEW pc_rank AS
SELECT l.adjusted_rank AS `rank`, l.baseline_rank, l.baseline_rank - l.adjusted_rank AS displacement, l.scope_id,
       l.memory_artifact_id, CAST(l.revision AS SIGNED) AS revision, l.entry_id, l.entry_version_id, l.score,
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
         IF(l.mask & 32768, CONCAT(',', SUBSTRING_INDEX(SUBSTRING_INDEX(l.names, ',', 16), ',', -1)), '')), 2) AS matched_by,
       l.validity,
       CASE l.validity WHEN 'current' THEN 'current' WHEN 'unresolved_conflict' THEN 'unresolved' ELSE 'historical' END AS label,
       l.validity_reason AS reason, l.successor_entry_id, l.successor_entry_version_id,
       CASE WHEN l.recorded_at IS NULL THEN 0 ELSE 1 END AS time_known, l.adjustment,
       SUBSTRING(CONCAT(
         IF(l.provenance_term <> 0, CONCAT(',provenance.', ELT(l.authority_min + 1, 'untrusted', 'user_asserted',
           'repository_attested', 'system_attested'), '=', l.provenance_term), ''),
         IF(l.importance_term <> 0, CONCAT(',importance.', ELT(l.importance + 1, 'low', 'normal', 'high', 'critical'), '=',
           l.importance_term), ''),
         IF(l.freshness_term <> 0, CONCAT(',freshness.', l.band, '=', l.freshness_term), '')), 2) AS rules
FROM pc_ranked l
WHERE l.adjusted_rank <= l.row_limit;

DROP PROCEDURE IF EXISTS pc_rank;

DELIMITER //
CREATE PROCEDURE pc_rank(
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
  SELECT r.`rank`, r.baseline_rank, r.displacement, CONVERT(r.scope_id USING utf8mb4) AS scope_id,
         CONVERT(r.memory_artifact_id USING utf8mb4) AS memory_artifact_id, r.revision,
         CONVERT(r.entry_id USING utf8mb4) AS entry_id, CONVERT(r.entry_version_id USING utf8mb4) AS entry_version_id,
         r.score, r.matched_by, r.validity, r.label, r.reason,
         CONVERT(r.successor_entry_id USING utf8mb4) AS successor_entry_id,
         CONVERT(r.successor_entry_version_id USING utf8mb4) AS successor_entry_version_id, r.time_known, r.adjustment, r.rules
  FROM pc_rank r
  ORDER BY r.`rank`;
  CALL pc_close_call();
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (120, 'pc_rank');
