-- How does a scope switch a policy off? {"outcome","policy_id"}; with none enabled, recall has its plain order again.
--
--   CALL pc_disable_ranking('s', 'importance.seed.v1');
--   {"outcome":"disabled","policy_id":"importance.seed.v1"}
--
-- Not enabled: "unchanged". Refuses bad arguments, not_installed, policy_unknown. Transactions as in pc_remember.

DROP PROCEDURE IF EXISTS pc_disable_ranking;

DELIMITER //
CREATE PROCEDURE pc_disable_ranking(p_scope MEDIUMBLOB, p_policy_id MEDIUMBLOB)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_own INT;
  DECLARE v_adapter VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_scope VARBINARY(1024);
  DECLARE v_policy VARBINARY(256);
  DECLARE v_enabled INT;
  DECLARE v_outcome VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT 'unchanged';
  DECLARE EXIT HANDLER FOR SQLEXCEPTION
  BEGIN
    CALL pc_rollback(v_own);
    RESIGNAL;
  END;
  DECLARE EXIT HANDLER FOR 1062, 1205, 1213, SQLSTATE '25000'
  BEGIN
    CALL pc_rollback(v_own);
    CALL pc_refuse('write_raced', NULL, NULL);
  END;
  CALL pc_check_text('scope', p_scope, 'scope_id_chars');
  CALL pc_check_text('policy_id', p_policy_id, 'policy_id_chars');
  SET v_scope = p_scope, v_policy = p_policy_id;
  CALL pc_require_store(v_adapter);
  CALL pc_begin(v_own);
  IF NOT EXISTS (
    SELECT 1 FROM pc_lifecycle_policy p
    WHERE p.policy_id = CONVERT(v_policy USING utf8mb4) AND CAST(p.policy_id AS BINARY) = v_policy) THEN
    CALL pc_refuse('policy_unknown', v_policy, NULL);
  END IF;
  SET v_enabled = (
    SELECT r.enabled FROM pc_lifecycle_ranking r
    WHERE r.scope_id = v_scope AND CAST(r.policy_id AS BINARY) = v_policy
    ORDER BY r.ordinal DESC LIMIT 1);
  IF v_enabled = 1 THEN
    INSERT INTO pc_lifecycle_ranking (scope_id, policy_id, ordinal, enabled, is_default)
    SELECT v_scope, CONVERT(v_policy USING utf8mb4), 1 + MAX(r.ordinal), 0, 0
    FROM pc_lifecycle_ranking r WHERE r.scope_id = v_scope;
    SET v_outcome = 'disabled';
  END IF;
  CALL pc_commit(v_own);
  SELECT CONCAT('{"outcome":', pc_json_string(v_outcome), ',"policy_id":', pc_json_string(v_policy), '}') AS result;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (97, 'pc_disable_ranking');
