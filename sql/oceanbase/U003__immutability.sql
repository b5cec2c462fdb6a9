-- Undoes V003: the append-only tables can be changed again. Their rows stay.

DROP TRIGGER IF EXISTS pc_lifecycle_entry_update;
DROP TRIGGER IF EXISTS pc_lifecycle_entry_delete;
DROP TRIGGER IF EXISTS pc_lifecycle_change_update;
DROP TRIGGER IF EXISTS pc_lifecycle_change_delete;
DROP TRIGGER IF EXISTS pc_lifecycle_evidence_update;
DROP TRIGGER IF EXISTS pc_lifecycle_evidence_delete;
DROP TRIGGER IF EXISTS pc_lifecycle_source_declaration_update;
DROP TRIGGER IF EXISTS pc_lifecycle_source_declaration_delete;
DROP TRIGGER IF EXISTS pc_lifecycle_snapshot_update;
DROP TRIGGER IF EXISTS pc_lifecycle_snapshot_delete;
DROP TRIGGER IF EXISTS pc_lifecycle_observation_update;
DROP TRIGGER IF EXISTS pc_lifecycle_observation_delete;
DROP TRIGGER IF EXISTS pc_lifecycle_relation_update;
DROP TRIGGER IF EXISTS pc_lifecycle_relation_delete;
DROP TRIGGER IF EXISTS pc_lifecycle_relation_event_update;
DROP TRIGGER IF EXISTS pc_lifecycle_relation_event_delete;
DROP TRIGGER IF EXISTS pc_lifecycle_operation_update;
DROP TRIGGER IF EXISTS pc_lifecycle_operation_delete;
DROP TRIGGER IF EXISTS pc_lifecycle_mark_update;
DROP TRIGGER IF EXISTS pc_lifecycle_mark_delete;
DROP TRIGGER IF EXISTS pc_lifecycle_log_update;
DROP TRIGGER IF EXISTS pc_lifecycle_log_delete;
DROP TRIGGER IF EXISTS pc_lifecycle_policy_update;
DROP TRIGGER IF EXISTS pc_lifecycle_policy_delete;
DROP TRIGGER IF EXISTS pc_lifecycle_ranking_update;
DROP TRIGGER IF EXISTS pc_lifecycle_ranking_delete;
DELETE FROM pc_lifecycle_migration WHERE version = 3;
