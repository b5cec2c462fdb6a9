-- Which tables does the lifecycle store have on SQLite? The same as on OceanBase (sql/oceanbase/V001__tables.sql): names,
-- columns and meaning. The extension runs this file from pc_install(); every statement may run again.
--
--   SELECT entry_id, op, reason FROM pc_lifecycle_change WHERE scope_id = 's' AND memory_artifact_id = 'memory';
--
-- Texts compare bytewise (BINARY is SQLite's default). Times are microseconds since 1970 UTC, NULL is unknown. Tables
-- are STRICT: a blob or a number can not pass for an identity. 002_append_only.sql makes the record tables append-only.

CREATE TABLE IF NOT EXISTS main.pc_lifecycle_setting (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Policies and declarations -----------------------------------------------------------------------------------------

CREATE TABLE IF NOT EXISTS main.pc_lifecycle_policy (
  policy_id TEXT NOT NULL PRIMARY KEY,
  body TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  max_displacement INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- An append-only log of switches: a policy is enabled when its last row says so.
CREATE TABLE IF NOT EXISTS main.pc_lifecycle_ranking (
  scope_id TEXT NOT NULL,
  policy_id TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)),
  PRIMARY KEY (scope_id, ordinal)
) STRICT, WITHOUT ROWID;

-- In force is the greatest ordinal of exactly one (source_type, definition_version).
CREATE TABLE IF NOT EXISTS main.pc_lifecycle_source_declaration (
  source_type TEXT NOT NULL,
  definition_version TEXT NOT NULL,
  declaration_version TEXT NOT NULL,
  authority INTEGER NOT NULL CHECK (authority BETWEEN 0 AND 3),
  verification TEXT NOT NULL CHECK (verification IN ('unknown', 'verified', 'not_verified')),
  ordinal INTEGER NOT NULL,
  PRIMARY KEY (source_type, definition_version, declaration_version),
  UNIQUE (source_type, definition_version, ordinal)
) STRICT, WITHOUT ROWID;

-- Authority ---------------------------------------------------------------------------------------------------------

-- native: revision is the head. Adapters: the last revision whose changes were copied. log_position is always ours.
CREATE TABLE IF NOT EXISTS main.pc_lifecycle_head (
  scope_id TEXT NOT NULL,
  memory_artifact_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  log_position INTEGER NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS main.pc_lifecycle_entry (
  scope_id TEXT NOT NULL,
  memory_artifact_id TEXT NOT NULL,
  entry_id TEXT NOT NULL,
  entry_version_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  previous_version_id TEXT,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  created_in_revision INTEGER NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id, entry_id, entry_version_id),
  UNIQUE (scope_id, memory_artifact_id, entry_id, version)
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS main.pc_lifecycle_entry_content
  ON pc_lifecycle_entry (scope_id, memory_artifact_id, content_hash);

CREATE INDEX IF NOT EXISTS main.pc_lifecycle_entry_revision
  ON pc_lifecycle_entry (scope_id, memory_artifact_id, created_in_revision);

CREATE TABLE IF NOT EXISTS main.pc_lifecycle_change (
  scope_id TEXT NOT NULL,
  memory_artifact_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  op TEXT NOT NULL CHECK (op IN ('add', 'revise', 'deactivate', 'reactivate', 'compact')),
  entry_id TEXT NOT NULL,
  from_entry_version_id TEXT,
  to_entry_version_id TEXT,
  reason TEXT,
  PRIMARY KEY (scope_id, memory_artifact_id, revision, ordinal)
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS main.pc_lifecycle_change_entry
  ON pc_lifecycle_change (scope_id, memory_artifact_id, entry_id, revision);

CREATE TABLE IF NOT EXISTS main.pc_lifecycle_evidence (
  scope_id TEXT NOT NULL,
  memory_artifact_id TEXT NOT NULL,
  entry_id TEXT NOT NULL,
  entry_version_id TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  evidence_type TEXT NOT NULL CHECK (evidence_type IN ('source', 'artifact')),
  source_type TEXT,
  source_id TEXT,
  definition_version TEXT,
  materialization TEXT,
  effective_at INTEGER,
  artifact_family TEXT,
  artifact_id TEXT,
  artifact_revision INTEGER,
  is_merge_input INTEGER NOT NULL DEFAULT 0 CHECK (is_merge_input IN (0, 1)),
  is_increment INTEGER NOT NULL DEFAULT 0 CHECK (is_increment IN (0, 1)),
  PRIMARY KEY (scope_id, memory_artifact_id, entry_id, entry_version_id, ordinal)
) STRICT, WITHOUT ROWID;

-- Lifecycle records -------------------------------------------------------------------------------------------------

CREATE TABLE IF NOT EXISTS main.pc_lifecycle_snapshot (
  scope_id TEXT NOT NULL,
  memory_artifact_id TEXT NOT NULL,
  entry_id TEXT NOT NULL,
  entry_version_id TEXT NOT NULL,
  source_type TEXT NOT NULL,
  source_id TEXT NOT NULL,
  definition_version TEXT NOT NULL,
  declaration_version TEXT NOT NULL,
  authority INTEGER NOT NULL CHECK (authority BETWEEN 0 AND 3),
  verification TEXT NOT NULL CHECK (verification IN ('unknown', 'verified', 'not_verified')),
  late INTEGER NOT NULL CHECK (late IN (0, 1)),
  recorded_at INTEGER NOT NULL,
  snapshot_hash TEXT NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id, entry_id, entry_version_id, source_type, source_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS main.pc_lifecycle_observation (
  scope_id TEXT NOT NULL,
  memory_artifact_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  entry_id TEXT NOT NULL,
  entry_version_id TEXT NOT NULL,
  event TEXT NOT NULL CHECK (event IN ('add', 'revise', 'deactivate', 'reactivate')),
  recorded_at INTEGER NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id, entry_id, entry_version_id, revision)
) STRICT, WITHOUT ROWID;

-- supersedes: subject = successor, object = predecessor. equal, similar and contradicts are symmetrical. evidence is a
-- canonical JSON array of the sources that were named for it.
CREATE TABLE IF NOT EXISTS main.pc_lifecycle_relation (
  scope_id TEXT NOT NULL,
  relation_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('equal', 'similar', 'contradicts', 'supersedes')),
  subject_memory_artifact_id TEXT NOT NULL,
  subject_entry_id TEXT NOT NULL,
  subject_entry_version_id TEXT NOT NULL,
  object_memory_artifact_id TEXT NOT NULL,
  object_entry_id TEXT NOT NULL,
  object_entry_version_id TEXT NOT NULL,
  rule_version TEXT NOT NULL,
  evidence TEXT,
  recorded_at INTEGER NOT NULL,
  PRIMARY KEY (scope_id, relation_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS main.pc_lifecycle_relation_subject
  ON pc_lifecycle_relation (scope_id, subject_memory_artifact_id, subject_entry_id);

CREATE INDEX IF NOT EXISTS main.pc_lifecycle_relation_object
  ON pc_lifecycle_relation (scope_id, object_memory_artifact_id, object_entry_id);

-- The status is that of the greatest ordinal; *_revision are the heads at which it takes effect.
CREATE TABLE IF NOT EXISTS main.pc_lifecycle_relation_event (
  scope_id TEXT NOT NULL,
  relation_id TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('suggested', 'open', 'standing', 'dismissed', 'compensated')),
  subject_revision INTEGER NOT NULL,
  object_revision INTEGER NOT NULL,
  operation_id TEXT,
  recorded_at INTEGER NOT NULL,
  PRIMARY KEY (scope_id, relation_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS main.pc_lifecycle_operation (
  scope_id TEXT NOT NULL,
  operation_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  recorded_at INTEGER NOT NULL,
  PRIMARY KEY (scope_id, operation_id)
) STRICT, WITHOUT ROWID;

-- What people and automation say of an entry, in order; revision is the head at which it was said.
CREATE TABLE IF NOT EXISTS main.pc_lifecycle_mark (
  scope_id TEXT NOT NULL,
  memory_artifact_id TEXT NOT NULL,
  entry_id TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  mark TEXT NOT NULL CHECK (mark IN ('tier', 'session', 'pinned', 'protected', 'user_retired', 'state_class', 'importance')),
  value TEXT,
  actor TEXT NOT NULL,
  actor_kind TEXT NOT NULL CHECK (actor_kind IN ('user', 'automatic')),
  reason TEXT,
  recorded_at INTEGER NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id, entry_id, ordinal)
) STRICT, WITHOUT ROWID;

-- Which entries did a write touch that no manifest change of it names? position is the head's log_position after the write.
-- A refresh reads from where the projection stands.
CREATE TABLE IF NOT EXISTS main.pc_lifecycle_log (
  scope_id TEXT NOT NULL,
  memory_artifact_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  entry_id TEXT NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id, position, entry_id)
) STRICT, WITHOUT ROWID;

-- Derived: rebuilt from the above, never edited by hand -------------------------------------------------------------

-- identity_key: the first 63 bits of SHA-256 of the canonical identity (the next free number when another identity has
-- it), so that a look-up by full identity is one descent by a short key; the unique index serves everything else.
CREATE TABLE IF NOT EXISTS main.pc_lifecycle_projection (
  identity_key INTEGER PRIMARY KEY,
  scope_id TEXT NOT NULL,
  memory_artifact_id TEXT NOT NULL,
  entry_id TEXT NOT NULL,
  entry_version_id TEXT NOT NULL,
  importance INTEGER NOT NULL,
  importance_source TEXT NOT NULL,
  evidence_strength INTEGER NOT NULL,
  authority_min INTEGER NOT NULL,
  authority_max INTEGER NOT NULL,
  verification TEXT NOT NULL,
  equal_count INTEGER NOT NULL,
  similar_count INTEGER NOT NULL,
  contradicts_count INTEGER NOT NULL,
  supersedes_count INTEGER NOT NULL,
  validity TEXT NOT NULL,
  validity_reason TEXT,
  successor_entry_id TEXT,
  successor_entry_version_id TEXT,
  recorded_at INTEGER,
  effective_at INTEGER,
  time_known INTEGER NOT NULL,
  tier TEXT NOT NULL,
  session_id TEXT,
  pinned INTEGER NOT NULL,
  protected INTEGER NOT NULL,
  user_retired INTEGER NOT NULL,
  state_class TEXT,
  interval_no INTEGER NOT NULL,
  interval_started_at INTEGER,
  automatic_action_reason TEXT,
  source_count INTEGER NOT NULL,
  artifact_count INTEGER NOT NULL,
  rule_version TEXT NOT NULL,
  -- 0; of the newest version of an active entry 1 where it is ready for ranking, 2 where not. No part of the digest.
  readiness INTEGER NOT NULL,
  UNIQUE (scope_id, memory_artifact_id, entry_id, entry_version_id)
) STRICT;

CREATE TABLE IF NOT EXISTS main.pc_lifecycle_projection_header (
  scope_id TEXT NOT NULL,
  memory_artifact_id TEXT NOT NULL,
  authority_revision INTEGER NOT NULL,
  authority_generation INTEGER NOT NULL,
  log_position INTEGER NOT NULL,
  active_entries INTEGER NOT NULL,
  unready_entries INTEGER NOT NULL,
  digest TEXT,
  rule_version TEXT NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id)
) STRICT, WITHOUT ROWID;

-- Every Memory whose state a projection used, itself included; fresh when each still is where it was.
CREATE TABLE IF NOT EXISTS main.pc_lifecycle_projection_tie (
  scope_id TEXT NOT NULL,
  memory_artifact_id TEXT NOT NULL,
  tied_memory_artifact_id TEXT NOT NULL,
  authority_revision INTEGER NOT NULL,
  authority_generation INTEGER NOT NULL,
  log_position INTEGER NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id, tied_memory_artifact_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS main.pc_lifecycle_digest_node (
  scope_id TEXT NOT NULL,
  memory_artifact_id TEXT NOT NULL,
  path TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id, path)
) STRICT, WITHOUT ROWID;
