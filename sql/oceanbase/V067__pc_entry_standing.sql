-- Where does an entry stand, as a write must know before it goes on? Its newest version, that version's validity and the
-- least authority behind it; the version is NULL when authority does not know the entry.
--
--   CALL pc_entry_standing('s', 'memory', 'ent_1', v_version, v_validity, v_authority_min);
--
-- Read live, never from a projection, and without a result set. Only the newest version is looked at, so that the
-- thousandth revise costs what the second did: of the rules of validity (pc_derivation) those remain that can hold for a
-- newest version, in their order. Writes and refuses nothing.

DROP FUNCTION IF EXISTS pc_entry_validity;

DELIMITER //
CREATE FUNCTION pc_entry_validity(p_scope VARBINARY(1024), p_memory VARBINARY(512), p_entry VARBINARY(512))
RETURNS VARCHAR(24) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_state VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  SET v_state = pc_entry_state(p_scope, p_memory, p_entry);
  IF v_state IS NULL THEN
    RETURN NULL;
  ELSEIF v_state = 'merged' THEN
    RETURN 'superseded';
  ELSEIF v_state <> 'active' THEN
    RETURN 'inactive';
  ELSEIF EXISTS (SELECT 1 FROM pc_relation_status r
      WHERE r.scope_id = p_scope AND r.object_memory_artifact_id = p_memory AND r.object_entry_id = p_entry
        AND r.kind = 'supersedes' AND r.status = 'standing') THEN
    RETURN 'superseded';
  ELSEIF EXISTS (SELECT 1 FROM pc_relation_status r
      WHERE r.scope_id = p_scope AND r.object_memory_artifact_id = p_memory AND r.object_entry_id = p_entry
        AND r.kind = 'contradicts' AND r.status = 'open'
        AND pc_entry_stands(r.scope_id, r.subject_memory_artifact_id, r.subject_entry_id) = 1)
    OR EXISTS (SELECT 1 FROM pc_relation_status r
      WHERE r.scope_id = p_scope AND r.subject_memory_artifact_id = p_memory AND r.subject_entry_id = p_entry
        AND r.kind = 'contradicts' AND r.status = 'open'
        AND pc_entry_stands(r.scope_id, r.object_memory_artifact_id, r.object_entry_id) = 1) THEN
    RETURN 'unresolved_conflict';
  END IF;
  RETURN 'current';
END
//
DELIMITER ;

DROP PROCEDURE IF EXISTS pc_entry_standing;

DELIMITER //
CREATE PROCEDURE pc_entry_standing(
  p_scope VARBINARY(1024), p_memory VARBINARY(512), p_entry VARBINARY(512),
  OUT p_version VARBINARY(512), OUT p_validity VARCHAR(24) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  OUT p_authority_min INT
)
SQL SECURITY INVOKER
BEGIN
  SET p_validity = NULL, p_authority_min = NULL;
  SET @pc_as_of_scope = NULL, @pc_as_of_memory = NULL, @pc_as_of_revision = NULL;
  SET p_version = pc_entry_newest(p_scope, p_memory, p_entry);
  IF p_version IS NOT NULL THEN
    SET p_validity = pc_entry_validity(p_scope, p_memory, p_entry);
    SET p_authority_min = CAST(JSON_EXTRACT(pc_artifact_reach(p_scope, p_memory, p_entry, p_version), '$[0]') AS SIGNED);
  END IF;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (67, 'pc_entry_standing');
