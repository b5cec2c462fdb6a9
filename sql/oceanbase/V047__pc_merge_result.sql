-- What became of a merged memory of PowerContext 1.4? The end of its merged_into chain as a JSON array: the artifact, its
-- head revision, and every artifact the chain passed.
--
--   SELECT pc_merge_result('s', 'art_1');      ["art_3","2",["art_2","art_3"]]
--
-- A chain that repeats, or that leads to an artifact nobody knows, ends at the last known one; where not even the first is
-- known, the revision is null. NULL for a memory that was not merged.

DROP FUNCTION IF EXISTS pc_merge_result;

DELIMITER //
CREATE FUNCTION pc_merge_result(p_scope VARBINARY(1024), p_memory VARBINARY(512))
RETURNS LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_scope USING utf8mb4);
  DECLARE v_at VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_memory USING utf8mb4);
  DECLARE v_next VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_result VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_revision BIGINT;
  DECLARE v_passed LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT '';
  SET v_next = (SELECT s.merged_into_id FROM pc_authority_state s
    WHERE s.scope_id = v_scope AND CAST(s.scope_id AS BINARY) = p_scope AND s.memory_artifact_id = v_at);
  SET v_result = v_next;
  WHILE v_next IS NOT NULL AND LOCATE(JSON_QUOTE(v_next), v_passed) = 0 DO
    SET v_passed = CONCAT(v_passed, CASE WHEN v_passed = '' THEN '' ELSE ',' END, JSON_QUOTE(v_next));
    SET v_at = v_next, v_next = NULL;
    IF EXISTS (SELECT 1 FROM pc_authority_head h WHERE h.scope_id = v_scope
      AND CAST(h.scope_id AS BINARY) = p_scope AND h.memory_artifact_id = v_at) THEN
      SET v_result = v_at;
      SET v_revision = (SELECT h.revision FROM pc_authority_head h
        WHERE h.scope_id = v_scope AND CAST(h.scope_id AS BINARY) = p_scope AND h.memory_artifact_id = v_at);
      SET v_next = (SELECT s.merged_into_id FROM pc_authority_state s
        WHERE s.scope_id = v_scope AND CAST(s.scope_id AS BINARY) = p_scope AND s.memory_artifact_id = v_at);
    END IF;
  END WHILE;
  IF v_result IS NULL THEN
    RETURN NULL;
  END IF;
  RETURN CONCAT('[', JSON_QUOTE(v_result), ',', COALESCE(CONCAT('"', v_revision, '"'), 'null'), ',[', v_passed, ']]');
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (47, 'pc_merge_result');
