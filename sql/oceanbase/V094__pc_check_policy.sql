-- Is this a ranking policy? Its id, its canonical body (keys sorted, what was given and nothing else) and how far it may move.
--
--   CALL pc_check_policy('{"id":"mine.v1","max_displacement":1,"importance":{"low":-2,"normal":0,"high":2,"critical":2}}',
--     v_id, v_body, v_displacement);
--
-- Refuses what is no JSON object, unknown and missing keys, values in the order id, max_displacement, importance, provenance
-- (0 or more: trust is never held against a record), freshness; then a policy that could move a member further than
-- max_displacement (policy_spread): the sum of the largest terms minus that of the smallest is at most 2 (D + 1).

DROP PROCEDURE IF EXISTS pc_check_policy;

DELIMITER //
CREATE PROCEDURE pc_check_policy(
  p_policy MEDIUMBLOB,
  OUT p_id VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  OUT p_body LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  OUT p_displacement INT
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_policy JSON;
  DECLARE v_id LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_displacement BIGINT;
  DECLARE v_importance LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_provenance LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_freshness LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_importance_up BIGINT;
  DECLARE v_importance_down BIGINT;
  DECLARE v_provenance_up BIGINT;
  DECLARE v_provenance_down BIGINT;
  DECLARE v_freshness_down BIGINT;
  CALL pc_check_json('policy', p_policy, 'object', 0);
  SET v_policy = CAST(CONVERT(p_policy USING utf8mb4) AS JSON);
  CALL pc_check_keys('policy', v_policy, 'id,max_displacement,importance,provenance,freshness', 'id,max_displacement');
  CALL pc_check_key_text('policy', v_policy, 'id', 'policy_id_chars');
  SET v_id = JSON_UNQUOTE(JSON_EXTRACT(v_policy, '$.id'));
  IF v_id REGEXP '[^a-z0-9._-]' THEN
    CALL pc_refuse('key_invalid', 'policy', 'id');
  END IF;
  CALL pc_check_key_integer('policy', v_policy, 'max_displacement', 0,
    (SELECT l.value FROM pc_lifecycle_limit l WHERE l.name = 'max_displacement'), v_displacement);
  CALL pc_check_terms(v_policy, 'importance', 'low,normal,high,critical', 'critical,high,low,normal',
    (SELECT -l.value FROM pc_lifecycle_limit l WHERE l.name = 'policy_term'),
    v_importance, v_importance_up, v_importance_down);
  CALL pc_check_terms(v_policy, 'provenance', 'untrusted,user_asserted,repository_attested,system_attested',
    'repository_attested,system_attested,untrusted,user_asserted', 0, v_provenance, v_provenance_up, v_provenance_down);
  CALL pc_check_bands(v_policy, v_freshness, v_freshness_down);
  IF v_importance_up + v_provenance_up - v_importance_down - v_provenance_down - v_freshness_down > 2 * (v_displacement + 1) THEN
    CALL pc_refuse('policy_spread', v_id, v_displacement);
  END IF;
  SET p_id = v_id, p_displacement = v_displacement;
  SET p_body = CONCAT('{', IFNULL(CONCAT('"freshness":', v_freshness, ','), ''), '"id":', pc_json_string(v_id), ',',
    IFNULL(CONCAT('"importance":', v_importance, ','), ''), '"max_displacement":', v_displacement,
    IFNULL(CONCAT(',"provenance":', v_provenance), ''), '}');
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (94, 'pc_check_policy');
