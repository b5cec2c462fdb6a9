-- Up to which revision does a Memory count? Its head, or for the Memory asked about in its past that revision; NULL when
-- authority does not know the Memory.
--
--   SELECT pc_head_revision('s', 'memory');        the head
--   SELECT pc_bound_revision('s', 'memory');       honours @pc_as_of_scope, @pc_as_of_memory and @pc_as_of_revision

DROP FUNCTION IF EXISTS pc_head_revision;

DELIMITER //
CREATE FUNCTION pc_head_revision(p_scope VARBINARY(1024), p_memory VARBINARY(512))
RETURNS BIGINT
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_scope USING utf8mb4);
  DECLARE v_memory VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_memory USING utf8mb4);
  RETURN (SELECT h.revision FROM pc_authority_head h
    WHERE h.scope_id = v_scope AND h.memory_artifact_id = v_memory
      AND CAST(h.scope_id AS BINARY) = p_scope AND CAST(h.memory_artifact_id AS BINARY) = p_memory);
END
//
DELIMITER ;

DROP FUNCTION IF EXISTS pc_bound_revision;

DELIMITER //
CREATE FUNCTION pc_bound_revision(p_scope VARBINARY(1024), p_memory VARBINARY(512))
RETURNS BIGINT
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_head BIGINT;
  SET v_head = pc_head_revision(p_scope, p_memory);
  IF @pc_as_of_revision IS NOT NULL AND @pc_as_of_scope = p_scope AND @pc_as_of_memory = p_memory THEN
    SET v_head = LEAST(v_head, @pc_as_of_revision);
  END IF;
  RETURN v_head;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (41, 'pc_head_revision');
