-- What did the authority do after a revision, up to another? Its changes and the references of the versions made then,
-- as JSON: {"changes":[{"r":25,"c":[…]},…],"evidence":[…]}; NULL when there is nothing.
--
--   SELECT pc_tail('s', 'memory', 24, 30);
--
-- A read derives from the copied rows and this tail, and so is exact without writing; pc_mirror writes the tail into
-- our rows, once. Refuses content that is no JSON, and an op that its version of PowerContext does not write
-- (authority_unreadable): guessing there would change what is withdrawn. Parsing costs about 4 ms per MB and revision:
-- copy what a Memory has done before asking much of it.

DROP FUNCTION IF EXISTS pc_tail;

DELIMITER //
CREATE FUNCTION pc_tail(p_scope VARBINARY(1024), p_memory VARBINARY(512), p_after BIGINT, p_to BIGINT)
RETURNS LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_scope USING utf8mb4);
  DECLARE v_memory VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_memory USING utf8mb4);
  DECLARE v_changes LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT '';
  DECLARE v_evidence LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT '';
  DECLARE v_one LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_revision BIGINT;
  DECLARE v_entry VARBINARY(512);
  DECLARE v_version VARBINARY(512);
  DECLARE v_done INT DEFAULT 0;
  DECLARE c_content CURSOR FOR
    SELECT c.revision, c.changes FROM pc_authority_content c
    WHERE c.scope_id = v_scope AND c.memory_artifact_id = v_memory AND c.revision > p_after AND c.revision <= p_to
    ORDER BY c.revision;
  DECLARE c_version CURSOR FOR
    SELECT e.entry_id, e.entry_version_id FROM pc_authority_entry e
    WHERE e.scope_id = v_scope AND e.memory_artifact_id = v_memory AND e.created_in_revision > p_after
      AND e.created_in_revision <= p_to
    ORDER BY e.entry_id, e.version;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_done = 1;
  OPEN c_content;
  FETCH c_content INTO v_revision, v_one;
  WHILE v_done = 0 DO
    IF v_one IS NULL THEN
      CALL pc_refuse('authority_unreadable', p_memory, NULL);
    END IF;
    SET v_changes = CONCAT(v_changes, CASE WHEN v_changes = '' THEN '' ELSE ',' END,
      '{"r":', v_revision, ',"c":', v_one, '}');
    FETCH c_content INTO v_revision, v_one;
  END WHILE;
  CLOSE c_content;
  IF v_changes = '' THEN
    RETURN NULL;
  END IF;
  IF EXISTS (SELECT 1 FROM JSON_TABLE(CONCAT('[', v_changes, ']'), '$[*]' COLUMNS (
      revision BIGINT PATH '$.r',
      NESTED PATH '$.c[*]' COLUMNS (
        ordinal FOR ORDINALITY,
        op VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PATH '$.op',
        entry_id VARBINARY(512) PATH '$.entry_id'))) t
    WHERE t.ordinal IS NOT NULL AND (t.entry_id IS NULL OR t.op IS NULL
      OR t.op NOT IN ('add', 'revise', 'deactivate', 'reactivate', 'compact'))) THEN
    CALL pc_refuse('authority_unreadable', p_memory, NULL);
  END IF;
  SET v_done = 0;
  OPEN c_version;
  FETCH c_version INTO v_entry, v_version;
  WHILE v_done = 0 DO
    SET v_one = pc_evidence_json(p_scope, p_memory, v_entry, v_version);
    IF v_one <> '' THEN
      SET v_evidence = CONCAT(v_evidence, CASE WHEN v_evidence = '' THEN '' ELSE ',' END, v_one);
    END IF;
    FETCH c_version INTO v_entry, v_version;
  END WHILE;
  CLOSE c_version;
  RETURN CONCAT('{"changes":[', v_changes, '],"evidence":[', v_evidence, ']}');
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (39, 'pc_tail');
