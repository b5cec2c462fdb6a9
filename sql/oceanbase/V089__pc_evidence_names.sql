-- Which sources does a list of evidence name? The canonical array of [source_type, source_id, definition_version], each source
-- once, in byte order: two lists that name the same are equal texts.
--
--   CALL pc_evidence_names('[{"source_type":"content","source_id":"adr/7","definition_version":"1"}]', v_names);
--   -- [["content","adr/7","1"]]
--
-- Refuses nothing: pc_check_evidence has.

DROP PROCEDURE IF EXISTS pc_evidence_names;

DELIMITER //
CREATE PROCEDURE pc_evidence_names(p_evidence MEDIUMBLOB, OUT p_names LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_items LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT CONVERT(p_evidence USING utf8mb4);
  DECLARE v_name LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_done INT DEFAULT 0;
  DECLARE c_name CURSOR FOR
    SELECT n.name FROM (
      SELECT CONCAT('[', pc_json_string(j.source_type), ',', pc_json_string(j.source_id), ',',
          pc_json_string(j.definition_version), ']') AS name,
        ROW_NUMBER() OVER (PARTITION BY j.source_type, j.source_id ORDER BY j.place) AS repeated
      FROM JSON_TABLE(v_items, '$[*]' COLUMNS (
        place FOR ORDINALITY,
        source_type VARBINARY(512) PATH '$.source_type',
        source_id VARBINARY(1024) PATH '$.source_id',
        definition_version VARBINARY(512) PATH '$.definition_version')) j
    ) n WHERE n.repeated = 1 ORDER BY CAST(n.name AS BINARY);
  DECLARE CONTINUE HANDLER FOR NOT FOUND SET v_done = 1;
  SET p_names = '';
  OPEN c_name;
  FETCH c_name INTO v_name;
  WHILE v_done = 0 DO
    SET p_names = CONCAT(p_names, IF(p_names = '', '', ','), v_name);
    FETCH c_name INTO v_name;
  END WHILE;
  CLOSE c_name;
  SET p_names = CONCAT('[', p_names, ']');
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (89, 'pc_evidence_names');
