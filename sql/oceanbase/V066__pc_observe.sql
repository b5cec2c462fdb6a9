-- How does a Memory learn of declarations that came after its entries? One row, one column `result`.
--
--   CALL pc_observe('s', 'memory', 1764547200000000);      {"missing":0,"observed":12}
--
-- For every citation of every version that has no snapshot yet, the declaration in force is snapshotted, marked late. A
-- snapshot that is there is never replaced, and no entry gets a time by it. `missing` counts the citations that still have
-- nobody's word: undeclared ones, and those whose snapshot no longer matches its hash. Nothing to observe writes nothing
-- but the copy of what a PowerContext keeps as JSON. Refuses a Memory that authority does not know (memory_unknown).

DROP PROCEDURE IF EXISTS pc_observe;

DELIMITER //
CREATE PROCEDURE pc_observe(p_scope MEDIUMBLOB, p_memory MEDIUMBLOB, p_recorded_at MEDIUMBLOB)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_adapter VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_scope VARBINARY(1024);
  DECLARE v_memory, v_entry, v_version, v_last VARBINARY(512);
  DECLARE v_touched LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT '';
  DECLARE v_recorded_at, v_written, v_missing BIGINT;
  DECLARE v_observed BIGINT DEFAULT 0;
  DECLARE v_own INT;
  DECLARE v_done INT DEFAULT 0;
  DECLARE c_version CURSOR FOR
    SELECT DISTINCT e.entry_id, e.entry_version_id FROM pc_lifecycle_evidence e
    INNER JOIN pc_lifecycle_source_declaration d
      ON d.source_type = e.source_type AND d.definition_version = e.definition_version
    LEFT JOIN pc_lifecycle_snapshot s ON s.scope_id = e.scope_id AND s.memory_artifact_id = e.memory_artifact_id
      AND s.entry_id = e.entry_id AND s.entry_version_id = e.entry_version_id
      AND s.source_type = e.source_type AND s.source_id = e.source_id
    WHERE e.scope_id = v_scope AND e.memory_artifact_id = v_memory AND e.evidence_type = 'source' AND e.is_increment = 0
      AND s.snapshot_hash IS NULL
    ORDER BY e.entry_id, e.entry_version_id;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_done = 1;
  DECLARE EXIT HANDLER FOR SQLEXCEPTION
  BEGIN
    CALL pc_rollback(v_own);
    RESIGNAL;
  END;
  DECLARE EXIT HANDLER FOR 1062, 1205, 1213, SQLSTATE '25000'
  BEGIN
    CALL pc_rollback(v_own);
    CALL pc_refuse('write_raced', NULL, NULL);
  END;
  CALL pc_check_text('scope', p_scope, 'scope_id_chars');
  CALL pc_check_text('memory', p_memory, 'artifact_id_chars');
  CALL pc_check_integer('recorded_at', p_recorded_at, v_recorded_at);
  CALL pc_require_store(v_adapter);
  SET v_scope = p_scope, v_memory = p_memory;
  SET @pc_as_of_scope = NULL, @pc_as_of_memory = NULL, @pc_as_of_revision = NULL;
  CALL pc_begin(v_own);
  IF pc_head_revision(v_scope, v_memory) IS NULL THEN
    CALL pc_refuse('memory_unknown', v_memory, NULL);
  END IF;
  CALL pc_mirror(v_scope, v_memory);
  SET v_done = 0;
  OPEN c_version;
  FETCH c_version INTO v_entry, v_version;
  WHILE v_done = 0 DO
    CALL pc_write_snapshots(v_scope, v_memory, v_entry, v_version, v_recorded_at, 1, v_written);
    SET v_observed = v_observed + v_written;
    IF v_written > 0 AND NOT v_entry <=> v_last THEN
      SET v_touched = CONCAT(v_touched, ',', pc_json_string(v_entry)), v_last = v_entry;
    END IF;
    FETCH c_version INTO v_entry, v_version;
  END WHILE;
  CLOSE c_version;
  IF v_observed > 0 THEN
    CALL pc_touch_head(v_scope, v_memory, NULL, NULL, NULL);
    INSERT INTO pc_lifecycle_log (scope_id, memory_artifact_id, position, entry_id)
    SELECT h.scope_id, h.memory_artifact_id, h.log_position, t.entry_id
    FROM JSON_TABLE(CONCAT('[', SUBSTRING(v_touched, 2), ']'), '$[*]' COLUMNS (entry_id VARBINARY(512) PATH '$')) t
    INNER JOIN pc_lifecycle_head h ON h.scope_id = v_scope AND h.memory_artifact_id = v_memory;
  END IF;
  SET v_missing = (SELECT COUNT(*) FROM pc_lifecycle_evidence e
    LEFT JOIN pc_valid_snapshot s ON s.scope_id = e.scope_id AND s.memory_artifact_id = e.memory_artifact_id
      AND s.entry_id = e.entry_id AND s.entry_version_id = e.entry_version_id
      AND s.source_type = e.source_type AND s.source_id = e.source_id
    WHERE e.scope_id = v_scope AND e.memory_artifact_id = v_memory AND e.evidence_type = 'source' AND e.is_increment = 0
      AND s.authority IS NULL);
  CALL pc_commit(v_own);
  SELECT CONCAT('{"missing":', v_missing, ',"observed":', v_observed, '}') AS result;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (66, 'pc_observe');
