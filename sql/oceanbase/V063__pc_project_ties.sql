-- Which other Memories does the projection of one lean on, and where do they stand? Writes the tie rows of a Memory
-- that are not there yet.
--
--   CALL pc_ask('s', 'memory', NULL, NULL);
--   CALL pc_project_ties('s', 'memory', 0);       of what was asked about, for the rows of that slot
--
-- Itself; the other side of an open contradiction, and of a standing supersession whose predecessor is here; every Memory
-- named by a reference to an artifact that counts, reached from any version and on through the entries behind it, also where
-- nothing resolves; in PowerContext 1.4 every artifact of a merge chain. A Memory that does not exist stands at 0.
-- Part of pc_rebuild and pc_refresh, after pc_mirror and before the rows are derived: what moves in between reads stale,
-- never wrong.

DROP PROCEDURE IF EXISTS pc_project_tie;

DELIMITER //
CREATE PROCEDURE pc_project_tie(p_scope VARBINARY(1024), p_memory VARBINARY(512), p_slot INT, p_tied VARBINARY(512))
SQL SECURITY INVOKER
BEGIN
  DECLARE v_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_scope USING utf8mb4);
  DECLARE v_tied VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_tied USING utf8mb4);
  INSERT IGNORE INTO pc_lifecycle_projection_tie (scope_id, memory_artifact_id, tied_memory_artifact_id,
      authority_revision, authority_generation, log_position, slot)
    SELECT p_scope, p_memory, p_tied, COALESCE(MAX(h.revision), 0), COALESCE(MAX(h.generation), 0),
      COALESCE(MAX(h.log_position), 0), p_slot
    FROM pc_authority_head h
    WHERE h.scope_id = v_scope AND h.memory_artifact_id = v_tied AND CAST(h.scope_id AS BINARY) = p_scope
      AND CAST(h.memory_artifact_id AS BINARY) = p_tied;
END
//
DELIMITER ;

DROP PROCEDURE IF EXISTS pc_project_ties;

DELIMITER //
CREATE PROCEDURE pc_project_ties(p_scope VARBINARY(1024), p_memory VARBINARY(512), p_slot INT)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_scope USING utf8mb4);
  DECLARE v_family VARBINARY(512);
  DECLARE v_chain, v_open, v_met, v_node, v_refs LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT '';
  DECLARE v_tied, v_entry, v_version VARBINARY(512);
  DECLARE v_memory_text VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_revision, v_created BIGINT;
  DECLARE v_done INT DEFAULT 0;
  DECLARE c_other CURSOR FOR
    SELECT DISTINCT r.other_memory_artifact_id FROM pc_asked_relation r
    WHERE r.status IN ('open', 'standing') AND (r.kind = 'contradicts' OR (r.kind = 'supersedes' AND r.role = 'object'))
    UNION
    SELECT j.artifact_id FROM JSON_TABLE(v_chain, '$[2][*]' COLUMNS (artifact_id VARBINARY(512) PATH '$')) j
    ORDER BY 1;
  DECLARE c_reference CURSOR FOR
    SELECT DISTINCT e.artifact_id, e.artifact_revision FROM pc_asked_evidence e
    WHERE e.evidence_type = 'artifact' AND e.artifact_family = v_family
      AND (e.is_merge_input = 1 OR e.artifact_id <> p_memory)
    ORDER BY 1, 2;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_done = 1;
  CALL pc_project_tie(p_scope, p_memory, p_slot, p_memory);
  SET v_family = CASE WHEN (SELECT s.value FROM pc_lifecycle_setting s WHERE s.name = 'adapter') = 'powercontext-1.4'
    THEN 'atomic-memory' ELSE 'memory' END;
  SET v_chain = pc_merge_result(p_scope, p_memory), v_done = 0;
  OPEN c_other;
  FETCH c_other INTO v_tied;
  WHILE v_done = 0 DO
    CALL pc_project_tie(p_scope, p_memory, p_slot, v_tied);
    FETCH c_other INTO v_tied;
  END WHILE;
  CLOSE c_other;
  SET v_done = 0, v_met = ';', v_open = '';
  OPEN c_reference;
  FETCH c_reference INTO v_tied, v_revision;
  WHILE v_done = 0 DO
    SET v_open = CONCAT(v_open, HEX(v_tied), ',', v_revision, ';');
    FETCH c_reference INTO v_tied, v_revision;
  END WHILE;
  CLOSE c_reference;
  SET v_met = CONCAT(v_met, v_open);
  -- An open node is a referenced revision of a Memory; behind it stand entries, all of whose versions may refer further.
  WHILE v_open <> '' DO
    SET v_node = SUBSTRING_INDEX(v_open, ';', 1);
    SET v_open = SUBSTRING(v_open, CHAR_LENGTH(v_node) + 2);
    SET v_tied = UNHEX(SUBSTRING_INDEX(v_node, ',', 1)), v_memory_text = CONVERT(v_tied USING utf8mb4);
    SET v_revision = CAST(SUBSTRING_INDEX(v_node, ',', -1) AS SIGNED);
    CALL pc_project_tie(p_scope, p_memory, p_slot, v_tied);
    BEGIN
      DECLARE v_end INT DEFAULT 0;
      DECLARE c_version CURSOR FOR
        SELECT CAST(n.entry_id AS BINARY), CAST(n.entry_version_id AS BINARY), n.created_in_revision
        FROM pc_authority_entry e
        INNER JOIN pc_authority_entry n ON n.scope_id = e.scope_id AND n.memory_artifact_id = e.memory_artifact_id
          AND n.entry_id = e.entry_id
        WHERE e.scope_id = v_scope AND CAST(e.scope_id AS BINARY) = p_scope
          AND e.memory_artifact_id = v_memory_text AND e.created_in_revision = v_revision
          AND CAST(e.memory_artifact_id AS BINARY) = v_tied
        ORDER BY n.entry_id, n.entry_version_id;
      DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_end = 1;
      OPEN c_version;
      FETCH c_version INTO v_entry, v_version, v_created;
      WHILE v_end = 0 DO
        SET v_refs = pc_version_evidence(p_scope, v_tied, v_entry, v_version, v_created);
        BEGIN
          DECLARE v_last INT DEFAULT 0;
          DECLARE c_next CURSOR FOR
            SELECT DISTINCT CONCAT(HEX(j.artifact_id), ',', j.revision) FROM JSON_TABLE(v_refs, '$[*]' COLUMNS (
              family VARBINARY(512) PATH '$.f', artifact_id VARBINARY(512) PATH '$.a',
              revision BIGINT PATH '$.r', x BIGINT PATH '$.x')) j
            WHERE j.family = v_family AND (j.x = 1 OR j.artifact_id <> v_tied) ORDER BY 1;
          DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_last = 1;
          OPEN c_next;
          FETCH c_next INTO v_node;
          WHILE v_last = 0 DO
            IF LOCATE(CONCAT(';', v_node, ';'), v_met) = 0 THEN
              SET v_met = CONCAT(v_met, v_node, ';'), v_open = CONCAT(v_open, v_node, ';');
            END IF;
            FETCH c_next INTO v_node;
          END WHILE;
          CLOSE c_next;
        END;
        FETCH c_version INTO v_entry, v_version, v_created;
      END WHILE;
      CLOSE c_version;
    END;
  END WHILE;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (63, 'pc_project_ties');
