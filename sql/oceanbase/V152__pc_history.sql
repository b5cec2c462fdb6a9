-- What happened to an entry: its versions with their texts, what they are worth today, who marked it, and what took its place?
-- One row an event, nothing is left out.
--
--   CALL pc_history('s', 'memory', 'ent_1');
--
-- Events are the manifest's changes (add, revise, deactivate, reactivate, compact); what became of relations that name the
-- entry (equal, similar, contradicts, supersedes, superseded_by: value is the status, reason the relation, other_* the
-- entry on its other side); its marks (value is `mark=value`); and behind them `chain`, the supersessions from the second hop
-- to the end. They stand in the order of the revision at which they took effect; within one, changes before relations
-- before marks. validity, its reason and the successor are today's, of the version that an add or a revise made.
-- Refuses bad arguments in their order, not_installed, and an entry that authority does not know (entry_unknown).

DROP PROCEDURE IF EXISTS pc_history;

DELIMITER //
CREATE PROCEDURE pc_history(p_scope MEDIUMBLOB, p_memory MEDIUMBLOB, p_entry_id MEDIUMBLOB)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_adapter VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_scope VARBINARY(1024);
  DECLARE v_memory, v_entry, v_relation, v_at_memory, v_at_entry VARBINARY(512);
  DECLARE v_chain, v_met LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT '';
  DECLARE v_hop BIGINT DEFAULT 0;
  CALL pc_check_text('scope', p_scope, 'scope_id_chars');
  CALL pc_check_text('memory', p_memory, 'artifact_id_chars');
  CALL pc_check_text('entry_id', p_entry_id, 'entry_id_chars');
  SET v_scope = p_scope, v_memory = p_memory, v_entry = p_entry_id;
  CALL pc_require_store(v_adapter);
  SET @pc_as_of_scope = NULL, @pc_as_of_memory = NULL, @pc_as_of_revision = NULL;
  IF pc_entry_newest(v_scope, v_memory, v_entry) IS NULL THEN
    CALL pc_refuse('entry_unknown', v_entry, v_memory);
  END IF;
  -- The chain of standing supersessions; one that leads back to where it has been ends there.
  SET v_at_memory = v_memory, v_at_entry = v_entry;
  SET v_met = CONCAT(';', HEX(v_at_memory), ',', HEX(v_at_entry), ';');
  WHILE v_at_entry IS NOT NULL DO
    CALL pc_standing_successor(v_scope, v_at_memory, v_at_entry, v_relation, v_at_memory, v_at_entry);
    SET v_hop = v_hop + 1;
    IF LOCATE(CONCAT(';', HEX(v_at_memory), ',', HEX(v_at_entry), ';'), v_met) > 0 THEN
      SET v_at_entry = NULL;
    END IF;
    IF v_at_entry IS NOT NULL THEN
      SET v_met = CONCAT(v_met, HEX(v_at_memory), ',', HEX(v_at_entry), ';');
      IF v_hop > 1 THEN
        SET v_chain = CONCAT(v_chain, IF(v_chain = '', '', ','), '[', v_hop, ',', pc_json_string(v_relation), ',',
          pc_json_string(v_at_memory), ',', pc_json_string(v_at_entry), ']');
      END IF;
    END IF;
  END WHILE;
  SET v_chain = CONCAT('[', v_chain, ']');
  CALL pc_ask(v_scope, v_memory, v_entry, v_entry);
  SELECT ROW_NUMBER() OVER (ORDER BY h.revision IS NULL, h.revision, h.class, h.id, h.ordinal) AS seq, h.revision, h.event,
    CONVERT(h.entry_version_id USING utf8mb4) AS entry_version_id, CONVERT(h.kind USING utf8mb4) AS kind,
    CONVERT(h.text USING utf8mb4) AS text, h.value, h.reason,
    CONVERT(h.other_memory_artifact_id USING utf8mb4) AS other_memory_artifact_id,
    CONVERT(h.other_entry_id USING utf8mb4) AS other_entry_id, h.actor, h.recorded_at, h.validity, h.validity_reason,
    CONVERT(h.successor_entry_id USING utf8mb4) AS successor_entry_id,
    CONVERT(h.successor_entry_version_id USING utf8mb4) AS successor_entry_version_id
  FROM (
    SELECT c.revision, 0 AS class, CAST('' AS BINARY) AS id, c.ordinal, c.op AS event, v.entry_version_id,
      CASE WHEN c.op IN ('add', 'revise') THEN CAST(e.kind AS BINARY) END AS kind,
      CASE WHEN c.op IN ('add', 'revise') THEN CAST(e.text AS BINARY) END AS text,
      CAST(NULL AS CHAR(1024)) AS value, c.reason, CAST(NULL AS BINARY) AS other_memory_artifact_id,
      CAST(NULL AS BINARY) AS other_entry_id, CAST(NULL AS CHAR(512)) AS actor, o.recorded_at,
      CASE WHEN c.op IN ('add', 'revise') THEN d.validity END AS validity,
      CASE WHEN c.op IN ('add', 'revise') THEN d.validity_reason END AS validity_reason,
      CASE WHEN c.op IN ('add', 'revise') THEN d.successor_entry_id END AS successor_entry_id,
      CASE WHEN c.op IN ('add', 'revise') THEN d.successor_entry_version_id END AS successor_entry_version_id
    FROM pc_asked_change c
    -- The version that the entry had once the change was made.
    LEFT JOIN pc_asked_entry v ON v.place = (
      SELECT MAX(w.place) FROM pc_asked_entry w WHERE w.created_in_revision <= c.revision)
    LEFT JOIN pc_authority_entry e ON e.scope_id = CONVERT(v_scope USING utf8mb4) COLLATE utf8mb4_bin
      AND e.memory_artifact_id = CONVERT(v_memory USING utf8mb4) COLLATE utf8mb4_bin
      AND e.entry_id = CONVERT(v_entry USING utf8mb4) COLLATE utf8mb4_bin
      AND CAST(e.scope_id AS BINARY) = v_scope AND CAST(e.memory_artifact_id AS BINARY) = v_memory
      AND CAST(e.entry_id AS BINARY) = v_entry AND CAST(e.entry_version_id AS BINARY) = v.entry_version_id
    LEFT JOIN pc_derivation d ON d.entry_version_id = v.entry_version_id
    LEFT JOIN pc_lifecycle_observation o ON o.scope_id = v_scope AND o.memory_artifact_id = v_memory
      AND o.entry_id = v_entry AND o.entry_version_id = v.entry_version_id AND o.revision = c.revision
    UNION ALL
    SELECT CASE s.side WHEN 1 THEN x.subject_revision ELSE x.object_revision END, 1, r.relation_id, x.ordinal,
      CASE WHEN r.kind <> 'supersedes' THEN r.kind WHEN s.side = 1 THEN 'supersedes' ELSE 'superseded_by' END,
      CASE s.side WHEN 1 THEN r.subject_entry_version_id ELSE r.object_entry_version_id END, NULL, NULL, x.status,
      CONVERT(r.relation_id USING utf8mb4),
      CASE s.side WHEN 1 THEN r.object_memory_artifact_id ELSE r.subject_memory_artifact_id END,
      CASE s.side WHEN 1 THEN r.object_entry_id ELSE r.subject_entry_id END, NULL, x.recorded_at, NULL, NULL, NULL, NULL
    FROM (
      SELECT 1 AS side, r.relation_id FROM pc_lifecycle_relation r
      WHERE r.scope_id = v_scope AND r.subject_memory_artifact_id = v_memory AND r.subject_entry_id = v_entry
      UNION ALL
      SELECT 0, r.relation_id FROM pc_lifecycle_relation r
      WHERE r.scope_id = v_scope AND r.object_memory_artifact_id = v_memory AND r.object_entry_id = v_entry
    ) s
    INNER JOIN pc_lifecycle_relation r ON r.scope_id = v_scope AND r.relation_id = s.relation_id
    INNER JOIN pc_lifecycle_relation_event x ON x.scope_id = v_scope AND x.relation_id = s.relation_id
    UNION ALL
    SELECT m.revision, 2, '', m.ordinal, 'mark', NULL, NULL, NULL, CONCAT(m.mark, '=', COALESCE(m.value, '')), m.reason,
      NULL, NULL, m.actor, m.recorded_at, NULL, NULL, NULL, NULL
    FROM pc_lifecycle_mark m
    WHERE m.scope_id = v_scope AND m.memory_artifact_id = v_memory AND m.entry_id = v_entry
    UNION ALL
    SELECT NULL, 3, '', j.hop, 'chain', NULL, NULL, NULL, CAST(j.hop AS CHAR(20)), j.relation_id, j.memory_artifact_id,
      j.entry_id, NULL, NULL, NULL, NULL, NULL, NULL
    FROM JSON_TABLE(v_chain, '$[*]' COLUMNS (
      hop BIGINT PATH '$[0]', relation_id VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin PATH '$[1]',
      memory_artifact_id VARBINARY(512) PATH '$[2]', entry_id VARBINARY(512) PATH '$[3]')) j
  ) h
  ORDER BY seq;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (152, 'pc_history');
