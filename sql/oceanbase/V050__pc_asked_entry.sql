-- Which versions does the question cover, and what came before and after each of them? One row a version of the asked
-- entries (see pc_ask), created at or before the asked revision, ids as bytes.
--
--   CALL pc_ask('s', 'memory', NULL, NULL);
--   SELECT entry_id, version, next_version_id FROM pc_asked_entry;
--
-- `place` counts the versions of an entry from 1; `changed` is 1 where kind or text differ from the version before. Text is
-- compared as bytes: PowerContext's text column folds case and accents. The types of authority's own columns are met by
-- pc_asked_text, its padding by the byte tests. `+ 0` keeps an index on revisions out: it reads a whole Memory, and a
-- plan made for a small one is kept for a large one.

CREATE OR REPLACE VIEW pc_asked_entry AS
SELECT v.entry_id, v.entry_version_id, v.version, v.kind, v.created_in_revision,
  LEAD(v.entry_version_id) OVER (PARTITION BY v.entry_id ORDER BY v.version) AS next_version_id,
  ROW_NUMBER() OVER (PARTITION BY v.entry_id ORDER BY v.version) AS place,
  CASE WHEN LAG(v.kind) OVER (PARTITION BY v.entry_id ORDER BY v.version) <> v.kind
         OR LAG(v.text) OVER (PARTITION BY v.entry_id ORDER BY v.version) <> v.text THEN 1 ELSE 0 END AS changed
FROM (
  SELECT CAST(e.entry_id AS BINARY) AS entry_id, CAST(e.entry_version_id AS BINARY) AS entry_version_id, e.version,
    CAST(e.kind AS BINARY) AS kind, CAST(e.text AS BINARY) AS text, e.created_in_revision
  FROM pc_authority_entry e
  WHERE e.scope_id = pc_asked_text('scope') AND e.memory_artifact_id = pc_asked_text('memory')
    AND e.entry_id BETWEEN pc_asked_text('first') AND pc_asked_text('last')
    AND CAST(e.scope_id AS BINARY) = pc_asked('scope') AND CAST(e.memory_artifact_id AS BINARY) = pc_asked('memory')
    AND CAST(e.entry_id AS BINARY) BETWEEN pc_asked('first') AND pc_asked('last')
    AND e.created_in_revision + 0 <= pc_asked_number('revision')
) v;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (50, 'pc_asked_entry');
