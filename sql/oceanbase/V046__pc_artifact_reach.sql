-- How trusted is a version once the artifacts it refers to are looked through, and is all of it declared? A JSON array
-- [authority_min, authority_max, ready].
--
--   SELECT pc_artifact_reach('s', 'memory', 'ent_1', 'ver_2');      [0,2,0]
--
-- A walk over the graph of references, so that a merge or a copy never launders what it was made from: a version met again
-- adds nothing. A reference resolves to the versions created in that revision of that Memory; one to the own Memory is
-- skipped unless it is an input of a merge. Authority is over the leaves: a source's snapshot (0 without one), 0 for a
-- reference that resolves to nothing and for a version that cites nothing. Ready: every version met cites a source, and all
-- its sources have snapshots. Right for a version without references, too; pc_derivation calls it only where one counts.

DROP FUNCTION IF EXISTS pc_artifact_reach;

DELIMITER //
CREATE FUNCTION pc_artifact_reach(
  p_scope VARBINARY(1024), p_memory VARBINARY(512), p_entry VARBINARY(512), p_version VARBINARY(512)
)
RETURNS VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_scope USING utf8mb4);
  DECLARE v_family VARBINARY(512);
  DECLARE v_open LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_met LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_node LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_refs LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_memory, v_entry, v_version VARBINARY(512);
  DECLARE v_memory_text, v_entry_text, v_version_text VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_created, v_sources, v_missing, v_least, v_greatest BIGINT;
  DECLARE v_min, v_max BIGINT;
  DECLARE v_ready INT DEFAULT 1;
  SET v_family = CASE WHEN (SELECT s.value FROM pc_lifecycle_setting s WHERE s.name = 'adapter') = 'powercontext-1.4'
    THEN 'atomic-memory' ELSE 'memory' END;
  SET v_open = CONCAT(HEX(p_memory), ',', HEX(p_entry), ',', HEX(p_version), ';');
  SET v_met = CONCAT(';', v_open);
  WHILE v_open <> '' DO
    SET v_node = SUBSTRING_INDEX(v_open, ';', 1);
    SET v_open = SUBSTRING(v_open, CHAR_LENGTH(v_node) + 2);
    SET v_memory = UNHEX(SUBSTRING_INDEX(v_node, ',', 1));
    SET v_entry = UNHEX(SUBSTRING_INDEX(SUBSTRING_INDEX(v_node, ',', 2), ',', -1));
    SET v_version = UNHEX(SUBSTRING_INDEX(v_node, ',', -1));
    SET v_memory_text = CONVERT(v_memory USING utf8mb4), v_entry_text = CONVERT(v_entry USING utf8mb4);
    SET v_version_text = CONVERT(v_version USING utf8mb4);
    SET v_created = (SELECT e.created_in_revision FROM pc_authority_entry e
      WHERE e.scope_id = v_scope AND CAST(e.scope_id AS BINARY) = p_scope
        AND e.memory_artifact_id = v_memory_text AND e.entry_id = v_entry_text
        AND e.entry_version_id = v_version_text);
    SET v_refs = pc_version_evidence(p_scope, v_memory, v_entry, v_version, v_created);
    SELECT COUNT(*), COALESCE(SUM(CASE WHEN s.authority IS NULL THEN 1 ELSE 0 END), 0),
        MIN(COALESCE(s.authority, 0)), MAX(COALESCE(s.authority, 0))
      INTO v_sources, v_missing, v_least, v_greatest
      FROM JSON_TABLE(v_refs, '$[*]' COLUMNS (
        k VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PATH '$.k',
        source_type VARBINARY(512) PATH '$.t', source_id VARBINARY(1024) PATH '$.i')) r
      LEFT JOIN (SELECT p.source_type, p.source_id, p.authority FROM pc_valid_snapshot p
        WHERE p.scope_id = p_scope AND p.memory_artifact_id = v_memory AND p.entry_id = v_entry
          AND p.entry_version_id = v_version) s ON s.source_type = r.source_type AND s.source_id = r.source_id
      WHERE r.k = 'source';
    IF v_sources = 0 OR v_missing > 0 THEN
      SET v_ready = 0;
    END IF;
    IF v_sources > 0 THEN
      SET v_min = LEAST(COALESCE(v_min, v_least), v_least), v_max = GREATEST(COALESCE(v_max, v_greatest), v_greatest);
    END IF;
    BEGIN
      DECLARE v_done, v_counted, v_behind INT DEFAULT 0;
      DECLARE v_ref_family, v_ref_memory VARBINARY(512);
      DECLARE v_ref_text VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
      DECLARE v_ref_revision BIGINT;
      DECLARE c_reference CURSOR FOR
        SELECT r.family, r.artifact_id, r.revision FROM JSON_TABLE(v_refs, '$[*]' COLUMNS (
          o FOR ORDINALITY,
          k VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PATH '$.k',
          family VARBINARY(512) PATH '$.f', artifact_id VARBINARY(512) PATH '$.a',
          revision BIGINT PATH '$.r', x BIGINT PATH '$.x')) r
        WHERE r.k = 'artifact' AND (r.x = 1 OR r.artifact_id <> v_memory)
        ORDER BY r.o;
      DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_done = 1;
      OPEN c_reference;
      FETCH c_reference INTO v_ref_family, v_ref_memory, v_ref_revision;
      WHILE v_done = 0 DO
        SET v_counted = v_counted + 1, v_behind = 0;
        IF v_ref_family = v_family THEN
          SET v_ref_text = CONVERT(v_ref_memory USING utf8mb4);
          BEGIN
            DECLARE v_end INT DEFAULT 0;
            DECLARE c_version CURSOR FOR
              SELECT CONCAT(HEX(e.memory_artifact_id), ',', HEX(e.entry_id), ',', HEX(e.entry_version_id))
              FROM pc_authority_entry e
              WHERE e.scope_id = v_scope AND CAST(e.scope_id AS BINARY) = p_scope AND e.memory_artifact_id = v_ref_text
                AND CAST(e.memory_artifact_id AS BINARY) = v_ref_memory AND e.created_in_revision = v_ref_revision
              ORDER BY e.entry_id, e.entry_version_id;
            DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_end = 1;
            OPEN c_version;
            FETCH c_version INTO v_node;
            WHILE v_end = 0 DO
              SET v_behind = v_behind + 1;
              IF LOCATE(CONCAT(';', v_node, ';'), v_met) = 0 THEN
                SET v_met = CONCAT(v_met, v_node, ';'), v_open = CONCAT(v_open, v_node, ';');
              END IF;
              FETCH c_version INTO v_node;
            END WHILE;
            CLOSE c_version;
          END;
        END IF;
        IF v_behind = 0 THEN
          SET v_min = 0, v_max = COALESCE(v_max, 0);
        END IF;
        FETCH c_reference INTO v_ref_family, v_ref_memory, v_ref_revision;
      END WHILE;
      CLOSE c_reference;
      IF v_sources = 0 AND v_counted = 0 THEN
        SET v_min = 0, v_max = COALESCE(v_max, 0);
      END IF;
    END;
  END WHILE;
  RETURN CONCAT('[', COALESCE(v_min, 0), ',', COALESCE(v_max, 0), ',', v_ready, ']');
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (46, 'pc_artifact_reach');
