-- When are two entry versions equal? When this hash is: SHA-256 over `pc:entry-content:v1`, a NUL, and the canonical array of
-- kind, text, the sources [type, id] and the artifact references [family, id, revision], both lists in the byte order of their
-- canonical text. Ids, times and revisions of the entry itself are not in it.
--
--   CALL pc_content_hash('s', 'memory', 'ent_1', 'ver_1', 'fact', 'Tests run in CI.', v_hash);
--
-- Reads the version's references from pc_lifecycle_evidence (pc_write_evidence runs first). Refuses nothing.

DROP PROCEDURE IF EXISTS pc_content_hash;

DELIMITER //
CREATE PROCEDURE pc_content_hash(
  p_scope VARBINARY(1024),
  p_memory VARBINARY(512),
  p_entry VARBINARY(512),
  p_version VARBINARY(512),
  p_kind VARBINARY(256),
  p_text MEDIUMBLOB,
  OUT p_hash CHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_sources LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT '';
  DECLARE v_artifacts LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT '';
  DECLARE v_type VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_reference LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_done INT DEFAULT 0;
  DECLARE c_reference CURSOR FOR
    SELECT r.evidence_type, r.reference FROM (
      SELECT e.evidence_type, e.ordinal, IF(e.evidence_type = 'source',
        CONCAT('[', pc_json_string(e.source_type), ',', pc_json_string(e.source_id), ']'),
        CONCAT('[', pc_json_string(e.artifact_family), ',', pc_json_string(e.artifact_id), ',', e.artifact_revision, ']')
      ) AS reference
      FROM pc_lifecycle_evidence e
      WHERE e.scope_id = p_scope AND e.memory_artifact_id = p_memory AND e.entry_id = p_entry
        AND e.entry_version_id = p_version AND e.is_increment = 0
    ) r ORDER BY CAST(r.reference AS BINARY), r.ordinal;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_done = 1;
  OPEN c_reference;
  FETCH c_reference INTO v_type, v_reference;
  WHILE v_done = 0 DO
    IF v_type = 'source' THEN
      SET v_sources = CONCAT(v_sources, IF(v_sources = '', '', ','), v_reference);
    ELSE
      SET v_artifacts = CONCAT(v_artifacts, IF(v_artifacts = '', '', ','), v_reference);
    END IF;
    FETCH c_reference INTO v_type, v_reference;
  END WHILE;
  CLOSE c_reference;
  SET p_hash = SHA2(CONCAT('pc:entry-content:v1', CONVERT(X'00' USING utf8mb4), '[', pc_json_string(p_kind), ',',
    pc_json_string(p_text), ',[', v_sources, '],[', v_artifacts, ']]'), 256);
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (73, 'pc_content_hash');
