-- May a statement answer? 1 when nothing was refused, else the refusal is raised from inside the statement.
--
--   SELECT … FROM … o WHERE pc_admit(o.refusal) = 1;
--
-- Raises the line that it is given, and nothing else.

DROP FUNCTION IF EXISTS pc_admit;

DELIMITER //
CREATE FUNCTION pc_admit(p_refusal VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin)
RETURNS INT
NO SQL SQL SECURITY INVOKER
BEGIN
  IF p_refusal IS NOT NULL THEN
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = p_refusal;
  END IF;
  RETURN 1;
END
//
DELIMITER ;

-- The same of a plan: what pc_policy_plan answers, unless it is a refusal.
DROP FUNCTION IF EXISTS pc_admit_plan;

DELIMITER //
CREATE FUNCTION pc_admit_plan(p_plan LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin)
RETURNS LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE v_refusal VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  IF LEFT(p_plan, 11) = '{"refusal":' THEN
    SET v_refusal = JSON_UNQUOTE(JSON_EXTRACT(p_plan, '$.refusal'));
    SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = v_refusal;
  END IF;
  RETURN p_plan;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (101, 'pc_admit');
