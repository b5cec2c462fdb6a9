-- What are these sources worth today? The canonical array that an operation records, each source with the declaration in force,
-- in byte order, and the least authority among them: NULL for no source, 0 where one has no declaration.
--
--   CALL pc_declared_evidence('[{"source_type":"content","source_id":"adr/7","definition_version":"1"}]', v_evidence, v_least);
--   -- [{"authority":2,"declaration_version":"2026-01","definition_version":"1","source_id":"adr/7","source_type":"content"}], 2
--
-- Refuses nothing: pc_check_evidence has. A source without a definition version has no declaration.

DROP PROCEDURE IF EXISTS pc_declared_evidence;

DELIMITER //
CREATE PROCEDURE pc_declared_evidence(
  p_evidence MEDIUMBLOB,
  OUT p_declared LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  OUT p_least INT
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_items LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_evidence USING utf8mb4);
  DECLARE v_item LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_authority INT;
  DECLARE v_done INT DEFAULT 0;
  DECLARE c_item CURSOR FOR
    SELECT n.authority, n.item FROM (
      SELECT IFNULL(d.authority, 0) AS authority,
        CONCAT('{"authority":', IFNULL(d.authority, 0), ',"declaration_version":', pc_json_string(d.declaration_version),
          ',"definition_version":', pc_json_string(j.definition_version), ',"source_id":', pc_json_string(j.source_id),
          ',"source_type":', pc_json_string(j.source_type), '}') AS item,
        ROW_NUMBER() OVER (PARTITION BY j.source_type, j.source_id ORDER BY j.place) AS repeated
      FROM JSON_TABLE(v_items, '$[*]' COLUMNS (
        place FOR ORDINALITY,
        source_type VARBINARY(512) PATH '$.source_type',
        source_id VARBINARY(1024) PATH '$.source_id',
        definition_version VARBINARY(512) PATH '$.definition_version')) j
      LEFT JOIN pc_lifecycle_source_declaration d
        ON d.source_type = j.source_type AND d.definition_version = j.definition_version
        AND NOT EXISTS (
          SELECT 1 FROM pc_lifecycle_source_declaration later
          WHERE later.source_type = d.source_type AND later.definition_version = d.definition_version
            AND later.ordinal > d.ordinal)
    ) n WHERE n.repeated = 1 ORDER BY CAST(n.item AS BINARY);
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_done = 1;
  SET p_declared = '', p_least = NULL;
  OPEN c_item;
  FETCH c_item INTO v_authority, v_item;
  WHILE v_done = 0 DO
    SET p_declared = CONCAT(p_declared, IF(p_declared = '', '', ','), v_item);
    SET p_least = LEAST(IFNULL(p_least, v_authority), v_authority);
    FETCH c_item INTO v_authority, v_item;
  END WHILE;
  CLOSE c_item;
  SET p_declared = CONCAT('[', p_declared, ']');
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (90, 'pc_declared_evidence');
