-- The yardstick's own table: what somebody would keep who has no extension. Its key is the identity, it holds the
-- columns that a reorder by importance needs, and nothing else.
CREATE TABLE plain_quality (
  scope_id TEXT NOT NULL,
  memory_artifact_id TEXT NOT NULL,
  entry_id TEXT NOT NULL,
  entry_version_id TEXT NOT NULL,
  importance INTEGER NOT NULL,
  validity TEXT NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id, entry_id, entry_version_id)
) STRICT, WITHOUT ROWID;

INSERT INTO plain_quality
SELECT scope_id, memory_artifact_id, entry_id, entry_version_id, importance, validity
FROM pc_lifecycle_projection
ORDER BY scope_id, memory_artifact_id, entry_id, entry_version_id;
