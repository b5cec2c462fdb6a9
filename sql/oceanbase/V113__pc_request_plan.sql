-- What is to be done for a request? The options, what is known of the candidates, and the policy in force, as one flat JSON
-- object; or {"refusal": "pc: …"}.
--
--   SELECT pc_request_plan('rank', '[{"name": "fts", "hits": []}]', 28, '{"scope_id": "s", "limit": 5}', 29, 1);
--
-- The surface is `rank`, `fuse` (candidates are channels) or `reorder` (a pool). The numbers are the lengths of the texts as
-- they were given: NULL where nothing was given; a length without a text is none in UTF-8. Order: NULL and encoding, size,
-- JSON, top level (the candidates before the options), options, candidates; then what only the store tells: not installed,
-- of a newer kind, a policy that is not registered, a revision that the Memory does not have, several Memories.
--
-- The last argument 0 leaves the hits to the statement that reads them anyway, where the rest is plainly right: the plan then
-- says `is_checked` 0, and what that statement doubts is asked again with 1. A refusal is a value here and not an error,
-- because JSON_TABLE, which reads the plan, swallows the error of its argument.

DROP FUNCTION IF EXISTS pc_request_plan;

DELIMITER //
CREATE FUNCTION pc_request_plan(
  p_surface VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_subject LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_subject_length BIGINT,
  p_options LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_options_length BIGINT,
  p_is_exact INT
)
RETURNS LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_options, v_known, v_policy LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_name VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT IF(p_surface = 'reorder', 'pool', 'channels');
  DECLARE v_refusal VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_scope, v_memory, v_only_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_asked, v_adapter, v_schema VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_names VARCHAR(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_revision BIGINT;
  DECLARE v_known_schema BIGINT;
  DECLARE v_is_many, v_is_checked INT DEFAULT 1;
  DECLARE v_step INT DEFAULT 1;
  IF p_subject IS NULL THEN
    RETURN JSON_OBJECT('refusal',
      pc_refusal(IF(p_subject_length IS NULL, 'argument_null', 'text_not_utf8'), v_name, NULL));
  END IF;
  IF p_options IS NULL AND p_options_length IS NOT NULL THEN
    RETURN JSON_OBJECT('refusal', pc_refusal('text_not_utf8', 'options', NULL));
  END IF;
  WHILE v_step <= 3 AND v_refusal IS NULL DO
    -- What a step surely finds right is not handed to it: a call takes as long as its text.
    IF NOT (v_step = 1 AND LENGTH(p_subject) <= 65535 OR v_step = 3 AND LEFT(p_subject, 1) = '[') THEN
      SET v_refusal = pc_json_refusal(v_name, p_subject, 'array', v_step);
    END IF;
    IF v_refusal IS NULL AND p_options IS NOT NULL AND NOT (v_step = 1 AND LENGTH(p_options) <= 65535
        OR v_step = 3 AND LEFT(p_options, 1) = '{') THEN
      SET v_refusal = pc_json_refusal('options', p_options, 'object', v_step);
    END IF;
    SET v_step = v_step + 1;
  END WHILE;
  IF v_refusal IS NOT NULL THEN
    RETURN JSON_OBJECT('refusal', v_refusal);
  END IF;
  SET v_options = pc_read_options(p_surface, p_options);
  IF LEFT(v_options, 11) = '{"refusal":' THEN
    RETURN v_options;
  END IF;
  SELECT o.scope_id, o.policy, o.revision INTO v_scope, v_asked, v_revision
  FROM JSON_TABLE(v_options, '$' COLUMNS (
    scope_id VARCHAR(256) PATH '$.scope_id', policy VARCHAR(64) PATH '$.policy', revision BIGINT PATH '$.revision'
  )) o;
  -- Without a scope in the options the hits say which policy; a revision must be one of their Memory.
  IF p_is_exact = 0 AND v_scope IS NOT NULL AND v_revision IS NULL THEN
    SET v_names = pc_plain_channels(p_subject);
    SET v_is_checked = v_names IS NULL;
  END IF;
  IF v_is_checked = 1 THEN
    IF p_surface = 'reorder' THEN
      SET v_known = pc_read_pool(p_subject, v_scope);
    ELSE
      SET v_known = pc_read_channels(p_subject, v_scope);
    END IF;
    IF LEFT(v_known, 11) = '{"refusal":' THEN
      RETURN v_known;
    END IF;
    SELECT k.names, k.scope_id, k.memory_artifact_id, k.is_many INTO v_names, v_only_scope, v_memory, v_is_many
    FROM JSON_TABLE(v_known, '$' COLUMNS (
      names VARCHAR(2048) PATH '$.names', scope_id VARCHAR(256) PATH '$.scope_id',
      memory_artifact_id VARCHAR(128) PATH '$.memory_artifact_id', is_many INT PATH '$.is_many'
    )) k;
  END IF;
  IF p_surface = 'fuse' THEN
    RETURN JSON_MERGE_PATCH(JSON_OBJECT('names', v_names), v_options);
  END IF;

  SELECT MAX(CASE WHEN s.name = 'adapter' THEN s.value END), MAX(CASE WHEN s.name = 'schema_version' THEN s.value END),
    MAX(l.value)
  INTO v_adapter, v_schema, v_known_schema
  FROM pc_lifecycle_limit l LEFT JOIN pc_lifecycle_setting s ON s.name IN ('adapter', 'schema_version')
  WHERE l.name = 'schema_version';
  IF v_adapter IS NULL THEN
    SET v_refusal = pc_refusal('not_installed', NULL, NULL);
  ELSEIF CAST(v_schema AS SIGNED) > v_known_schema THEN
    SET v_refusal = pc_refusal('store_newer', v_schema, CAST(v_known_schema AS CHAR));
  ELSEIF v_asked IS NOT NULL THEN
    SET v_step = (SELECT pc_policy_intact(p.policy_id, p.body, p.sha256) FROM pc_lifecycle_policy p WHERE p.policy_id = v_asked);
    IF v_step IS NULL THEN
      SET v_refusal = pc_refusal('policy_unknown', v_asked, NULL);
    ELSEIF v_step = 0 THEN
      SET v_refusal = pc_refusal('internal', 'a policy was altered', NULL);
    END IF;
  END IF;
  IF v_refusal IS NULL AND v_revision IS NOT NULL AND (v_is_many = 1 OR v_memory IS NOT NULL) THEN
    SET v_refusal = pc_view_refusal(p_surface, p_subject, v_scope, v_revision, v_is_many);
  END IF;
  IF v_refusal IS NULL THEN
    -- Candidates of several scopes may still leave a pool of one: then the statement itself asks for the plan.
    IF v_scope IS NULL AND v_only_scope IS NULL AND v_is_many = 1 THEN
      SET v_policy = '{"is_late": 1}';
    ELSE
      SET v_policy = pc_policy_plan(CAST(IFNULL(v_scope, v_only_scope) AS BINARY), v_asked);
    END IF;
    IF LEFT(v_policy, 11) = '{"refusal":' THEN
      SET v_refusal = JSON_UNQUOTE(JSON_EXTRACT(v_policy, '$.refusal'));
    END IF;
  END IF;
  IF v_refusal IS NOT NULL THEN
    -- What is wrong with the hits comes first.
    IF v_is_checked = 0 THEN
      SET v_known = pc_read_channels(p_subject, v_scope);
      IF LEFT(v_known, 11) = '{"refusal":' THEN
        RETURN v_known;
      END IF;
    END IF;
    RETURN JSON_OBJECT('refusal', v_refusal);
  END IF;
  -- Keys: `scope_id` is the options' own from here on, the candidates' only Memory is named `only_*`.
  RETURN JSON_MERGE_PATCH(
    JSON_OBJECT('asked_policy', v_asked, 'only_scope_id', v_only_scope, 'only_memory_artifact_id', IF(v_is_many = 1, NULL, v_memory),
                'names', v_names, 'is_checked', v_is_checked),
    JSON_REMOVE(v_options, '$.policy'), v_policy);
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (113, 'pc_request_plan');
