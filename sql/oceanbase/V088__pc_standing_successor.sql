-- Which entry has taken this one's place? The subject of the standing supersession that has it as predecessor; all three are
-- NULL where there is none.
--
--   CALL pc_standing_successor('s', 'memory', 'ent_old', v_relation, v_memory, v_entry);
--
-- Refuses nothing. One hop: a chain is followed by calling again.

DROP PROCEDURE IF EXISTS pc_standing_successor;

DELIMITER //
CREATE PROCEDURE pc_standing_successor(
  p_scope VARBINARY(1024),
  p_memory VARBINARY(512),
  p_entry VARBINARY(512),
  OUT p_relation VARBINARY(512),
  OUT p_successor_memory VARBINARY(512),
  OUT p_successor_entry VARBINARY(512)
)
SQL SECURITY INVOKER
BEGIN
  SET p_relation = (
    SELECT r.relation_id FROM pc_lifecycle_relation r
    JOIN pc_lifecycle_relation_event e ON e.scope_id = r.scope_id AND e.relation_id = r.relation_id
    WHERE r.scope_id = p_scope AND r.object_memory_artifact_id = p_memory AND r.object_entry_id = p_entry
      AND r.kind = 'supersedes' AND e.status = 'standing'
      AND NOT EXISTS (
        SELECT 1 FROM pc_lifecycle_relation_event later
        WHERE later.scope_id = e.scope_id AND later.relation_id = e.relation_id AND later.ordinal > e.ordinal)
    ORDER BY r.relation_id LIMIT 1);
  SELECT MAX(r.subject_memory_artifact_id), MAX(r.subject_entry_id) INTO p_successor_memory, p_successor_entry
  FROM pc_lifecycle_relation r WHERE r.scope_id = p_scope AND r.relation_id = p_relation;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (88, 'pc_standing_successor');
