-- Which tables does the lifecycle store have on OceanBase? Everything the routines read and write, in three parts:
-- authority (native adapter, mirrored changes of others), lifecycle records, and what is derived or configured.
--
-- Identities are VARBINARY: utf8mb4_bin pads ('a' = 'a '), bytes do not. Four bytes a character, so 256 characters
-- are VARBINARY(1024). Tables of one Memory are partitioned by (scope_id, memory_artifact_id), those of a scope by
-- scope_id, so that a point read touches one partition. Times are microseconds since 1970 UTC, NULL is unknown.
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
  PRIMARY KEY (scope_id, ordinal)
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
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id, memory_artifact_id) PARTITIONS 8;

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
  PRIMARY KEY (scope_id, memory_artifact_id, entry_id, entry_version_id, ordinal)
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
  PRIMARY KEY (scope_id, memory_artifact_id, entry_id, entry_version_id, source_type, source_id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id, memory_artifact_id) PARTITIONS 8;

CREATE TABLE IF NOT EXISTS pc_lifecycle_observation (
  scope_id VARBINARY(1024) NOT NULL,
  memory_artifact_id VARBINARY(512) NOT NULL,
  revision BIGINT NOT NULL,
  entry_id VARBINARY(512) NOT NULL,
  entry_version_id VARBINARY(512) NOT NULL,
  event VARCHAR(16) NOT NULL,
  recorded_at BIGINT NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id, entry_id, entry_version_id, revision)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id, memory_artifact_id) PARTITIONS 8;

-- supersedes: subject = successor, object = predecessor. equal, similar and contradicts are symmetrical.
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
  recorded_at BIGINT NOT NULL,
  PRIMARY KEY (scope_id, relation_id),
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
  PRIMARY KEY (scope_id, relation_id, ordinal)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id) PARTITIONS 8;

CREATE TABLE IF NOT EXISTS pc_lifecycle_operation (
  scope_id VARBINARY(1024) NOT NULL,
  operation_id VARBINARY(512) NOT NULL,
  kind VARCHAR(32) NOT NULL,
  body LONGTEXT NOT NULL,
  recorded_at BIGINT NOT NULL,
  PRIMARY KEY (scope_id, operation_id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id) PARTITIONS 8;

CREATE TABLE IF NOT EXISTS pc_lifecycle_mark (
  scope_id VARBINARY(1024) NOT NULL,
  memory_artifact_id VARBINARY(512) NOT NULL,
  entry_id VARBINARY(512) NOT NULL,
  ordinal BIGINT NOT NULL,
  mark VARCHAR(32) NOT NULL,
  value VARCHAR(512) NULL,
  actor VARCHAR(512) NULL,
  actor_kind VARCHAR(16) NOT NULL,
  reason VARCHAR(1024) NULL,
  recorded_at BIGINT NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id, entry_id, ordinal)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id, memory_artifact_id) PARTITIONS 8;

-- Derived: rebuilt from the above, never edited by hand -----------------------------------------------------------

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
  PRIMARY KEY (scope_id, memory_artifact_id, entry_id, entry_version_id)
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
  rule_version VARCHAR(32) NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id, memory_artifact_id) PARTITIONS 8;

-- Every Memory whose state a projection used, itself included; fresh when each still is where it was.
CREATE TABLE IF NOT EXISTS pc_lifecycle_projection_tie (
  scope_id VARBINARY(1024) NOT NULL,
  memory_artifact_id VARBINARY(512) NOT NULL,
  tied_memory_artifact_id VARBINARY(512) NOT NULL,
  authority_revision BIGINT NOT NULL,
  authority_generation BIGINT NOT NULL,
  log_position BIGINT NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id, tied_memory_artifact_id)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id, memory_artifact_id) PARTITIONS 8;

CREATE TABLE IF NOT EXISTS pc_lifecycle_digest_node (
  scope_id VARBINARY(1024) NOT NULL,
  memory_artifact_id VARBINARY(512) NOT NULL,
  path VARCHAR(8) NOT NULL,
  hash CHAR(64) NOT NULL,
  PRIMARY KEY (scope_id, memory_artifact_id, path)
) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin PARTITION BY KEY (scope_id, memory_artifact_id) PARTITIONS 8;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (1, 'tables');
