-- How is a derivation asked? Names a Memory and a range of its entries; the views of V050 on then answer about it.
--
--   CALL pc_ask('s', 'memory', 'ent_1', 'ent_1');      one entry
--   CALL pc_ask('s', 'memory', NULL, NULL);            all of them
--
-- Fixes the last revision that counts: the head, or for the Memory of @pc_as_of_scope and @pc_as_of_memory the revision
-- @pc_as_of_revision. Reads what the authority did after the copied revisions, once for the same head. A Memory that
-- authority does not know is asked about as at revision 0: no rows. Refuses a state of PowerContext 1.4 that this does
-- not know (authority_unreadable): whether it withdraws a memory is not for us to guess; and a Memory that was restored from
-- before what was copied of it (authority_behind). Nothing here is a write; the question belongs to the session, and whoever
-- asks sets all of it.

DROP PROCEDURE IF EXISTS pc_ask;

DELIMITER //
CREATE PROCEDURE pc_ask(
  p_scope VARBINARY(1024), p_memory VARBINARY(512), p_first VARBINARY(512), p_last VARBINARY(512)
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_scope USING utf8mb4);
  DECLARE v_memory VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_memory USING utf8mb4);
  DECLARE v_head BIGINT DEFAULT 0;
  DECLARE v_mirrored BIGINT DEFAULT 0;
  DECLARE v_unreadable INT;
  DECLARE v_key VARBINARY(2048);
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_head = 0, v_mirrored = 0;
  SELECT h.revision, h.mirrored_revision, CASE WHEN g.lifecycle_state NOT IN ('active', 'deprecated', 'retired') THEN 1 END
    INTO v_head, v_mirrored, v_unreadable FROM pc_authority_head h
    LEFT JOIN pc_authority_state g ON g.scope_id = v_scope AND g.memory_artifact_id = v_memory
    WHERE h.scope_id = v_scope AND h.memory_artifact_id = v_memory
      AND CAST(h.scope_id AS BINARY) = p_scope AND CAST(h.memory_artifact_id AS BINARY) = p_memory;
  IF v_unreadable = 1 THEN
    CALL pc_refuse('authority_unreadable', p_memory, NULL);
  END IF;
  IF v_mirrored > v_head THEN
    CALL pc_refuse('authority_behind', p_memory, NULL);
  END IF;
  IF v_head > v_mirrored THEN
    SET v_key = CAST(CONCAT(HEX(p_scope), '/', HEX(p_memory), '/', v_mirrored, '/', v_head) AS BINARY);
    IF @pc_asked_tail_of IS NULL OR @pc_asked_tail_of <> v_key THEN
      SET @pc_asked_tail = pc_tail(p_scope, p_memory, v_mirrored, v_head);
      SET @pc_asked_tail_of = v_key;
    END IF;
  ELSEIF @pc_asked_tail_of IS NOT NULL THEN
    SET @pc_asked_tail = NULL, @pc_asked_tail_of = NULL;
  END IF;
  SET @pc_asked_scope = p_scope, @pc_asked_memory = p_memory, @pc_asked_mirrored = v_mirrored;
  SET @pc_asked_first = COALESCE(p_first, '');
  -- The greatest id: 128 times the greatest character.
  SET @pc_asked_last = COALESCE(p_last, REPEAT(X'F48FBFBF', 128));
  SET @pc_asked_revision = v_head;
  IF @pc_as_of_revision IS NOT NULL AND @pc_as_of_scope = p_scope AND @pc_as_of_memory = p_memory THEN
    SET @pc_asked_revision = LEAST(v_head, @pc_as_of_revision);
  END IF;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (40, 'pc_ask');
