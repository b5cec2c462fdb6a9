-- Is an entry left standing by everything but contradictions? 1 when it is active and no standing supersession has it as
-- predecessor, else 0: an entry that authority does not know does not stand.
--
--   SELECT pc_entry_stands('s', 'memory', 'ent_1');
--
-- An open contradiction counts only against an entry that stands.

DROP FUNCTION IF EXISTS pc_entry_stands;

DELIMITER //
CREATE FUNCTION pc_entry_stands(p_scope VARBINARY(1024), p_memory VARBINARY(512), p_entry VARBINARY(512))
RETURNS INT
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  IF COALESCE(pc_entry_state(p_scope, p_memory, p_entry), '') <> 'active' THEN
    RETURN 0;
  END IF;
  RETURN (SELECT CASE WHEN COUNT(*) = 0 THEN 1 ELSE 0 END FROM pc_relation_status r
    WHERE r.scope_id = p_scope AND r.object_memory_artifact_id = p_memory AND r.object_entry_id = p_entry
      AND r.kind = 'supersedes' AND r.status = 'standing');
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (44, 'pc_entry_stands');
