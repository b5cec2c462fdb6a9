-- Where does an entry stand, as a write must know before it goes on? Its newest version, that version's validity and the
-- least authority behind it; the version is NULL when authority does not know the entry.
--
--   CALL pc_entry_standing('s', 'memory', 'ent_1', v_version, v_validity, v_authority_min);
--
-- Derived live, never from a projection, and without a result set. Writes and refuses nothing.

DROP PROCEDURE IF EXISTS pc_entry_standing;

DELIMITER //
CREATE PROCEDURE pc_entry_standing(
  p_scope VARBINARY(1024), p_memory VARBINARY(512), p_entry VARBINARY(512),
  OUT p_version VARBINARY(512), OUT p_validity VARCHAR(24) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  OUT p_authority_min INT
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_row LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  SET p_validity = NULL, p_authority_min = NULL;
  SET @pc_as_of_scope = NULL, @pc_as_of_memory = NULL, @pc_as_of_revision = NULL;
  SET p_version = pc_entry_newest(p_scope, p_memory, p_entry);
  IF p_version IS NOT NULL THEN
    SET v_row = pc_lifecycle_derive(p_scope, p_memory, p_entry, p_version);
    SET p_validity = JSON_VALUE(v_row, '$.validity' RETURNING CHAR(24));
    SET p_authority_min = JSON_VALUE(v_row, '$.authority_min' RETURNING SIGNED);
  END IF;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (67, 'pc_entry_standing');
