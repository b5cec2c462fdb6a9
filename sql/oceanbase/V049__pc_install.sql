-- For which authority is this database a lifecycle store? One row, one column `result`.
--
--   CALL pc_install(NULL, NULL);                             {"adapter":"native","attached":null,"schema_version":1}
--   CALL pc_install('powercontext-1.4', 'powercontext');     the store here, its authority in that database, read only
--
-- The tables, views and routines are there already: the scripts made them. Records the adapter and points the port at its
-- authority. The database's own name is as no name: the authority is inside. Installing again changes nothing and says what
-- is there. Refused: an unknown adapter, an authority that lacks its tables, a store installed for another adapter or
-- made by a later release, another authority where something is derived of the first (authority_renamed), a database that
-- PowerContext manages (it refuses to start with anything in it that is not its own).

DROP PROCEDURE IF EXISTS pc_install;

DELIMITER //
CREATE PROCEDURE pc_install(p_adapter MEDIUMBLOB, p_database MEDIUMBLOB)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_adapter, v_there VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_attached, v_attached_there VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_table VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_database VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  IF p_adapter IS NOT NULL THEN
    CALL pc_check_text('adapter', p_adapter, 'artifact_id_chars');
    SET v_adapter = CONVERT(LEFT(p_adapter, 64) USING utf8mb4);
    IF NOT EXISTS (SELECT 1 FROM pc_lifecycle_port p WHERE p.adapter = v_adapter
        AND CAST(p.adapter AS BINARY) = p_adapter) THEN
      CALL pc_refuse('adapter_unknown', p_adapter, NULL);
    END IF;
  END IF;
  IF p_database IS NOT NULL THEN
    CALL pc_check_text('attached', p_database, 'artifact_id_chars');
    SET v_attached = CONVERT(p_database USING utf8mb4);
  END IF;
  IF EXISTS (SELECT 1 FROM information_schema.tables t
      WHERE t.table_schema = DATABASE() AND t.table_name = 'pc_schema_revision') THEN
    CALL pc_refuse('managed_store', NULL, NULL);
  END IF;
  IF EXISTS (SELECT 1 FROM pc_lifecycle_setting s WHERE s.name = 'adapter') THEN
    CALL pc_require_store(v_there);
  END IF;
  SET v_attached_there = (SELECT s.value FROM pc_lifecycle_setting s WHERE s.name = 'attached');
  IF v_there IS NOT NULL AND v_adapter IS NOT NULL AND v_there <> v_adapter THEN
    CALL pc_refuse('adapter_installed', v_there, NULL);
  END IF;
  IF v_there IS NOT NULL AND v_adapter IS NULL AND v_attached IS NULL THEN
    SET v_attached = v_attached_there;
  END IF;
  SET v_adapter = COALESCE(v_there, v_adapter, 'native');
  IF v_attached = DATABASE() THEN
    SET v_attached = NULL;
  END IF;
  -- What was copied and derived from one authority must not be read as another's.
  IF v_there IS NOT NULL AND NOT (v_attached_there <=> v_attached)
      AND (EXISTS (SELECT 1 FROM pc_lifecycle_head) OR EXISTS (SELECT 1 FROM pc_lifecycle_projection_header)) THEN
    CALL pc_refuse('authority_renamed', COALESCE(v_attached_there, DATABASE()), NULL);
  END IF;
  SET v_database = COALESCE(v_attached, DATABASE());
  IF v_adapter = 'native' AND v_attached IS NOT NULL THEN
    CALL pc_refuse('attached_native', NULL, NULL);
  END IF;
  IF v_adapter <> 'native' THEN
    IF NOT EXISTS (SELECT 1 FROM information_schema.schemata s WHERE s.schema_name = v_database) THEN
      CALL pc_refuse('authority_not_attached', v_database, NULL);
    END IF;
    IF v_adapter = 'powercontext-1.2' AND EXISTS (SELECT 1 FROM information_schema.tables t
        WHERE t.table_schema = v_database AND t.table_name = 'pc_atomic_memory_current') THEN
      CALL pc_refuse('authority_is_1_4', v_database, NULL);
    END IF;
    SET v_table = (SELECT n.name FROM (
        SELECT 1 AS place, 'pc_artifact_heads' AS name, 1 AS in_1_2, 1 AS in_1_4
        UNION ALL SELECT 2, 'pc_artifacts', 1, 1
        UNION ALL SELECT 3, 'pc_memory_entry_versions', 1, 0
        UNION ALL SELECT 4, 'pc_artifact_lineage_artifacts', 0, 1
        UNION ALL SELECT 5, 'pc_artifact_lineage_sources', 0, 1
        UNION ALL SELECT 6, 'pc_atomic_memory_current', 0, 1
        UNION ALL SELECT 7, 'pc_sources', 1, 1) n
      WHERE CASE v_adapter WHEN 'powercontext-1.2' THEN n.in_1_2 ELSE n.in_1_4 END = 1
        AND NOT EXISTS (SELECT 1 FROM information_schema.tables t
          WHERE t.table_schema = v_database AND t.table_name = n.name)
      ORDER BY n.place LIMIT 1);
    IF v_table IS NOT NULL THEN
      CALL pc_refuse('authority_table', v_table, v_database);
    END IF;
  END IF;
  IF v_there IS NULL OR NOT (v_attached_there <=> v_attached) THEN
    CALL pc_port(v_adapter, v_attached);
    REPLACE INTO pc_lifecycle_setting (name, value) VALUES ('adapter', v_adapter);
    REPLACE INTO pc_lifecycle_setting (name, value)
      SELECT 'schema_version', l.value FROM pc_lifecycle_limit l WHERE l.name = 'schema_version';
    IF v_attached IS NULL THEN
      DELETE FROM pc_lifecycle_setting WHERE name = 'attached';
    ELSE
      REPLACE INTO pc_lifecycle_setting (name, value) VALUES ('attached', v_attached);
    END IF;
  END IF;
  SELECT CONCAT('{"adapter":', JSON_QUOTE(v_adapter), ',"attached":', COALESCE(JSON_QUOTE(v_attached), 'null'),
    ',"schema_version":', (SELECT l.value FROM pc_lifecycle_limit l WHERE l.name = 'schema_version'), '}') AS result;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (49, 'pc_install');
