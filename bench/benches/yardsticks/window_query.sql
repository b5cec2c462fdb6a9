-- The same reorder in plain SQL: look the pool up by key, then number it by (2·rank − adjustment, rank).
WITH graded AS (
  SELECT
    j.key + 1 AS baseline_rank,
    q.scope_id,
    q.memory_artifact_id,
    j.value ->> 'revision' AS revision,
    q.entry_id,
    q.entry_version_id,
    CASE q.importance WHEN 0 THEN -3 WHEN 1 THEN 0 ELSE 3 END AS adjustment,
    CASE q.importance WHEN 0 THEN 'importance.low=-3' WHEN 1 THEN '' WHEN 2 THEN 'importance.high=3' ELSE 'importance.critical=3' END AS rules
  FROM json_each(?1) AS j
  CROSS JOIN plain_quality AS q
  WHERE q.scope_id = 'scp_1s9hhfhhw8xdp9az73yhm00re4'
    AND q.memory_artifact_id = j.value ->> 'memory_artifact_id'
    AND q.entry_id = j.value ->> 'entry_id'
    AND q.entry_version_id = j.value ->> 'entry_version_id'
)
SELECT
  row_number() OVER by_key AS rank,
  baseline_rank,
  baseline_rank - row_number() OVER by_key AS displacement,
  scope_id,
  memory_artifact_id,
  revision,
  entry_id,
  entry_version_id,
  NULL AS score,
  adjustment,
  rules
FROM graded
WINDOW by_key AS (ORDER BY 2 * baseline_rank - adjustment, baseline_rank);
