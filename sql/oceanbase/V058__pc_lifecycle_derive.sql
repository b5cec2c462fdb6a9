-- What does the projection say about one version, derived now and exactly? The row as a JSON object, keyed by the columns of
-- pc_lifecycle_projection after the identity; NULL when authority does not know the version.
--
--   SELECT JSON_VALUE(pc_lifecycle_derive('s', 'memory', 'ent_1', 'ver_1'), '$.validity');      current
--
-- What a join reads for a Memory whose projection is stale: a view evaluates it only for such rows. With @pc_as_of_scope,
-- @pc_as_of_memory and @pc_as_of_revision set it answers as of that revision of that Memory. About 3 ms a call: for many
-- versions of a stale Memory, CALL pc_ask() and read pc_derivation, or rebuild.

DROP FUNCTION IF EXISTS pc_lifecycle_derive;

DELIMITER //
CREATE FUNCTION pc_lifecycle_derive(
  p_scope VARBINARY(1024), p_memory VARBINARY(512), p_entry VARBINARY(512), p_version VARBINARY(512)
)
RETURNS LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_row LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_row = NULL;
  CALL pc_ask(p_scope, p_memory, p_entry, p_entry);
  SELECT CAST(JSON_OBJECT('importance', d.importance, 'importance_source', d.importance_source,
      'evidence_strength', d.evidence_strength, 'authority_min', d.authority_min, 'authority_max', d.authority_max,
      'verification', d.verification, 'equal_count', d.equal_count, 'similar_count', d.similar_count,
      'contradicts_count', d.contradicts_count, 'supersedes_count', d.supersedes_count, 'validity', d.validity,
      'validity_reason', d.validity_reason, 'successor_entry_id', CONVERT(d.successor_entry_id USING utf8mb4),
      'successor_entry_version_id', CONVERT(d.successor_entry_version_id USING utf8mb4), 'recorded_at', d.recorded_at,
      'effective_at', d.effective_at, 'time_known', d.time_known, 'tier', d.tier, 'session_id', d.session_id,
      'pinned', d.pinned, 'protected', d.protected, 'user_retired', d.user_retired, 'state_class', d.state_class,
      'interval_no', d.interval_no, 'interval_started_at', d.interval_started_at,
      'automatic_action_reason', d.automatic_action_reason, 'source_count', d.source_count,
      'artifact_count', d.artifact_count, 'rule_version', d.rule_version) AS CHAR)
    INTO v_row FROM pc_derivation d WHERE d.entry_version_id = p_version;
  RETURN v_row;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (58, 'pc_lifecycle_derive');
