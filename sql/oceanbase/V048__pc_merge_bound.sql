-- How important may the result of a merge be? At most the greatest importance among its inputs; NULL when none is known.
--
--   SELECT pc_merge_bound('s', 'art_1', 'art_1', 1);      of version 1 of that entry
--
-- An input that is itself the result of a merge is bounded by its own inputs, so the answer is the greatest, over the ways
-- to an input that was not merged, of the least importance on the way. Importances are 0 to 3: each version is
-- walked at most four times, once for each such least.
--
-- Asks about other Memories while it runs, and gives the session its question back.

DROP FUNCTION IF EXISTS pc_merge_bound;

DELIMITER //
CREATE FUNCTION pc_merge_bound(
  p_scope VARBINARY(1024), p_memory VARBINARY(512), p_entry VARBINARY(512), p_version BIGINT
)
RETURNS BIGINT
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_scope USING utf8mb4);
  DECLARE v_memory_was, v_first_was, v_last_was VARBINARY(512);
  DECLARE v_scope_was VARBINARY(1024);
  DECLARE v_revision_was, v_mirrored_was BIGINT;
  DECLARE v_tail_was LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_tail_of_was VARBINARY(2048);
  DECLARE v_open, v_met, v_node, v_refs LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_memory, v_entry, v_version_id VARBINARY(512);
  DECLARE v_version, v_least, v_created, v_importance, v_is_merge, v_bound, v_inputs BIGINT;
  SET v_scope_was = @pc_asked_scope, v_memory_was = @pc_asked_memory, v_first_was = @pc_asked_first;
  SET v_last_was = @pc_asked_last, v_revision_was = @pc_asked_revision, v_mirrored_was = @pc_asked_mirrored;
  SET v_tail_was = @pc_asked_tail, v_tail_of_was = @pc_asked_tail_of;
  -- A node is memory, entry, version number and the least importance on the way to it; 4 marks the start.
  SET v_open = CONCAT(HEX(p_memory), ',', HEX(p_entry), ',', p_version, ',4;'), v_met = CONCAT(';', v_open);
  WHILE v_open <> '' DO
    SET v_node = SUBSTRING_INDEX(v_open, ';', 1);
    SET v_open = SUBSTRING(v_open, CHAR_LENGTH(v_node) + 2);
    SET v_memory = UNHEX(SUBSTRING_INDEX(v_node, ',', 1));
    SET v_entry = UNHEX(SUBSTRING_INDEX(SUBSTRING_INDEX(v_node, ',', 2), ',', -1));
    SET v_version = CAST(SUBSTRING_INDEX(SUBSTRING_INDEX(v_node, ',', 3), ',', -1) AS SIGNED);
    SET v_least = CAST(SUBSTRING_INDEX(v_node, ',', -1) AS SIGNED), v_importance = NULL, v_inputs = 0;
    CALL pc_ask(p_scope, v_memory, v_entry, v_entry);
    SET v_importance = (SELECT q.importance FROM pc_asked_quality q WHERE q.version = v_version);
    SET v_version = (SELECT q.computed_by FROM pc_asked_quality q WHERE q.version = v_version);
    SET v_version_id = (SELECT v.entry_version_id FROM pc_asked_entry v WHERE v.version = v_version);
    SET v_created = (SELECT v.created_in_revision FROM pc_asked_entry v WHERE v.version = v_version);
    SET v_is_merge = (SELECT q.computed_by_merge FROM pc_asked_quality q WHERE q.version = v_version);
    IF v_is_merge = 1 THEN
      SET v_refs = pc_version_evidence(p_scope, v_memory, v_entry, v_version_id, v_created);
      BEGIN
        DECLARE v_done INT DEFAULT 0;
        DECLARE v_next LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
        DECLARE c_input CURSOR FOR
          SELECT CONCAT(HEX(e.memory_artifact_id), ',', HEX(e.entry_id), ',', e.version) FROM
            (SELECT DISTINCT j.artifact_id, j.revision FROM JSON_TABLE(v_refs, '$[*]' COLUMNS (
              artifact_id VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PATH '$.a',
              revision BIGINT PATH '$.r', x BIGINT PATH '$.x')) j WHERE j.x = 1) r
          INNER JOIN pc_authority_entry e ON e.scope_id = v_scope
            AND CAST(e.scope_id AS BINARY) = p_scope AND e.memory_artifact_id = r.artifact_id
            AND e.created_in_revision = r.revision
          ORDER BY e.memory_artifact_id, e.entry_id, e.version;
        DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_done = 1;
        OPEN c_input;
        FETCH c_input INTO v_next;
        WHILE v_done = 0 DO
          SET v_inputs = v_inputs + 1;
          SET v_next = CONCAT(v_next, ',', CASE WHEN v_least = 4 THEN 3 ELSE LEAST(v_least, v_importance) END);
          IF LOCATE(CONCAT(';', v_next, ';'), v_met) = 0 THEN
            SET v_met = CONCAT(v_met, v_next, ';'), v_open = CONCAT(v_open, v_next, ';');
          END IF;
          FETCH c_input INTO v_next;
        END WHILE;
        CLOSE c_input;
      END;
    END IF;
    IF v_inputs = 0 AND v_least < 4 AND v_importance IS NOT NULL THEN
      SET v_bound = GREATEST(COALESCE(v_bound, 0), LEAST(v_least, v_importance));
    END IF;
  END WHILE;
  SET @pc_asked_scope = v_scope_was, @pc_asked_memory = v_memory_was, @pc_asked_first = v_first_was;
  SET @pc_asked_last = v_last_was, @pc_asked_revision = v_revision_was, @pc_asked_mirrored = v_mirrored_was;
  SET @pc_asked_tail = v_tail_was, @pc_asked_tail_of = v_tail_of_was;
  RETURN v_bound;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (48, 'pc_merge_bound');
