-- Which views make up the authority port of each adapter? One row a view; pc_port() creates those of one adapter.
--
-- `{db}` in a body stands for the database that holds the authority. The routines read authority only through these
-- views, so a deployment chooses an adapter and nothing else changes:
--
--   pc_authority_entry     every entry version                  pc_authority_head      the head of each Memory
--   pc_authority_change    every manifest change (1.2: copied)  pc_authority_evidence  every reference (1.2: copied)
--   pc_authority_content   a revision's changes as JSON         pc_authority_document  a version's references as JSON
--   pc_authority_lineage   a version's references as rows       pc_authority_source    what a Source says about itself
--   pc_authority_state     states that no change log holds (1.4)
--   pc_authority_fresh     the Memories whose projection is at their own head, by our bytes: no text of a join is a point
--                          read over both kinds of columns
--
-- Identities of a PowerContext stay its own utf8mb4_bin columns: wrapped in a CAST no index of it could be used.
-- No view unnests JSON: over a table column, joined from a pool, that silently returned no rows.

CREATE TABLE IF NOT EXISTS pc_lifecycle_port (
  adapter VARCHAR(64) NOT NULL,
  view_name VARCHAR(64) NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (adapter, view_name)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (30, 'ports');
