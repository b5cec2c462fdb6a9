-- What is a derivation being asked about? The value that pc_ask() set for this session, as bytes or as a number.
--
-- The derivation is a set of views, and a view takes no arguments: these functions are its arguments. They are
-- constants to the planner, so `scope_id = pc_asked('scope')` reads one partition and a range of an index, and one
-- text serves a single version, a whole Memory, now and a past revision.
--
--   pc_asked('scope'), pc_asked('memory'), pc_asked('first'), pc_asked('last')    the entries from first to last
--   pc_asked_number('revision')   the last revision that counts     pc_asked_number('mirrored')   the last one copied
--   pc_asked('as_of_scope'), pc_asked('as_of_memory'), pc_asked_number('as_of')   a Memory asked about in its past, if any
--
-- Nothing asked is NULL, and then the derivation has no rows. Writes nothing.

DROP FUNCTION IF EXISTS pc_asked;

DELIMITER //
CREATE FUNCTION pc_asked(p_name VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin)
RETURNS VARBINARY(1024)
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE v_value VARBINARY(1024);
  IF p_name = 'scope' THEN SET v_value = @pc_asked_scope;
  ELSEIF p_name = 'memory' THEN SET v_value = @pc_asked_memory;
  ELSEIF p_name = 'first' THEN SET v_value = @pc_asked_first;
  ELSEIF p_name = 'last' THEN SET v_value = @pc_asked_last;
  ELSEIF p_name = 'as_of_scope' THEN SET v_value = @pc_as_of_scope;
  ELSEIF p_name = 'as_of_memory' THEN SET v_value = @pc_as_of_memory;
  END IF;
  RETURN v_value;
END
//
DELIMITER ;

DROP FUNCTION IF EXISTS pc_asked_number;

DELIMITER //
CREATE FUNCTION pc_asked_number(p_name VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin)
RETURNS BIGINT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE v_value BIGINT;
  IF p_name = 'revision' THEN SET v_value = @pc_asked_revision;
  ELSEIF p_name = 'mirrored' THEN SET v_value = @pc_asked_mirrored;
  ELSEIF p_name = 'as_of' THEN SET v_value = @pc_as_of_revision;
  END IF;
  RETURN v_value;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (36, 'pc_asked');
