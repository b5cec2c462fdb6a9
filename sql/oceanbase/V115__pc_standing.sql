-- How does one entry version stand, derived from the authority? Its projection row as JSON, NULL when it is unknown.
--
--   SELECT pc_standing('s', 'memory', 'ent_1', 'ver_1', NULL);      -- now
--   SELECT pc_standing('s', 'memory', 'ent_1', 'ver_1', 12);        -- as of revision 12 of this Memory
--
-- Refuses nothing by itself. The revision is passed on in the session variables that pc_lifecycle_derive reads, and
-- taken back whatever happens: left behind, they would turn this session's next derivation.

DROP FUNCTION IF EXISTS pc_standing;

DELIMITER //
CREATE FUNCTION pc_standing(
  p_scope_id VARBINARY(1024),
  p_memory_artifact_id VARBINARY(512),
  p_entry_id VARBINARY(512),
  p_entry_version_id VARBINARY(512),
  p_revision BIGINT
)
RETURNS LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_row LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE EXIT HANDLER FOR SQLEXCEPTION
  BEGIN
    SET @pc_as_of_scope = NULL, @pc_as_of_memory = NULL, @pc_as_of_revision = NULL;
    RESIGNAL;
  END;
  IF p_revision IS NOT NULL THEN
    SET @pc_as_of_scope = p_scope_id, @pc_as_of_memory = p_memory_artifact_id, @pc_as_of_revision = p_revision;
  END IF;
  SET v_row = pc_lifecycle_derive(p_scope_id, p_memory_artifact_id, p_entry_id, p_entry_version_id);
  IF p_revision IS NOT NULL THEN
    SET @pc_as_of_scope = NULL, @pc_as_of_memory = NULL, @pc_as_of_revision = NULL;
  END IF;
  RETURN v_row;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (115, 'pc_standing');
