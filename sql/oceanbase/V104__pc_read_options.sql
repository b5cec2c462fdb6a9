-- What does a caller of pc_reorder, pc_fuse, pc_rank or pc_trace ask for? The options checked, as one JSON object.
--
--   SELECT pc_read_options('rank', '{"scope_id": "s", "limit": 5}');
--   -- {"view": "current", "as_of": null, "limit": 5, "policy": null, "scope_id": "s", "coarse_limit": 5, …}
--   SELECT pc_read_options('rank', '{}');
--   -- {"refusal": "pc: bad_input: limit is missing; give limit or coarse_limit"}
--
-- The surface is `reorder`, `fuse` or `rank`; each knows its own keys. NULL stands for {}. First failure wins: an
-- unknown key, then each option in the order scope_id, limit, coarse_limit, policy, intent, as_of, view (a given null
-- is a wrong type), intent historical without a view, no limit at all, limit over coarse_limit.

DROP FUNCTION IF EXISTS pc_read_options;

DELIMITER //
CREATE FUNCTION pc_read_options(
  p_surface VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_options LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
)
RETURNS LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_refusal VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_key VARBINARY(25);
  DECLARE v_known, v_has_scope, v_has_limit, v_has_coarse, v_has_policy, v_has_intent, v_has_as_of, v_has_view INT;
  DECLARE v_scope_type, v_limit_type, v_coarse_type, v_policy_type, v_intent_type, v_as_of_type, v_view_type
    VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_policy, v_intent, v_view VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_limit, v_coarse, v_as_of VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_most BIGINT DEFAULT 0;
  SELECT o.has_scope, JSON_TYPE(o.scope_json), o.scope_id, o.has_limit, JSON_TYPE(o.limit_json), o.limit_text,
         o.has_coarse, JSON_TYPE(o.coarse_json), o.coarse_text, o.has_policy, JSON_TYPE(o.policy_json), o.policy,
         o.has_intent, JSON_TYPE(o.intent_json), o.intent, o.has_as_of, JSON_TYPE(o.as_of_json), o.as_of,
         o.has_view, JSON_TYPE(o.view_json), o.view_text, JSON_LENGTH(o.whole)
  INTO v_has_scope, v_scope_type, v_scope, v_has_limit, v_limit_type, v_limit,
       v_has_coarse, v_coarse_type, v_coarse, v_has_policy, v_policy_type, v_policy,
       v_has_intent, v_intent_type, v_intent, v_has_as_of, v_as_of_type, v_as_of,
       v_has_view, v_view_type, v_view, v_known
  FROM JSON_TABLE(IFNULL(p_options, '{}'), '$' COLUMNS (
    whole JSON PATH '$',
    has_scope INT EXISTS PATH '$.scope_id', scope_json JSON PATH '$.scope_id', scope_id VARCHAR(256) PATH '$.scope_id',
    has_limit INT EXISTS PATH '$.limit', limit_json JSON PATH '$.limit', limit_text VARCHAR(20) PATH '$.limit',
    has_coarse INT EXISTS PATH '$.coarse_limit', coarse_json JSON PATH '$.coarse_limit',
    coarse_text VARCHAR(20) PATH '$.coarse_limit',
    has_policy INT EXISTS PATH '$.policy', policy_json JSON PATH '$.policy', policy VARCHAR(64) PATH '$.policy',
    has_intent INT EXISTS PATH '$.intent', intent_json JSON PATH '$.intent', intent VARCHAR(64) PATH '$.intent',
    has_as_of INT EXISTS PATH '$.as_of', as_of_json JSON PATH '$.as_of', as_of VARCHAR(20) PATH '$.as_of',
    has_view INT EXISTS PATH '$.view', view_json JSON PATH '$.view', view_text VARCHAR(64) PATH '$.view'
  )) o;

  -- Fewer keys known than given: one does not belong.
  IF v_known <> v_has_scope + IF(p_surface = 'reorder', 0, v_has_limit + v_has_coarse)
              + IF(p_surface = 'fuse', 0, v_has_policy + v_has_intent + v_has_as_of + v_has_view) THEN
    SET v_key = pc_unknown_key(p_options, CASE p_surface
      WHEN 'reorder' THEN 'scope_id,policy,intent,as_of,view'
      WHEN 'fuse' THEN 'scope_id,limit,coarse_limit'
      ELSE 'scope_id,limit,coarse_limit,policy,intent,as_of,view' END);
    RETURN JSON_OBJECT('refusal', pc_refusal('option_unknown', v_key, NULL));
  END IF;
  IF v_has_scope + v_has_limit + v_has_coarse > 0 THEN
    SET v_most = (SELECT l.value FROM pc_lifecycle_limit l
                  WHERE l.name = IF(v_has_limit + v_has_coarse > 0, 'pool_members', 'scope_id_chars'));
  END IF;
  -- An integer from 2^32 on has the type UNSIGNED INTEGER. A value of another type, or too long for its column, came as NULL.
  IF v_has_scope = 1 AND (IFNULL(v_scope_type, '') <> 'STRING' OR IFNULL(LENGTH(v_scope), 0) = 0
                          OR INSTR(CAST(v_scope AS BINARY), X'00') > 0) THEN
    SET v_refusal = pc_refusal('option_id', 'scope_id',
      (SELECT l.value FROM pc_lifecycle_limit l WHERE l.name = 'scope_id_chars'));
  ELSEIF v_has_limit = 1 AND (IFNULL(v_limit_type, '') <> 'INTEGER' OR CAST(v_limit AS SIGNED) NOT BETWEEN 1 AND v_most) THEN
    SET v_refusal = pc_refusal('option_count', 'limit', NULL);
  ELSEIF v_has_coarse = 1 AND (IFNULL(v_coarse_type, '') <> 'INTEGER' OR CAST(v_coarse AS SIGNED) NOT BETWEEN 1 AND v_most) THEN
    SET v_refusal = pc_refusal('option_count', 'coarse_limit', NULL);
  ELSEIF v_has_policy = 1 AND (IFNULL(v_policy_type, '') <> 'STRING' OR v_policy IS NULL OR LENGTH(v_policy) = 0
                               OR v_policy REGEXP '[^a-z0-9._-]') THEN
    SET v_refusal = pc_refusal('option_policy', NULL, NULL);
  ELSEIF v_has_intent = 1 AND (IFNULL(v_intent_type, '') <> 'STRING' OR v_intent IS NULL OR CAST(v_intent AS BINARY)
                               NOT IN (X'63757272656E74', X'686973746F726963616C', X'756E737065636966696564')) THEN
    SET v_refusal = pc_refusal('option_intent', NULL, NULL);
  ELSEIF v_has_as_of = 1 AND NOT (IFNULL(v_as_of_type, '') = 'INTEGER' OR (IFNULL(v_as_of_type, '') = 'UNSIGNED INTEGER'
                                   AND CAST(v_as_of AS UNSIGNED) <= 9223372036854775807)) THEN
    SET v_refusal = pc_refusal('option_as_of', NULL, NULL);
  ELSEIF v_has_view = 1 AND (v_view_type IS NULL OR v_view IS NULL OR NOT (v_view_type = 'INTEGER' OR
         (v_view_type = 'UNSIGNED INTEGER' AND CAST(v_view AS UNSIGNED) <= 9223372036854775807) OR
         (v_view_type = 'STRING' AND CAST(v_view AS BINARY) IN (X'63757272656E74', X'686973746F7279')))) THEN
    SET v_refusal = pc_refusal('option_view', NULL, NULL);
  ELSEIF v_intent = 'historical' AND v_has_view = 0 THEN
    SET v_refusal = pc_refusal('historical_without_view', NULL, NULL);
  ELSEIF p_surface <> 'reorder' AND v_has_limit + v_has_coarse = 0 THEN
    SET v_refusal = pc_refusal('limit_missing', NULL, NULL);
  ELSEIF v_has_limit = 1 AND v_has_coarse = 1 AND CAST(v_limit AS SIGNED) > CAST(v_coarse AS SIGNED) THEN
    SET v_refusal = pc_refusal('limit_order', v_limit, v_coarse);
  END IF;
  IF v_refusal IS NOT NULL THEN
    RETURN JSON_OBJECT('refusal', v_refusal);
  END IF;
  RETURN JSON_OBJECT(
    'scope_id', v_scope,
    'limit', CAST(IFNULL(v_limit, v_coarse) AS SIGNED),
    'coarse_limit', CAST(IFNULL(v_coarse, v_limit) AS SIGNED),
    'policy', v_policy,
    -- The moment by which freshness is judged: for another intent, age says nothing.
    'as_of', IF(v_intent = 'current', v_as_of, NULL),
    'view', IF(v_view_type LIKE '%INTEGER', 'revision', IFNULL(v_view, 'current')),
    'revision', IF(v_view_type LIKE '%INTEGER', CAST(v_view AS SIGNED), NULL)
  );
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (104, 'pc_read_options');
