-- What does authority say about one entry, anywhere in a scope: active, inactive, compacted, and in PowerContext 1.4
-- forgotten, merged or retired? NULL when it does not know the entry.
--
--   SELECT pc_entry_state('s', 'memory', 'ent_1'), pc_entry_newest('s', 'memory', 'ent_1');
--
-- For the other side of a relation, whose Memory is not the one asked about. A revise keeps the state it finds, so the
-- last of the other changes decides. Counts up to pc_bound_revision; reads what was not copied from the authority.
-- pc_entry_newest() is the newest version's id.

DROP FUNCTION IF EXISTS pc_entry_newest;

DELIMITER //
CREATE FUNCTION pc_entry_newest(p_scope VARBINARY(1024), p_memory VARBINARY(512), p_entry VARBINARY(512))
RETURNS VARBINARY(512)
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_scope USING utf8mb4);
  DECLARE v_memory VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_memory USING utf8mb4);
  DECLARE v_entry VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_entry USING utf8mb4);
  DECLARE v_bound BIGINT;
  SET v_bound = pc_bound_revision(p_scope, p_memory);
  RETURN (SELECT CAST(e.entry_version_id AS BINARY) FROM pc_authority_entry e
    WHERE e.scope_id = v_scope AND CAST(e.scope_id AS BINARY) = p_scope
      AND e.memory_artifact_id = v_memory AND e.entry_id = v_entry
      AND CAST(e.memory_artifact_id AS BINARY) = p_memory AND CAST(e.entry_id AS BINARY) = p_entry
      AND e.created_in_revision <= v_bound
    ORDER BY e.version DESC LIMIT 1);
END
//
DELIMITER ;

DROP FUNCTION IF EXISTS pc_entry_state;

DELIMITER //
CREATE FUNCTION pc_entry_state(p_scope VARBINARY(1024), p_memory VARBINARY(512), p_entry VARBINARY(512))
RETURNS VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_scope USING utf8mb4);
  DECLARE v_memory VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_memory USING utf8mb4);
  DECLARE v_bound BIGINT;
  DECLARE v_mirrored BIGINT;
  DECLARE v_tail LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_op VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  IF pc_entry_newest(p_scope, p_memory, p_entry) IS NULL THEN
    RETURN NULL;
  END IF;
  SET v_op = (SELECT CASE WHEN s.lifecycle_state NOT IN ('active', 'deprecated', 'retired') THEN ''
      WHEN s.merged_into_id IS NOT NULL THEN 'merged' WHEN s.lifecycle_state = 'deprecated' THEN 'forgotten'
      ELSE s.lifecycle_state END
    FROM pc_authority_state s WHERE s.scope_id = v_scope AND CAST(s.scope_id AS BINARY) = p_scope
      AND s.memory_artifact_id = v_memory);
  IF v_op = '' THEN
    CALL pc_refuse('authority_unreadable', p_memory, NULL);
  END IF;
  IF v_op IS NOT NULL THEN
    RETURN v_op;
  END IF;
  SET v_bound = pc_bound_revision(p_scope, p_memory);
  SET v_mirrored = (SELECT h.mirrored_revision FROM pc_authority_head h
    WHERE h.scope_id = v_scope AND CAST(h.scope_id AS BINARY) = p_scope AND h.memory_artifact_id = v_memory);
  IF v_bound > v_mirrored THEN
    SET v_tail = pc_tail(p_scope, p_memory, v_mirrored, v_bound);
  END IF;
  SET v_op = (SELECT c.op FROM (
      SELECT m.op, m.revision, m.ordinal FROM pc_lifecycle_change m
      WHERE m.scope_id = p_scope AND m.memory_artifact_id = p_memory AND m.entry_id = p_entry
        AND m.revision <= LEAST(v_bound, v_mirrored)
      UNION ALL
      SELECT t.op, t.revision, t.ordinal FROM JSON_TABLE(v_tail, '$.changes[*]' COLUMNS (
        revision BIGINT PATH '$.r',
        NESTED PATH '$.c[*]' COLUMNS (
          ordinal FOR ORDINALITY,
          op VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PATH '$.op',
          entry_id VARBINARY(512) PATH '$.entry_id'))) t
      WHERE t.entry_id = p_entry) c
    WHERE c.op <> 'revise' ORDER BY c.revision DESC, c.ordinal DESC LIMIT 1);
  RETURN (CASE COALESCE(v_op, 'compact') WHEN 'deactivate' THEN 'inactive' WHEN 'compact' THEN 'compacted'
    ELSE 'active' END);
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (43, 'pc_entry_state');
