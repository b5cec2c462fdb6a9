-- Undoes V001: drops every table of the lifecycle store, and with it every record. Authority of another product is untouched.
-- The version table goes too, so there is no row left to delete.

DROP TABLE IF EXISTS pc_lifecycle_projection_build;
DROP TABLE IF EXISTS pc_lifecycle_digest_node;
DROP TABLE IF EXISTS pc_lifecycle_projection_tie;
DROP TABLE IF EXISTS pc_lifecycle_projection_header;
DROP TABLE IF EXISTS pc_lifecycle_projection;
DROP TABLE IF EXISTS pc_lifecycle_log;
DROP TABLE IF EXISTS pc_lifecycle_mark;
DROP TABLE IF EXISTS pc_lifecycle_operation;
DROP TABLE IF EXISTS pc_lifecycle_relation_event;
DROP TABLE IF EXISTS pc_lifecycle_relation;
DROP TABLE IF EXISTS pc_lifecycle_observation;
DROP TABLE IF EXISTS pc_lifecycle_snapshot;
DROP TABLE IF EXISTS pc_lifecycle_evidence;
DROP TABLE IF EXISTS pc_lifecycle_change;
DROP TABLE IF EXISTS pc_lifecycle_entry;
DROP TABLE IF EXISTS pc_lifecycle_head;
DROP TABLE IF EXISTS pc_lifecycle_source_declaration;
DROP TABLE IF EXISTS pc_lifecycle_ranking;
DROP TABLE IF EXISTS pc_lifecycle_policy;
DROP TABLE IF EXISTS pc_lifecycle_limit;
DROP TABLE IF EXISTS pc_lifecycle_kind;
DROP TABLE IF EXISTS pc_lifecycle_level;
DROP TABLE IF EXISTS pc_lifecycle_message;
DROP TABLE IF EXISTS pc_lifecycle_setting;
DROP TABLE IF EXISTS pc_lifecycle_migration;
