-- Which tables does the lifecycle store have on OceanBase? Everything the routines read and write, in three parts:
-- authority (native adapter, mirrored changes of others), lifecycle records, and what is derived or configured.
--
-- Identities are VARBINARY: utf8mb4_bin pads ('a' = 'a '), bytes do not. Four bytes a character, so 256 characters
-- are VARBINARY(1024). Tables of one Memory are partitioned by (scope_id, memory_artifact_id), so that a point read touches
-- one partition; those of which a search asks for all of a scope (heads, headers, ties, relations) by scope_id. Times are
-- microseconds since 1970 UTC, NULL is unknown.
--
--   SELECT entry_id, op, reason FROM pc_lifecycle_change WHERE scope_id = 's' AND memory_artifact_id = 'memory';
--
-- Refuses nothing by itself: V003 makes the append-only tables refuse UPDATE and DELETE.

CREATE TABLE IF NOT EXISTS pc_lifecycle_migration (
  version INT NOT NULL,
  name VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  PRIMARY KEY (version)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Configuration ---------------------------------------------------------------------------------------------------

CREATE TABLE IF NOT EXISTS pc_lifecycle_setting (
  name VARCHAR(64) NOT NULL,
  value VARCHAR(1024) NOT NULL,
  PRIMARY KEY (name)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

CREATE TABLE IF NOT EXISTS pc_lifecycle_message (
  name VARCHAR(64) NOT NULL,
  code VARCHAR(32) NOT NULL,
  text VARCHAR(256) NOT NULL,
  PRIMARY KEY (name)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

CREATE TABLE IF NOT EXISTS pc_lifecycle_level (
  dimension VARCHAR(64) NOT NULL,
  value INT NOT NULL,
  name VARCHAR(64) NOT NULL,
  PRIMARY KEY (dimension, value)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

CREATE TABLE IF NOT EXISTS pc_lifecycle_kind (
  kind VARBINARY(256) NOT NULL,
  base_importance INT NOT NULL,
  default_tier VARCHAR(16) NOT NULL,
  PRIMARY KEY (kind)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

CREATE TABLE IF NOT EXISTS pc_lifecycle_limit (
  name VARCHAR(64) NOT NULL,
  value BIGINT NOT NULL,
  PRIMARY KEY (name)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

CREATE TABLE IF NOT EXISTS pc_lifecycle_policy (
  policy_id VARCHAR(64) NOT NULL,
  body LONGTEXT NOT NULL,
  sha256 CHAR(64) NOT NULL,
  max_displacement INT NOT NULL,
  PRIMARY KEY (policy_id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- An append-only log of switches: a policy is enabled when its last row says so.
CREATE TABLE IF NOT EXISTS pc_lifecycle_ranking (
  scope_id VARBINARY(1024) NOT NULL,
  policy_id VARCHAR(64) NOT NULL,
  ordinal BIGINT NOT NULL,
  enabled INT NOT NULL,
  is_default INT NOT NULL,
  PRIMARY KEY (scope_id, ordinal),
  CONSTRAINT pc_lifecycle_ranking_flag CHECK (enabled IN (0, 1) AND is_default IN (0, 1))
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id) PARTITIONS 8;

-- In force is the greatest ordinal of exactly one (source_type, definition_version).
CREATE TABLE IF NOT EXISTS pc_lifecycle_source_declaration (
  source_type VARBINARY(512) NOT NULL,
  definition_version VARBINARY(512) NOT NULL,
  declaration_version VARBINARY(512) NOT NULL,
  authority INT NOT NULL,
  verification VARCHAR(16) NOT NULL,
  ordinal BIGINT NOT NULL,
  PRIMARY KEY (source_type, definition_version, declaration_version),
  CONSTRAINT pc_lifecycle_source_declaration_level
    CHECK (authority BETWEEN 0 AND 3 AND verification IN ('unknown', 'verified', 'not_verified')),
  UNIQUE KEY pc_lifecycle_source_declaration_force (source_type, definition_version, ordinal)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin;

-- Authority -------------------------------------------------------------------------------------------------------

-- native: revision is the head. Adapters: the last revision whose changes were copied. log_position is always ours.
CREATE TABLE IF NOT EXISTS pc_lifecycle_head (
  scope_id VARBINARY(1024) NOT NULL,
  memory_artifact_id VARBINARY(512) NOT NULL,
  revision BIGINT NOT NULL,
  log_position BIGINT NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id) PARTITIONS 8;

CREATE TABLE IF NOT EXISTS pc_lifecycle_entry (
  scope_id VARBINARY(1024) NOT NULL,
  memory_artifact_id VARBINARY(512) NOT NULL,
  entry_id VARBINARY(512) NOT NULL,
  entry_version_id VARBINARY(512) NOT NULL,
  version BIGINT NOT NULL,
  previous_version_id VARBINARY(512) NULL,
  kind VARBINARY(256) NOT NULL,
  text LONGTEXT NOT NULL,
  content_hash CHAR(64) NOT NULL,
  created_in_revision BIGINT NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id, entry_id, entry_version_id),
  UNIQUE KEY pc_lifecycle_entry_version (scope_id, memory_artifact_id, entry_id, version),
  KEY pc_lifecycle_entry_content (scope_id, memory_artifact_id, content_hash),
  KEY pc_lifecycle_entry_revision (scope_id, memory_artifact_id, created_in_revision)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id, memory_artifact_id) PARTITIONS 8;

CREATE TABLE IF NOT EXISTS pc_lifecycle_change (
  scope_id VARBINARY(1024) NOT NULL,
  memory_artifact_id VARBINARY(512) NOT NULL,
  revision BIGINT NOT NULL,
  ordinal BIGINT NOT NULL,
  op VARCHAR(16) NOT NULL,
  entry_id VARBINARY(512) NOT NULL,
  from_entry_version_id VARBINARY(512) NULL,
  to_entry_version_id VARBINARY(512) NULL,
  reason VARCHAR(1024) NULL,
  PRIMARY KEY (scope_id, memory_artifact_id, revision, ordinal),
  CONSTRAINT pc_lifecycle_change_op CHECK (op IN ('add', 'revise', 'deactivate', 'reactivate', 'compact')),
  KEY pc_lifecycle_change_entry (scope_id, memory_artifact_id, entry_id, revision)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id, memory_artifact_id) PARTITIONS 8;

CREATE TABLE IF NOT EXISTS pc_lifecycle_evidence (
  scope_id VARBINARY(1024) NOT NULL,
  memory_artifact_id VARBINARY(512) NOT NULL,
  entry_id VARBINARY(512) NOT NULL,
  entry_version_id VARBINARY(512) NOT NULL,
  ordinal BIGINT NOT NULL,
  evidence_type VARCHAR(16) NOT NULL,
  source_type VARBINARY(512) NULL,
  source_id VARBINARY(1024) NULL,
  definition_version VARBINARY(512) NULL,
  materialization VARBINARY(512) NULL,
  effective_at BIGINT NULL,
  artifact_family VARBINARY(512) NULL,
  artifact_id VARBINARY(512) NULL,
  artifact_revision BIGINT NULL,
  is_merge_input INT NOT NULL DEFAULT 0,
  is_increment INT NOT NULL DEFAULT 0,
  PRIMARY KEY (scope_id, memory_artifact_id, entry_id, entry_version_id, ordinal),
  CONSTRAINT pc_lifecycle_evidence_type
    CHECK (evidence_type IN ('source', 'artifact') AND is_merge_input IN (0, 1) AND is_increment IN (0, 1))
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id, memory_artifact_id) PARTITIONS 8;

-- Lifecycle records -----------------------------------------------------------------------------------------------

CREATE TABLE IF NOT EXISTS pc_lifecycle_snapshot (
  scope_id VARBINARY(1024) NOT NULL,
  memory_artifact_id VARBINARY(512) NOT NULL,
  entry_id VARBINARY(512) NOT NULL,
  entry_version_id VARBINARY(512) NOT NULL,
  source_type VARBINARY(512) NOT NULL,
  source_id VARBINARY(1024) NOT NULL,
  definition_version VARBINARY(512) NOT NULL,
  declaration_version VARBINARY(512) NOT NULL,
  authority INT NOT NULL,
  verification VARCHAR(16) NOT NULL,
  late INT NOT NULL,
  recorded_at BIGINT NOT NULL,
  snapshot_hash CHAR(64) NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id, entry_id, entry_version_id, source_type, source_id),
  CONSTRAINT pc_lifecycle_snapshot_level
    CHECK (authority BETWEEN 0 AND 3 AND verification IN ('unknown', 'verified', 'not_verified') AND late IN (0, 1))
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id, memory_artifact_id) PARTITIONS 8;

CREATE TABLE IF NOT EXISTS pc_lifecycle_observation (
  scope_id VARBINARY(1024) NOT NULL,
  memory_artifact_id VARBINARY(512) NOT NULL,
  revision BIGINT NOT NULL,
  entry_id VARBINARY(512) NOT NULL,
  entry_version_id VARBINARY(512) NOT NULL,
  event VARCHAR(16) NOT NULL,
  recorded_at BIGINT NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id, entry_id, entry_version_id, revision),
  CONSTRAINT pc_lifecycle_observation_event CHECK (event IN ('add', 'revise', 'deactivate', 'reactivate'))
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id, memory_artifact_id) PARTITIONS 8;

-- supersedes: subject = successor, object = predecessor. equal, similar and contradicts are symmetrical. evidence is a
-- canonical JSON array of the sources that were named for it.
CREATE TABLE IF NOT EXISTS pc_lifecycle_relation (
  scope_id VARBINARY(1024) NOT NULL,
  relation_id VARBINARY(512) NOT NULL,
  kind VARCHAR(16) NOT NULL,
  subject_memory_artifact_id VARBINARY(512) NOT NULL,
  subject_entry_id VARBINARY(512) NOT NULL,
  subject_entry_version_id VARBINARY(512) NOT NULL,
  object_memory_artifact_id VARBINARY(512) NOT NULL,
  object_entry_id VARBINARY(512) NOT NULL,
  object_entry_version_id VARBINARY(512) NOT NULL,
  rule_version VARCHAR(32) NOT NULL,
  evidence LONGTEXT NULL,
  recorded_at BIGINT NOT NULL,
  PRIMARY KEY (scope_id, relation_id),
  CONSTRAINT pc_lifecycle_relation_kind CHECK (kind IN ('equal', 'similar', 'contradicts', 'supersedes')),
  KEY pc_lifecycle_relation_subject (scope_id, subject_memory_artifact_id, subject_entry_id),
  KEY pc_lifecycle_relation_object (scope_id, object_memory_artifact_id, object_entry_id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id) PARTITIONS 8;

-- The status is that of the greatest ordinal; *_revision are the heads at which it takes effect.
CREATE TABLE IF NOT EXISTS pc_lifecycle_relation_event (
  scope_id VARBINARY(1024) NOT NULL,
  relation_id VARBINARY(512) NOT NULL,
  ordinal BIGINT NOT NULL,
  status VARCHAR(16) NOT NULL,
  subject_revision BIGINT NOT NULL,
  object_revision BIGINT NOT NULL,
  operation_id VARBINARY(512) NULL,
  recorded_at BIGINT NOT NULL,
  PRIMARY KEY (scope_id, relation_id, ordinal),
  CONSTRAINT pc_lifecycle_relation_event_status
    CHECK (status IN ('suggested', 'open', 'standing', 'dismissed', 'compensated'))
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id) PARTITIONS 8;

CREATE TABLE IF NOT EXISTS pc_lifecycle_operation (
  scope_id VARBINARY(1024) NOT NULL,
  operation_id VARBINARY(512) NOT NULL,
  kind VARCHAR(32) NOT NULL,
  body LONGTEXT NOT NULL,
  recorded_at BIGINT NOT NULL,
  PRIMARY KEY (scope_id, operation_id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id) PARTITIONS 8;

-- What people and automation say of an entry, in order; revision is the head at which it was said.
CREATE TABLE IF NOT EXISTS pc_lifecycle_mark (
  scope_id VARBINARY(1024) NOT NULL,
  memory_artifact_id VARBINARY(512) NOT NULL,
  entry_id VARBINARY(512) NOT NULL,
  ordinal BIGINT NOT NULL,
  revision BIGINT NOT NULL,
  mark VARCHAR(32) NOT NULL,
  value VARCHAR(512) NULL,
  actor VARCHAR(512) NOT NULL,
  actor_kind VARCHAR(16) NOT NULL,
  reason VARCHAR(1024) NULL,
  recorded_at BIGINT NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id, entry_id, ordinal),
  CONSTRAINT pc_lifecycle_mark_name CHECK (actor_kind IN ('user', 'automatic')
    AND mark IN ('tier', 'session', 'pinned', 'protected', 'user_retired', 'state_class', 'importance'))
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id, memory_artifact_id) PARTITIONS 8;

-- Which entries did a write touch that no manifest change of it names? position is the head's log_position after the write.
-- A refresh reads from where the projection stands.
CREATE TABLE IF NOT EXISTS pc_lifecycle_log (
  scope_id VARBINARY(1024) NOT NULL,
  memory_artifact_id VARBINARY(512) NOT NULL,
  position BIGINT NOT NULL,
  entry_id VARBINARY(512) NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id, position, entry_id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id, memory_artifact_id) PARTITIONS 8;

-- Derived: rebuilt from the above, never edited by hand -----------------------------------------------------------

-- A Memory has its rows in one slot, live when the header names it; a rebuild fills the other and then switches. leaf and
-- row_hash are the row's place and share in the digest.
CREATE TABLE IF NOT EXISTS pc_lifecycle_projection (
  scope_id VARBINARY(1024) NOT NULL,
  memory_artifact_id VARBINARY(512) NOT NULL,
  entry_id VARBINARY(512) NOT NULL,
  entry_version_id VARBINARY(512) NOT NULL,
  importance INT NOT NULL,
  importance_source VARCHAR(16) NOT NULL,
  evidence_strength INT NOT NULL,
  authority_min INT NOT NULL,
  authority_max INT NOT NULL,
  verification VARCHAR(16) NOT NULL,
  equal_count INT NOT NULL,
  similar_count INT NOT NULL,
  contradicts_count INT NOT NULL,
  supersedes_count INT NOT NULL,
  validity VARCHAR(24) NOT NULL,
  validity_reason VARCHAR(1024) NULL,
  successor_entry_id VARBINARY(512) NULL,
  successor_entry_version_id VARBINARY(512) NULL,
  recorded_at BIGINT NULL,
  effective_at BIGINT NULL,
  time_known INT NOT NULL,
  tier VARCHAR(16) NOT NULL,
  session_id VARBINARY(512) NULL,
  pinned INT NOT NULL,
  protected INT NOT NULL,
  user_retired INT NOT NULL,
  state_class VARCHAR(32) NULL,
  interval_no BIGINT NOT NULL,
  interval_started_at BIGINT NULL,
  automatic_action_reason VARCHAR(1024) NULL,
  source_count INT NOT NULL,
  artifact_count INT NOT NULL,
  rule_version VARCHAR(32) NOT NULL,
  -- 0; of the newest version of an active entry 1 where it is ready for ranking, 2 where not. No part of the digest.
  readiness INT NOT NULL,
  leaf INT NOT NULL,
  row_hash CHAR(64) NOT NULL,
  slot INT NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id, entry_id, entry_version_id, slot),
  KEY pc_lifecycle_projection_leaf (scope_id, memory_artifact_id, slot, leaf)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id, memory_artifact_id) PARTITIONS 8;

CREATE TABLE IF NOT EXISTS pc_lifecycle_projection_header (
  scope_id VARBINARY(1024) NOT NULL,
  memory_artifact_id VARBINARY(512) NOT NULL,
  authority_revision BIGINT NOT NULL,
  authority_generation BIGINT NOT NULL,
  log_position BIGINT NOT NULL,
  active_entries BIGINT NOT NULL,
  unready_entries BIGINT NOT NULL,
  -- How many tie rows name another Memory: with none, a point read need not look at them.
  foreign_ties BIGINT NOT NULL DEFAULT 0,
  digest CHAR(64) NULL,
  slot INT NOT NULL,
  rule_version VARCHAR(32) NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id) PARTITIONS 8;

-- Every Memory whose state a projection used, itself included; fresh when each still is where it was.
CREATE TABLE IF NOT EXISTS pc_lifecycle_projection_tie (
  scope_id VARBINARY(1024) NOT NULL,
  memory_artifact_id VARBINARY(512) NOT NULL,
  tied_memory_artifact_id VARBINARY(512) NOT NULL,
  authority_revision BIGINT NOT NULL,
  authority_generation BIGINT NOT NULL,
  log_position BIGINT NOT NULL,
  slot INT NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id, slot, tied_memory_artifact_id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id) PARTITIONS 8;

CREATE TABLE IF NOT EXISTS pc_lifecycle_digest_node (
  scope_id VARBINARY(1024) NOT NULL,
  memory_artifact_id VARBINARY(512) NOT NULL,
  path VARCHAR(8) NOT NULL,
  hash CHAR(64) NOT NULL,
  slot INT NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id, slot, path)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id, memory_artifact_id) PARTITIONS 8;

-- A rebuild under way: the slot it fills, where the Memory stood when it began, and the first entry that is still to be
-- derived, NULL when none is. It is taken up again while the Memory and the ties of that slot stand where they stood.
CREATE TABLE IF NOT EXISTS pc_lifecycle_projection_build (
  scope_id VARBINARY(1024) NOT NULL,
  memory_artifact_id VARBINARY(512) NOT NULL,
  slot INT NOT NULL,
  authority_revision BIGINT NOT NULL,
  authority_generation BIGINT NOT NULL,
  log_position BIGINT NOT NULL,
  next_entry VARBINARY(512) NULL,
  row_count BIGINT NOT NULL,
  active_entries BIGINT NOT NULL,
  unready_entries BIGINT NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id) PARTITIONS 8;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (1, 'tables');
