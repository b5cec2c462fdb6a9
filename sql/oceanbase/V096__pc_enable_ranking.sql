-- How does a scope switch a policy on? {"outcome","policy_id"}; enabled last, it is the scope's default.
--
--   CALL pc_enable_ranking('s', 'importance.seed.v1');
--   {"outcome":"enabled","policy_id":"importance.seed.v1"}
--
-- Already the default: "unchanged". Refuses bad arguments, not_installed, policy_unknown, a policy whose stored body is not
-- what was registered (internal), and a scope in which an active entry lacks a source or a declaration (ranking_not_ready,
-- with the number of Memories and the first entry). Transactions as in pc_remember.

DROP PROCEDURE IF EXISTS pc_enable_ranking;

DELIMITER //
CREATE PROCEDURE pc_enable_ranking(p_scope MEDIUMBLOB, p_policy_id MEDIUMBLOB)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_own INT;
  DECLARE v_adapter VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_scope VARBINARY(1024);
  DECLARE v_policy VARBINARY(256);
  DECLARE v_default VARBINARY(256);
  DECLARE v_unready BIGINT;
  DECLARE v_first VARBINARY(2048);
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
  IF (SELECT pc_policy_intact(p.policy_id, p.body, p.sha256) FROM pc_lifecycle_policy p
      WHERE p.policy_id = CONVERT(v_policy USING utf8mb4)) = 0 THEN
    CALL pc_refuse('internal', 'a policy was altered', NULL);
  END IF;
  SET v_default = (
    SELECT r.policy_id FROM pc_lifecycle_ranking r
    WHERE r.scope_id = v_scope AND r.enabled = 1 AND NOT EXISTS (
      SELECT 1 FROM pc_lifecycle_ranking later
      WHERE later.scope_id = r.scope_id AND later.policy_id = r.policy_id AND later.ordinal > r.ordinal)
    ORDER BY r.ordinal DESC LIMIT 1);
  IF v_default IS NULL OR v_default <> v_policy THEN
    CALL pc_ranking_ready(v_scope, v_unready, v_first);
    IF v_unready > 0 THEN
      CALL pc_refuse('ranking_not_ready', v_unready, v_first);
    END IF;
    INSERT INTO pc_lifecycle_ranking (scope_id, policy_id, ordinal, enabled, is_default)
    SELECT v_scope, CONVERT(v_policy USING utf8mb4), 1 + IFNULL(MAX(r.ordinal), 0), 1, 1
    FROM pc_lifecycle_ranking r WHERE r.scope_id = v_scope;
    SET v_outcome = 'enabled';
  END IF;
  CALL pc_commit(v_own);
  SELECT CONCAT('{"outcome":', pc_json_string(v_outcome), ',"policy_id":', pc_json_string(v_policy), '}') AS result;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (96, 'pc_enable_ranking');
