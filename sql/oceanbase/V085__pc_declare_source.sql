-- Who vouches for a kind of source? An adapter declares it: {"ordinal","outcome"}.
--
--   CALL pc_declare_source('content', '1', '2026-01', 2, 'verified');
--   {"ordinal":1,"outcome":"declared"}
--
-- Declarations are immutable and versioned; in force is the last one registered for exactly this type and definition version.
-- The same declaration again is "unchanged". Refuses bad arguments in their order (authority_level, verification_unknown),
-- not_installed, and the same key with other content (declaration_exists). Transactions as in pc_remember.

DROP PROCEDURE IF EXISTS pc_declare_source;

DELIMITER //
CREATE PROCEDURE pc_declare_source(
  p_source_type MEDIUMBLOB,
  p_definition_version MEDIUMBLOB,
  p_declaration_version MEDIUMBLOB,
  p_authority MEDIUMBLOB,
  p_verification MEDIUMBLOB
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_own INT;
  DECLARE v_adapter VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_source_type VARBINARY(512);
  DECLARE v_definition VARBINARY(512);
  DECLARE v_declaration VARBINARY(512);
  DECLARE v_authority BIGINT;
  DECLARE v_ordinal BIGINT;
  DECLARE v_same INT;
  DECLARE v_outcome VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT 'declared';
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
  CALL pc_check_text('source_type', p_source_type, 'source_type_chars');
  CALL pc_check_text('definition_version', p_definition_version, 'version_chars');
  CALL pc_check_text('declaration_version', p_declaration_version, 'version_chars');
  CALL pc_check_integer('authority', p_authority, v_authority);
  IF NOT EXISTS (SELECT 1 FROM pc_lifecycle_level l WHERE l.dimension = 'authority' AND l.value = v_authority) THEN
    CALL pc_refuse('authority_level', v_authority, NULL);
  END IF;
  CALL pc_check_text('verification', p_verification, 'kind_chars');
  IF p_verification NOT IN (CAST('unknown' AS BINARY), CAST('verified' AS BINARY), CAST('not_verified' AS BINARY)) THEN
    CALL pc_refuse('verification_unknown', p_verification, NULL);
  END IF;
  SET v_source_type = p_source_type, v_definition = p_definition_version, v_declaration = p_declaration_version;
  CALL pc_require_store(v_adapter);
  CALL pc_begin(v_own);
  SELECT MAX(d.ordinal), MAX(d.authority = v_authority AND CAST(d.verification AS BINARY) = p_verification)
  INTO v_ordinal, v_same
  FROM pc_lifecycle_source_declaration d
  WHERE d.source_type = v_source_type AND d.definition_version = v_definition AND d.declaration_version = v_declaration;
  IF v_same = 0 THEN
    CALL pc_refuse('declaration_exists', v_declaration, v_source_type);
  END IF;
  IF v_same = 1 THEN
    SET v_outcome = 'unchanged';
  ELSE
    SET v_ordinal = 1 + (
      SELECT IFNULL(MAX(d.ordinal), 0) FROM pc_lifecycle_source_declaration d
      WHERE d.source_type = v_source_type AND d.definition_version = v_definition);
    INSERT INTO pc_lifecycle_source_declaration (source_type, definition_version, declaration_version, authority, verification,
      ordinal)
    VALUES (v_source_type, v_definition, v_declaration, v_authority, CONVERT(p_verification USING utf8mb4), v_ordinal);
  END IF;
  CALL pc_commit(v_own);
  SELECT CONCAT('{"ordinal":', v_ordinal, ',"outcome":', pc_json_string(v_outcome), '}') AS result;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (85, 'pc_declare_source');
