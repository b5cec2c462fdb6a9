-- What keeps a record from being changed? Triggers: UPDATE and DELETE are refused, and so is an INSERT whose key is taken,
-- because INSERT OR REPLACE deletes the old row without a DELETE trigger (unless recursive_triggers is on).
--
--   UPDATE pc_lifecycle_entry SET text = 'x';   -- pc: bad_input: pc_lifecycle_entry is append-only; write a new row instead
--
-- The text is that of `immutable_row` in sql/data/messages.json, rendered; a test holds the two together. None of these
-- tables has a rowid, so no row can be replaced by its number either.

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_entry_update BEFORE UPDATE ON pc_lifecycle_entry BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_entry is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_entry_delete BEFORE DELETE ON pc_lifecycle_entry BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_entry is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_entry_insert BEFORE INSERT ON pc_lifecycle_entry
WHEN EXISTS (SELECT 1 FROM pc_lifecycle_entry
    WHERE scope_id = NEW.scope_id AND memory_artifact_id = NEW.memory_artifact_id AND entry_id = NEW.entry_id
      AND entry_version_id = NEW.entry_version_id)
  OR EXISTS (SELECT 1 FROM pc_lifecycle_entry
    WHERE scope_id = NEW.scope_id AND memory_artifact_id = NEW.memory_artifact_id AND entry_id = NEW.entry_id
      AND version = NEW.version)
BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_entry is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_change_update BEFORE UPDATE ON pc_lifecycle_change BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_change is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_change_delete BEFORE DELETE ON pc_lifecycle_change BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_change is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_change_insert BEFORE INSERT ON pc_lifecycle_change
WHEN EXISTS (SELECT 1 FROM pc_lifecycle_change
    WHERE scope_id = NEW.scope_id AND memory_artifact_id = NEW.memory_artifact_id AND revision = NEW.revision
      AND ordinal = NEW.ordinal)
BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_change is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_evidence_update BEFORE UPDATE ON pc_lifecycle_evidence BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_evidence is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_evidence_delete BEFORE DELETE ON pc_lifecycle_evidence BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_evidence is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_evidence_insert BEFORE INSERT ON pc_lifecycle_evidence
WHEN EXISTS (SELECT 1 FROM pc_lifecycle_evidence
    WHERE scope_id = NEW.scope_id AND memory_artifact_id = NEW.memory_artifact_id AND entry_id = NEW.entry_id
      AND entry_version_id = NEW.entry_version_id AND ordinal = NEW.ordinal)
BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_evidence is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_source_declaration_update BEFORE UPDATE ON pc_lifecycle_source_declaration BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_source_decl... is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_source_declaration_delete BEFORE DELETE ON pc_lifecycle_source_declaration BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_source_decl... is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_source_declaration_insert BEFORE INSERT ON pc_lifecycle_source_declaration
WHEN EXISTS (SELECT 1 FROM pc_lifecycle_source_declaration
    WHERE source_type = NEW.source_type AND definition_version = NEW.definition_version
      AND declaration_version = NEW.declaration_version)
  OR EXISTS (SELECT 1 FROM pc_lifecycle_source_declaration
    WHERE source_type = NEW.source_type AND definition_version = NEW.definition_version AND ordinal = NEW.ordinal)
BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_source_decl... is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_snapshot_update BEFORE UPDATE ON pc_lifecycle_snapshot BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_snapshot is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_snapshot_delete BEFORE DELETE ON pc_lifecycle_snapshot BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_snapshot is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_snapshot_insert BEFORE INSERT ON pc_lifecycle_snapshot
WHEN EXISTS (SELECT 1 FROM pc_lifecycle_snapshot
    WHERE scope_id = NEW.scope_id AND memory_artifact_id = NEW.memory_artifact_id AND entry_id = NEW.entry_id
      AND entry_version_id = NEW.entry_version_id AND source_type = NEW.source_type AND source_id = NEW.source_id)
BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_snapshot is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_observation_update BEFORE UPDATE ON pc_lifecycle_observation BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_observation is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_observation_delete BEFORE DELETE ON pc_lifecycle_observation BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_observation is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_observation_insert BEFORE INSERT ON pc_lifecycle_observation
WHEN EXISTS (SELECT 1 FROM pc_lifecycle_observation
    WHERE scope_id = NEW.scope_id AND memory_artifact_id = NEW.memory_artifact_id AND entry_id = NEW.entry_id
      AND entry_version_id = NEW.entry_version_id AND revision = NEW.revision)
BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_observation is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_relation_update BEFORE UPDATE ON pc_lifecycle_relation BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_relation is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_relation_delete BEFORE DELETE ON pc_lifecycle_relation BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_relation is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_relation_insert BEFORE INSERT ON pc_lifecycle_relation
WHEN EXISTS (SELECT 1 FROM pc_lifecycle_relation
    WHERE scope_id = NEW.scope_id AND relation_id = NEW.relation_id)
BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_relation is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_relation_event_update BEFORE UPDATE ON pc_lifecycle_relation_event BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_relation_ev... is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_relation_event_delete BEFORE DELETE ON pc_lifecycle_relation_event BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_relation_ev... is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_relation_event_insert BEFORE INSERT ON pc_lifecycle_relation_event
WHEN EXISTS (SELECT 1 FROM pc_lifecycle_relation_event
    WHERE scope_id = NEW.scope_id AND relation_id = NEW.relation_id AND ordinal = NEW.ordinal)
BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_relation_ev... is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_operation_update BEFORE UPDATE ON pc_lifecycle_operation BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_operation is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_operation_delete BEFORE DELETE ON pc_lifecycle_operation BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_operation is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_operation_insert BEFORE INSERT ON pc_lifecycle_operation
WHEN EXISTS (SELECT 1 FROM pc_lifecycle_operation
    WHERE scope_id = NEW.scope_id AND operation_id = NEW.operation_id)
BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_operation is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_mark_update BEFORE UPDATE ON pc_lifecycle_mark BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_mark is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_mark_delete BEFORE DELETE ON pc_lifecycle_mark BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_mark is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_mark_insert BEFORE INSERT ON pc_lifecycle_mark
WHEN EXISTS (SELECT 1 FROM pc_lifecycle_mark
    WHERE scope_id = NEW.scope_id AND memory_artifact_id = NEW.memory_artifact_id AND entry_id = NEW.entry_id
      AND ordinal = NEW.ordinal)
BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_mark is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_log_update BEFORE UPDATE ON pc_lifecycle_log BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_log is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_log_delete BEFORE DELETE ON pc_lifecycle_log BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_log is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_log_insert BEFORE INSERT ON pc_lifecycle_log
WHEN EXISTS (SELECT 1 FROM pc_lifecycle_log
    WHERE scope_id = NEW.scope_id AND memory_artifact_id = NEW.memory_artifact_id AND position = NEW.position
      AND entry_id = NEW.entry_id)
BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_log is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_policy_update BEFORE UPDATE ON pc_lifecycle_policy BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_policy is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_policy_delete BEFORE DELETE ON pc_lifecycle_policy BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_policy is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_policy_insert BEFORE INSERT ON pc_lifecycle_policy
WHEN EXISTS (SELECT 1 FROM pc_lifecycle_policy
    WHERE policy_id = NEW.policy_id)
BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_policy is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_ranking_update BEFORE UPDATE ON pc_lifecycle_ranking BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_ranking is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_ranking_delete BEFORE DELETE ON pc_lifecycle_ranking BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_ranking is append-only; write a new row instead');
END;

CREATE TRIGGER IF NOT EXISTS main.pc_lifecycle_ranking_insert BEFORE INSERT ON pc_lifecycle_ranking
WHEN EXISTS (SELECT 1 FROM pc_lifecycle_ranking
    WHERE scope_id = NEW.scope_id AND ordinal = NEW.ordinal)
BEGIN
  SELECT RAISE(ABORT, 'pc: bad_input: pc_lifecycle_ranking is append-only; write a new row instead');
END;
