-- How does a ranking policy become known? {"outcome","policy_id","sha256"}; it changes nothing until a scope enables it.
--
--   CALL pc_register_policy('{"id":"mine.v1","max_displacement":1,"importance":{"low":-2,"normal":0,"high":2,"critical":2}}');
--   {"outcome":"registered","policy_id":"mine.v1","sha256":"…"}
--
-- The same policy again is "unchanged". Refuses what pc_check_policy refuses, not_installed, and an id that has another body
-- (policy_exists). Transactions as in pc_remember.

DROP PROCEDURE IF EXISTS pc_register_policy;

DELIMITER //
CREATE PROCEDURE pc_register_policy(p_policy MEDIUMBLOB)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_own INT;
  DECLARE v_adapter VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_id VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_body LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_displacement INT;
  DECLARE v_hash CHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_known CHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_outcome VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT 'registered';
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
  CALL pc_check_policy(p_policy, v_id, v_body, v_displacement);
  SET v_hash = SHA2(v_body, 256);
  CALL pc_require_store(v_adapter);
  CALL pc_begin(v_own);
  SET v_known = (SELECT p.sha256 FROM pc_lifecycle_policy p WHERE p.policy_id = v_id);
  IF v_known <> v_hash THEN
    CALL pc_refuse('policy_exists', v_id, NULL);
  END IF;
  IF v_known IS NULL THEN
    INSERT INTO pc_lifecycle_policy (policy_id, body, sha256, max_displacement) VALUES (v_id, v_body, v_hash, v_displacement);
  ELSE
    SET v_outcome = 'unchanged';
  END IF;
  CALL pc_commit(v_own);
  SELECT CONCAT('{"outcome":', pc_json_string(v_outcome), ',"policy_id":', pc_json_string(v_id),
    ',"sha256":', pc_json_string(v_hash), '}') AS result;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (95, 'pc_register_policy');
