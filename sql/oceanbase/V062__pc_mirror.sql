-- How does what a PowerContext keeps as JSON become rows? Each revision's changes, and the references of the versions made in
-- it, are copied once; pc_lifecycle_head.revision remembers up to where.
--
--   CALL pc_mirror('s', 'memory');
--
-- Native authority has nothing to copy, and a copied row is never written again. At most 200 revisions are parsed at a time.
-- No transaction of its own: pc_rebuild and pc_observe have one. Refuses what pc_tail refuses.

DROP PROCEDURE IF EXISTS pc_mirror;

DELIMITER //
CREATE PROCEDURE pc_mirror(p_scope VARBINARY(1024), p_memory VARBINARY(512))
SQL SECURITY INVOKER
BEGIN
  DECLARE v_head BIGINT;
  DECLARE v_from BIGINT;
  DECLARE v_to BIGINT;
  CALL pc_ask(p_scope, p_memory, NULL, NULL);
  SET v_head = pc_head_revision(p_scope, p_memory), v_from = @pc_asked_mirrored;
  WHILE v_from < v_head DO
    SET v_to = LEAST(v_head, v_from + 200);
    SET @pc_asked_tail = pc_tail(p_scope, p_memory, v_from, v_to), @pc_asked_tail_of = X'00';
    SET @pc_asked_mirrored = v_from, @pc_asked_revision = v_to;
    INSERT IGNORE INTO pc_lifecycle_change (scope_id, memory_artifact_id, revision, ordinal, op, entry_id,
        from_entry_version_id, to_entry_version_id, reason)
      SELECT p_scope, p_memory, c.revision, c.ordinal, c.op, c.entry_id, c.from_entry_version_id, c.to_entry_version_id,
        c.reason
      FROM pc_asked_change c WHERE c.revision > v_from;
    INSERT IGNORE INTO pc_lifecycle_evidence (scope_id, memory_artifact_id, entry_id, entry_version_id, ordinal,
        evidence_type, source_type, source_id, definition_version, materialization, artifact_family, artifact_id,
        artifact_revision, is_merge_input, is_increment)
      SELECT p_scope, p_memory, e.entry_id, e.entry_version_id, e.ordinal, e.evidence_type, e.source_type, e.source_id,
        e.definition_version, e.materialization, e.artifact_family, e.artifact_id, e.artifact_revision,
        e.is_merge_input, 0
      FROM pc_asked_tail_evidence e;
    INSERT INTO pc_lifecycle_head (scope_id, memory_artifact_id, revision, log_position)
      VALUES (p_scope, p_memory, v_to, 0)
      ON DUPLICATE KEY UPDATE revision = GREATEST(revision, v_to);
    SET v_from = v_to;
  END WHILE;
  SET @pc_asked_tail = NULL, @pc_asked_tail_of = NULL, @pc_asked_mirrored = v_head, @pc_asked_revision = v_head;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (62, 'pc_mirror');
