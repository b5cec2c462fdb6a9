-- Which policy ranks a scope, and what are its terms? A JSON object of lists that a statement can cut up.
--
--   SELECT pc_policy_plan('s', NULL);
--   -- {"ages": null, "terms": null, "levels": "-3,0,3,3,0,0,0,0", "policy": "importance.seed.v1", "sha256": "…",
--   --  "neutral_reason": null, "max_displacement": 2}
--   SELECT pc_policy_plan('s', 'neutral');        -- {"policy": null, "neutral_reason": "not_enabled"}
--
-- In force is the policy asked for where the scope has it enabled, else the one enabled last; none while a Memory of
-- the scope is not ready. Levels are the terms of importance 0 to 3, then those of authority 0 to 3. Ages are band limits
-- of 20 figures each, sixteen of them, a band that is not there never reached. Refuses, as a value, a policy whose stored
-- body is not what was registered; whether the policy asked for exists is checked before.

-- Is a stored policy what pc_register_policy wrote under this name? 1 or 0.
DROP FUNCTION IF EXISTS pc_policy_intact;

DELIMITER //
CREATE FUNCTION pc_policy_intact(
  p_policy VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_body LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_sha256 VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
)
RETURNS INT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  -- JSON too deep raises.
  DECLARE EXIT HANDLER FOR SQLEXCEPTION RETURN 0;
  IF p_sha256 <> SHA2(p_body, 256) OR JSON_VALID(p_body) = 0 THEN
    RETURN 0;
  END IF;
  RETURN IFNULL(JSON_UNQUOTE(JSON_EXTRACT(p_body, '$.id')) = p_policy, 0);
END
//
DELIMITER ;

DROP FUNCTION IF EXISTS pc_policy_plan;

DELIMITER //
CREATE FUNCTION pc_policy_plan(
  p_scope VARBINARY(1024),
  p_policy VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
)
RETURNS LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_policy VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_sha256 VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_body LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_importance, v_provenance VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_ages, v_terms VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT '';
  DECLARE v_age VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_displacement, v_at, v_bands INT DEFAULT 0;
  IF p_scope IS NULL THEN
    RETURN JSON_OBJECT('policy', NULL, 'neutral_reason', 'no_policy');
  END IF;
  SELECT r.policy_id, p.body, p.sha256, p.max_displacement
  INTO v_policy, v_body, v_sha256, v_displacement
  FROM pc_lifecycle_ranking r
  JOIN pc_lifecycle_policy p ON p.policy_id = r.policy_id
  WHERE r.scope_id = p_scope AND r.enabled = 1 AND (p_policy IS NULL OR r.policy_id = p_policy) AND NOT EXISTS (
    SELECT 1 FROM pc_lifecycle_ranking l
    WHERE l.scope_id = r.scope_id AND l.policy_id = r.policy_id AND l.ordinal > r.ordinal
  )
  ORDER BY r.ordinal DESC LIMIT 1;
  IF v_policy IS NULL THEN
    RETURN JSON_OBJECT('policy', NULL, 'neutral_reason', IF(p_policy IS NULL, 'no_policy', 'not_enabled'));
  END IF;
  IF pc_policy_intact(v_policy, v_body, v_sha256) = 0 THEN
    RETURN JSON_OBJECT('refusal', pc_refusal('internal', 'a policy was altered', NULL));
  END IF;
  IF pc_scope_unready(p_scope) > 0 THEN
    RETURN JSON_OBJECT('policy', NULL, 'neutral_reason', 'not_ready');
  END IF;
  SELECT CONCAT(IFNULL(b.low, '0'), ',', IFNULL(b.normal, '0'), ',', IFNULL(b.high, '0'), ',', IFNULL(b.critical, '0')),
         CONCAT(IFNULL(b.a0, '0'), ',', IFNULL(b.a1, '0'), ',', IFNULL(b.a2, '0'), ',', IFNULL(b.a3, '0'))
  INTO v_importance, v_provenance
  FROM JSON_TABLE(v_body, '$' COLUMNS (
    low VARCHAR(8) PATH '$.importance.low', normal VARCHAR(8) PATH '$.importance.normal',
    high VARCHAR(8) PATH '$.importance.high', critical VARCHAR(8) PATH '$.importance.critical',
    a0 VARCHAR(8) PATH '$.provenance.untrusted', a1 VARCHAR(8) PATH '$.provenance.user_asserted',
    a2 VARCHAR(8) PATH '$.provenance.repository_attested', a3 VARCHAR(8) PATH '$.provenance.system_attested'
  )) b;
  SET v_bands = IFNULL(JSON_LENGTH(v_body, '$.freshness.bands'), 0);
  WHILE v_at < v_bands DO
    SET v_age = JSON_UNQUOTE(JSON_EXTRACT(v_body, CONCAT('$.freshness.bands[', v_at, '].min_age')));
    SET v_ages = CONCAT(v_ages, LPAD(v_age, 20, '0'));
    SET v_terms = CONCAT(v_terms, JSON_UNQUOTE(JSON_EXTRACT(v_body, CONCAT('$.freshness.bands[', v_at, '].term'))), ',');
    SET v_at = v_at + 1;
  END WHILE;
  RETURN JSON_OBJECT(
    'policy', v_policy, 'sha256', v_sha256, 'max_displacement', v_displacement, 'neutral_reason', NULL,
    'levels', CONCAT(v_importance, ',', v_provenance),
    'ages', IF(v_bands = 0, NULL, RPAD(v_ages, 320, '9')), 'terms', IF(v_bands = 0, NULL, v_terms)
  );
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (110, 'pc_policy_plan');
