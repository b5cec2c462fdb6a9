-- Is there an entry with this content already? The bytewise smallest entry whose newest version has this content hash: of those
-- that stand (current or in conflict), else of those that do not; NULL where there is none.
--
--   CALL pc_find_equal('s', 'memory', v_hash, v_entry, v_version, v_stands);
--
-- Refuses nothing.

DROP PROCEDURE IF EXISTS pc_find_equal;

DELIMITER //
CREATE PROCEDURE pc_find_equal(
  p_scope VARBINARY(1024),
  p_memory VARBINARY(512),
  p_hash CHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  OUT p_entry VARBINARY(512),
  OUT p_version VARBINARY(512),
  OUT p_stands INT
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_entry VARBINARY(512);
  DECLARE v_version VARBINARY(512);
  DECLARE v_validity VARCHAR(24) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_authority INT;
  DECLARE v_done INT DEFAULT 0;
  DECLARE c_equal CURSOR FOR
    SELECT e.entry_id FROM pc_lifecycle_entry e
    WHERE e.scope_id = p_scope AND e.memory_artifact_id = p_memory AND e.content_hash = p_hash
      AND NOT EXISTS (
        SELECT 1 FROM pc_lifecycle_entry n
        WHERE n.scope_id = p_scope AND n.memory_artifact_id = p_memory AND n.entry_id = e.entry_id
          AND n.version = e.version + 1)
    ORDER BY e.entry_id;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_done = 1;
  SET p_entry = NULL, p_version = NULL, p_stands = 0;
  OPEN c_equal;
  equal_entries: LOOP
    SET v_done = 0;
    FETCH c_equal INTO v_entry;
    IF v_done = 1 THEN
      LEAVE equal_entries;
    END IF;
    CALL pc_entry_standing(p_scope, p_memory, v_entry, v_version, v_validity, v_authority);
    IF v_validity IN ('current', 'unresolved_conflict') THEN
      SET p_entry = v_entry, p_version = v_version, p_stands = 1;
      LEAVE equal_entries;
    END IF;
    IF p_entry IS NULL THEN
      SET p_entry = v_entry, p_version = v_version;
    END IF;
  END LOOP;
  CLOSE c_equal;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (79, 'pc_find_equal');
