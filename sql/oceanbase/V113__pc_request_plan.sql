-- What is to be done for this session's request? The options, what is known of the candidates, and the policy in force,
-- as one flat JSON object; or {"refusal": "pc: …"}.
--
--   SET @pc_channels = '[{"name": "fts", "hits": []}]', @pc_options = '{"scope_id": "s", "limit": 5}';
--   SELECT pc_request_plan('rank');
--
-- The request stands in @pc_channels (`fuse`, `rank`) or @pc_pool (`reorder`), and @pc_options; inside a CALL, in its arguments. A refusal is a value
-- here and not an error, because JSON_TABLE, which reads the plan, swallows the error of its argument. Order: NULL and
-- encoding, size, JSON, top level (the candidates before the options), options, candidates; then what only the store
-- tells: not installed, a policy that is not registered, a revision that the Memory does not have, several Memories.

DROP FUNCTION IF EXISTS pc_request_plan;

DELIMITER //
CREATE FUNCTION pc_request_plan(p_surface VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin)
RETURNS LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_subject, v_options, v_known, v_policy LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_name VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT IF(p_surface = 'reorder', 'pool', 'channels');
  DECLARE v_refusal VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_scope, v_memory, v_only_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_asked VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_names VARCHAR(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT '';
  DECLARE v_revision BIGINT;
  DECLARE v_step, v_is_many, v_at INT DEFAULT 1;
  SET v_subject = pc_request_text(v_name), v_options = pc_request_text('options');
  IF v_subject IS NULL THEN
    RETURN JSON_OBJECT('refusal', pc_refusal(
      IF(CASE WHEN @pc_call > 0 THEN @pc_call_subject WHEN p_surface = 'reorder' THEN LENGTH(@pc_pool) ELSE LENGTH(@pc_channels) END
         IS NULL, 'argument_null', 'text_not_utf8'), v_name, NULL));
  END IF;
  IF v_options IS NULL AND IF(@pc_call > 0, @pc_call_options, LENGTH(@pc_options)) IS NOT NULL THEN
    RETURN JSON_OBJECT('refusal', pc_refusal('text_not_utf8', 'options', NULL));
  END IF;
  WHILE v_step <= 3 AND v_refusal IS NULL DO
    -- What a step surely finds right is not handed to it: a call takes as long as its text.
    IF NOT (v_step = 1 AND LENGTH(v_subject) <= 65535 OR v_step = 3 AND LEFT(v_subject, 1) = '[') THEN
      SET v_refusal = pc_json_refusal(v_name, v_subject, 'array', v_step);
    END IF;
    IF v_refusal IS NULL AND v_options IS NOT NULL AND NOT (v_step = 1 AND LENGTH(v_options) <= 65535
        OR v_step = 3 AND LEFT(v_options, 1) = '{') THEN
      SET v_refusal = pc_json_refusal('options', v_options, 'object', v_step);
    END IF;
    SET v_step = v_step + 1;
  END WHILE;
  IF v_refusal IS NOT NULL THEN
    RETURN JSON_OBJECT('refusal', v_refusal);
  END IF;
  SET v_options = pc_read_options(p_surface, v_options);
  IF LEFT(v_options, 11) = '{"refusal":' THEN
    RETURN v_options;
  END IF;
  SELECT o.scope_id, o.policy, o.revision INTO v_scope, v_asked, v_revision
  FROM JSON_TABLE(v_options, '$' COLUMNS (
    scope_id VARCHAR(256) PATH '$.scope_id', policy VARCHAR(64) PATH '$.policy', revision BIGINT PATH '$.revision'
  )) o;
  IF p_surface = 'reorder' THEN
    SET v_known = pc_read_pool(v_subject, v_scope);
  ELSE
    SET v_known = pc_read_channels(v_subject, v_scope);
  END IF;
  IF LEFT(v_known, 11) = '{"refusal":' THEN
    RETURN v_known;
  END IF;
  -- No name has a comma.
  SET v_at = 0;
  WHILE v_at < JSON_LENGTH(v_known, '$.names') DO
    SET v_names = CONCAT(v_names, JSON_UNQUOTE(JSON_EXTRACT(v_known, CONCAT('$.names[', v_at, ']'))), ',');
    SET v_at = v_at + 1;
  END WHILE;
  IF p_surface = 'fuse' THEN
    RETURN JSON_MERGE_PATCH(JSON_OBJECT('names', v_names), v_options);
  END IF;

  IF NOT EXISTS (SELECT 1 FROM pc_lifecycle_setting s WHERE s.name = 'adapter') THEN
    RETURN JSON_OBJECT('refusal', pc_refusal('not_installed', NULL, NULL));
  END IF;
  IF v_asked IS NOT NULL AND NOT EXISTS (SELECT 1 FROM pc_lifecycle_policy p WHERE p.policy_id = v_asked) THEN
    RETURN JSON_OBJECT('refusal', pc_refusal('policy_unknown', v_asked, NULL));
  END IF;
  SELECT k.scope_id, k.memory_artifact_id, k.is_many INTO v_only_scope, v_memory, v_is_many
  FROM JSON_TABLE(v_known, '$' COLUMNS (
    scope_id VARCHAR(256) PATH '$.scope_id', memory_artifact_id VARCHAR(128) PATH '$.memory_artifact_id',
    is_many INT PATH '$.is_many'
  )) k;
  IF v_revision IS NOT NULL AND (v_is_many = 1 OR v_memory IS NOT NULL) THEN
    SET v_refusal = pc_view_refusal(p_surface, v_subject, v_scope, v_revision, v_is_many);
    IF v_refusal IS NOT NULL THEN
      RETURN JSON_OBJECT('refusal', v_refusal);
    END IF;
  END IF;
  -- Candidates of several scopes may still leave a pool of one: then the statement itself asks for the plan.
  IF v_scope IS NULL AND v_only_scope IS NULL AND v_is_many = 1 THEN
    SET v_policy = '{"is_late": 1}';
  ELSE
    SET v_policy = pc_policy_plan(CAST(IFNULL(v_scope, v_only_scope) AS BINARY), v_asked);
  END IF;
  -- Keys: `scope_id` is the options' own from here on, the candidates' only Memory is named `only_*`.
  RETURN JSON_MERGE_PATCH(
    JSON_OBJECT('asked_policy', v_asked, 'only_scope_id', v_only_scope, 'only_memory_artifact_id', IF(v_is_many = 1, NULL, v_memory),
                'names', v_names),
    JSON_REMOVE(v_options, '$.policy'), v_policy);
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (113, 'pc_request_plan');
