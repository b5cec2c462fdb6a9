-- What does one version anywhere in the scope cite, whether copied or not? A JSON array of its references, in the form of
-- pc_evidence_json; for walks along artifact references, which leave the Memory asked about.
--
--   SELECT pc_version_evidence('s', 'memory', 'ent_1', 'ver_1', 7);     the version was created in revision 7
--
-- The result is `[]` for a version without references. Increments are no references.

DROP FUNCTION IF EXISTS pc_version_evidence;

DELIMITER //
CREATE FUNCTION pc_version_evidence(
  p_scope VARBINARY(1024), p_memory VARBINARY(512), p_entry VARBINARY(512), p_version VARBINARY(512), p_created BIGINT
)
RETURNS LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_scope USING utf8mb4);
  DECLARE v_memory VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_memory USING utf8mb4);
  DECLARE v_mirrored BIGINT;
  DECLARE v_list LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT '';
  DECLARE v_one LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_done INT DEFAULT 0;
  DECLARE c_reference CURSOR FOR
    SELECT CAST(JSON_OBJECT('k', e.evidence_type, 't', CONVERT(e.source_type USING utf8mb4),
        'i', CONVERT(e.source_id USING utf8mb4), 'f', CONVERT(e.artifact_family USING utf8mb4),
        'a', CONVERT(e.artifact_id USING utf8mb4), 'r', e.artifact_revision, 'x', e.is_merge_input) AS CHAR)
    FROM pc_lifecycle_evidence e
    WHERE e.scope_id = p_scope AND e.memory_artifact_id = p_memory AND e.entry_id = p_entry
      AND e.entry_version_id = p_version AND e.is_increment = 0
    ORDER BY e.ordinal;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_done = 1;
  SET v_mirrored = (SELECT h.mirrored_revision FROM pc_authority_head h
    WHERE h.scope_id = v_scope AND CAST(h.scope_id AS BINARY) = p_scope AND h.memory_artifact_id = v_memory);
  IF p_created > v_mirrored THEN
    RETURN CONCAT('[', pc_evidence_json(p_scope, p_memory, p_entry, p_version), ']');
  END IF;
  SET v_done = 0;
  OPEN c_reference;
  FETCH c_reference INTO v_one;
  WHILE v_done = 0 DO
    SET v_list = CONCAT(v_list, CASE WHEN v_list = '' THEN '' ELSE ',' END, v_one);
    FETCH c_reference INTO v_one;
  END WHILE;
  CLOSE c_reference;
  RETURN CONCAT('[', v_list, ']');
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (45, 'pc_version_evidence');
