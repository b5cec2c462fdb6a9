-- Who keeps the records immutable? Triggers: an UPDATE or a DELETE of an append-only table is refused, and so is what
-- does one of them in passing (REPLACE, INSERT … ON DUPLICATE KEY UPDATE).
--
--   DELETE FROM pc_lifecycle_entry;
--   ERROR 1644 (45000): pc: bad_input: pc_lifecycle_entry is append-only; write a new row instead
--
-- TRUNCATE and DROP pass by triggers: keep them from the application by grants.

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

DELIMITER //
CREATE TRIGGER pc_lifecycle_entry_update BEFORE UPDATE ON pc_lifecycle_entry FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_entry', NULL)
//
CREATE TRIGGER pc_lifecycle_entry_delete BEFORE DELETE ON pc_lifecycle_entry FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_entry', NULL)
//
CREATE TRIGGER pc_lifecycle_change_update BEFORE UPDATE ON pc_lifecycle_change FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_change', NULL)
//
CREATE TRIGGER pc_lifecycle_change_delete BEFORE DELETE ON pc_lifecycle_change FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_change', NULL)
//
CREATE TRIGGER pc_lifecycle_evidence_update BEFORE UPDATE ON pc_lifecycle_evidence FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_evidence', NULL)
//
CREATE TRIGGER pc_lifecycle_evidence_delete BEFORE DELETE ON pc_lifecycle_evidence FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_evidence', NULL)
//
CREATE TRIGGER pc_lifecycle_source_declaration_update BEFORE UPDATE ON pc_lifecycle_source_declaration FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_source_declaration', NULL)
//
CREATE TRIGGER pc_lifecycle_source_declaration_delete BEFORE DELETE ON pc_lifecycle_source_declaration FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_source_declaration', NULL)
//
CREATE TRIGGER pc_lifecycle_snapshot_update BEFORE UPDATE ON pc_lifecycle_snapshot FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_snapshot', NULL)
//
CREATE TRIGGER pc_lifecycle_snapshot_delete BEFORE DELETE ON pc_lifecycle_snapshot FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_snapshot', NULL)
//
CREATE TRIGGER pc_lifecycle_observation_update BEFORE UPDATE ON pc_lifecycle_observation FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_observation', NULL)
//
CREATE TRIGGER pc_lifecycle_observation_delete BEFORE DELETE ON pc_lifecycle_observation FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_observation', NULL)
//
CREATE TRIGGER pc_lifecycle_relation_update BEFORE UPDATE ON pc_lifecycle_relation FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_relation', NULL)
//
CREATE TRIGGER pc_lifecycle_relation_delete BEFORE DELETE ON pc_lifecycle_relation FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_relation', NULL)
//
CREATE TRIGGER pc_lifecycle_relation_event_update BEFORE UPDATE ON pc_lifecycle_relation_event FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_relation_event', NULL)
//
CREATE TRIGGER pc_lifecycle_relation_event_delete BEFORE DELETE ON pc_lifecycle_relation_event FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_relation_event', NULL)
//
CREATE TRIGGER pc_lifecycle_operation_update BEFORE UPDATE ON pc_lifecycle_operation FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_operation', NULL)
//
CREATE TRIGGER pc_lifecycle_operation_delete BEFORE DELETE ON pc_lifecycle_operation FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_operation', NULL)
//
CREATE TRIGGER pc_lifecycle_mark_update BEFORE UPDATE ON pc_lifecycle_mark FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_mark', NULL)
//
CREATE TRIGGER pc_lifecycle_mark_delete BEFORE DELETE ON pc_lifecycle_mark FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_mark', NULL)
//
CREATE TRIGGER pc_lifecycle_log_update BEFORE UPDATE ON pc_lifecycle_log FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_log', NULL)
//
CREATE TRIGGER pc_lifecycle_log_delete BEFORE DELETE ON pc_lifecycle_log FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_log', NULL)
//
CREATE TRIGGER pc_lifecycle_policy_update BEFORE UPDATE ON pc_lifecycle_policy FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_policy', NULL)
//
CREATE TRIGGER pc_lifecycle_policy_delete BEFORE DELETE ON pc_lifecycle_policy FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_policy', NULL)
//
CREATE TRIGGER pc_lifecycle_ranking_update BEFORE UPDATE ON pc_lifecycle_ranking FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_ranking', NULL)
//
CREATE TRIGGER pc_lifecycle_ranking_delete BEFORE DELETE ON pc_lifecycle_ranking FOR EACH ROW
CALL pc_refuse('immutable_row', 'pc_lifecycle_ranking', NULL)
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (3, 'immutability');
