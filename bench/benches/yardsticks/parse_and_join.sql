-- The yardstick of pc_rank on OceanBase: one SELECT that parses the same two channels and joins the same rows by key.
SELECT
  c.channel,
  c.place,
  p.scope_id,
  p.memory_artifact_id,
  c.revision,
  p.entry_id,
  p.entry_version_id,
  p.validity,
  p.validity_reason,
  p.successor_entry_id,
  p.successor_entry_version_id,
  p.time_known,
  p.importance
FROM JSON_TABLE(?, '$[*]' COLUMNS (
  channel FOR ORDINALITY,
  NESTED PATH '$.hits[*]' COLUMNS (
    place FOR ORDINALITY,
    memory_artifact_id VARBINARY(512) PATH '$.memory_artifact_id',
    revision BIGINT PATH '$.revision',
    entry_id VARBINARY(512) PATH '$.entry_id',
    entry_version_id VARBINARY(512) PATH '$.entry_version_id'
  )
)) AS c
JOIN pc_lifecycle_projection AS p
  ON p.scope_id = 'scp_1s9hhfhhw8xdp9az73yhm00re4'
  AND p.memory_artifact_id = c.memory_artifact_id
  AND p.entry_id = c.entry_id
  AND p.entry_version_id = c.entry_version_id
  -- The rows of the first rebuild: by its full key.
  AND p.slot = 0
