-- What did a Memory hold as of one of its revisions? The columns of pc_validity for every version made at or before it, in
-- identity order.
--
--   CALL pc_validity_as_of('s', 'memory', 5);
--   CALL pc_validity_as_of('s', 'memory', NULL);       now, derived live; `stale` says whether the projection is
--
-- Versions created at or before it, relations by their last event at or before it, other Memories, marks and quality as of
-- now: it reproduces validity, not yesterday's index. Refuses a revision outside 1 to the head (view_revision); for
-- PowerContext 1.4, which keeps no past state, any but the head (no_past_state); a Memory that authority does not know
-- (memory_unknown).

DROP PROCEDURE IF EXISTS pc_validity_as_of;

DELIMITER //
CREATE PROCEDURE pc_validity_as_of(p_scope MEDIUMBLOB, p_memory MEDIUMBLOB, p_revision MEDIUMBLOB)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_adapter VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_revision, v_head BIGINT;
  DECLARE v_stale INT;
  DECLARE EXIT HANDLER FOR SQLEXCEPTION
  BEGIN
    SET @pc_as_of_scope = NULL, @pc_as_of_memory = NULL, @pc_as_of_revision = NULL;
    RESIGNAL;
  END;
  CALL pc_check_text('scope', p_scope, 'scope_id_chars');
  CALL pc_check_text('memory', p_memory, 'artifact_id_chars');
  IF p_revision IS NOT NULL THEN
    CALL pc_check_integer('as_of_revision', p_revision, v_revision);
  END IF;
  CALL pc_require_store(v_adapter);
  SET v_head = pc_head_revision(p_scope, p_memory);
  IF v_head IS NULL THEN
    CALL pc_refuse('memory_unknown', p_memory, NULL);
  END IF;
  IF v_revision NOT BETWEEN 1 AND v_head THEN
    CALL pc_refuse('view_revision', v_revision, v_head);
  END IF;
  IF v_revision <> v_head AND v_adapter = 'powercontext-1.4' THEN
    CALL pc_refuse('no_past_state', v_head, NULL);
  END IF;
  SET @pc_as_of_scope = p_scope, @pc_as_of_memory = p_memory, @pc_as_of_revision = v_revision;
  SET v_stale = v_revision IS NULL AND NOT EXISTS (
    SELECT 1 FROM pc_memory_fresh f WHERE f.scope_id = p_scope AND f.memory_artifact_id = p_memory);
  CALL pc_ask(p_scope, p_memory, NULL, NULL);
  SELECT CONVERT(p_scope USING utf8mb4) AS scope_id, CONVERT(p_memory USING utf8mb4) AS memory_artifact_id,
    CONVERT(d.entry_id USING utf8mb4) AS entry_id, CONVERT(d.entry_version_id USING utf8mb4) AS entry_version_id,
    d.validity, CASE WHEN d.validity IN ('current', 'unresolved_conflict') THEN 1 ELSE 0 END AS eligible,
    CASE d.validity WHEN 'current' THEN 'current' WHEN 'unresolved_conflict' THEN 'unresolved' ELSE 'historical' END AS label,
    d.validity_reason AS reason, CONVERT(d.successor_entry_id USING utf8mb4) AS successor_entry_id,
    CONVERT(d.successor_entry_version_id USING utf8mb4) AS successor_entry_version_id, d.recorded_at, d.effective_at,
    d.time_known, d.importance, d.evidence_strength, d.authority_min AS authority, d.verification, d.tier, v_stale AS stale
  FROM pc_derivation d
  ORDER BY d.entry_id, d.entry_version_id;
  SET @pc_as_of_scope = NULL, @pc_as_of_memory = NULL, @pc_as_of_revision = NULL;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (69, 'pc_validity_as_of');
