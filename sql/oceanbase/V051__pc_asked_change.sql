-- What happened to the asked entries, up to the asked revision? Our rows (native: all of them, else the copied ones), and
-- after them the tail that pc_ask read from the authority.
--
--   SELECT entry_id, op, reason FROM pc_asked_change ORDER BY position;
--
-- `position` orders changes within a Memory: a revision holds at most 2^20 of them. `+ 0` keeps the index on
-- revisions out: good for a small Memory, it would read a whole large one for each range of entries, and plans are kept.

CREATE OR REPLACE VIEW pc_asked_change AS
SELECT c.entry_id, c.revision, c.ordinal, c.revision * 1048576 + c.ordinal AS position, c.op,
  c.from_entry_version_id, c.to_entry_version_id, c.reason
FROM pc_lifecycle_change c
WHERE c.scope_id = pc_asked('scope') AND c.memory_artifact_id = pc_asked('memory')
  AND c.entry_id BETWEEN pc_asked('first') AND pc_asked('last')
  AND c.revision + 0 <= LEAST(pc_asked_number('revision'), pc_asked_number('mirrored'))
UNION ALL
SELECT t.entry_id, t.revision, t.ordinal, t.revision * 1048576 + t.ordinal, t.op,
  t.from_entry_version_id, t.to_entry_version_id, t.reason
FROM JSON_TABLE(pc_asked_tail(), '$.changes[*]' COLUMNS (
    revision BIGINT PATH '$.r',
    NESTED PATH '$.c[*]' COLUMNS (
      ordinal FOR ORDINALITY,
      op VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PATH '$.op',
      entry_id VARBINARY(512) PATH '$.entry_id',
      from_entry_version_id VARBINARY(512) PATH '$.from_entry_version_id',
      to_entry_version_id VARBINARY(512) PATH '$.to_entry_version_id',
      reason VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PATH '$.reason'))) t
WHERE t.entry_id BETWEEN pc_asked('first') AND pc_asked('last') AND t.revision <= pc_asked_number('revision');

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (51, 'pc_asked_change');
