-- What does one version cite, straight from an authority that keeps it as JSON or as lineage rows? A JSON array, for
-- what has not been copied into pc_lifecycle_evidence yet; '' when it cites nothing.
--
--   SELECT pc_evidence_json('s', 'memory', 'mem_ent_1', 'mem_ver_1');
--   {"e":"mem_ent_1","v":"mem_ver_1","o":1,"k":"source","t":"content","i":"chat/1","d":"1","m":"captured"},…
--
-- A receipt that the record API wrote for itself (`lineage_only`) is no evidence. The elements come without the
-- brackets, so that pc_tail can join those of many versions. Native evidence is never in need of it.

DROP FUNCTION IF EXISTS pc_evidence_json;

DELIMITER //
CREATE FUNCTION pc_evidence_json(
  p_scope VARBINARY(1024), p_memory VARBINARY(512), p_entry VARBINARY(512), p_version VARBINARY(512)
)
RETURNS LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_scope USING utf8mb4);
  DECLARE v_memory VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_memory USING utf8mb4);
  DECLARE v_entry VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_entry USING utf8mb4);
  DECLARE v_version VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_version USING utf8mb4);
  DECLARE v_sources LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_artifacts LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_list LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT '';
  DECLARE v_done INT DEFAULT 0;
  DECLARE v_ordinal INT DEFAULT 0;
  DECLARE v_type VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_id VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_definition VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_materialization VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_family VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_artifact VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_revision BIGINT;
  DECLARE v_merge INT;
  DECLARE c_source CURSOR FOR
    SELECT r.source_type, r.source_id, s.definition_version, s.materialization
    FROM (SELECT j.o, j.source_type, j.source_id FROM JSON_TABLE(v_sources, '$[*]' COLUMNS (
              o FOR ORDINALITY,
              source_type VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PATH '$.source_type',
              source_id VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PATH '$.source_id')) j
          UNION ALL
          SELECT l.ordinal, l.source_type, l.source_id FROM pc_authority_lineage l
          WHERE l.scope_id = v_scope AND l.memory_artifact_id = v_memory AND l.entry_id = v_entry
            AND l.entry_version_id = v_version AND l.evidence_type = 'source') r
    LEFT JOIN pc_authority_source s
      ON s.scope_id = v_scope AND s.source_type = r.source_type AND s.source_id = r.source_id
    WHERE COALESCE(s.is_receipt, 0) = 0
    ORDER BY r.o, r.source_type, r.source_id;
  DECLARE c_artifact CURSOR FOR
    SELECT r.family, r.artifact_id, r.revision, r.is_merge_input
    FROM (SELECT j.o, j.family, j.artifact_id, j.revision, 0 AS is_merge_input
          FROM JSON_TABLE(v_artifacts, '$[*]' COLUMNS (
              o FOR ORDINALITY,
              family VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PATH '$.family',
              artifact_id VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PATH '$.artifact_id',
              revision BIGINT PATH '$.revision')) j
          UNION ALL
          SELECT l.ordinal, l.artifact_family, l.artifact_id, l.artifact_revision, l.is_merge_input
          FROM pc_authority_lineage l
          WHERE l.scope_id = v_scope AND l.memory_artifact_id = v_memory AND l.entry_id = v_entry
            AND l.entry_version_id = v_version AND l.evidence_type = 'artifact') r
    ORDER BY r.o, r.family, r.artifact_id;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_done = 1;

  SELECT d.source_refs, d.artifact_refs INTO v_sources, v_artifacts FROM pc_authority_document d
    WHERE d.scope_id = v_scope AND d.memory_artifact_id = v_memory AND d.entry_id = v_entry
      AND d.entry_version_id = v_version;
  SET v_done = 0;
  OPEN c_source;
  FETCH c_source INTO v_type, v_id, v_definition, v_materialization;
  WHILE v_done = 0 DO
    SET v_ordinal = v_ordinal + 1;
    SET v_list = CONCAT(v_list, CASE WHEN v_ordinal > 1 THEN ',' ELSE '' END,
      JSON_OBJECT('e', v_entry, 'v', v_version, 'o', v_ordinal, 'k', 'source', 't', v_type, 'i', v_id,
        'd', v_definition, 'm', v_materialization, 'x', 0));
    FETCH c_source INTO v_type, v_id, v_definition, v_materialization;
  END WHILE;
  CLOSE c_source;
  SET v_done = 0;
  OPEN c_artifact;
  FETCH c_artifact INTO v_family, v_artifact, v_revision, v_merge;
  WHILE v_done = 0 DO
    SET v_ordinal = v_ordinal + 1;
    SET v_list = CONCAT(v_list, CASE WHEN v_ordinal > 1 THEN ',' ELSE '' END,
      JSON_OBJECT('e', v_entry, 'v', v_version, 'o', v_ordinal, 'k', 'artifact', 'f', v_family, 'a', v_artifact,
        'r', v_revision, 'x', v_merge));
    FETCH c_artifact INTO v_family, v_artifact, v_revision, v_merge;
  END WHILE;
  CLOSE c_artifact;
  RETURN v_list;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (38, 'pc_evidence_json');
