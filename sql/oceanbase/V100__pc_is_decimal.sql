-- Is this JSON string a number in JSON's own grammar, and finite? 1 or 0.
--
--   SELECT pc_is_decimal('STRING', '0.016393442622950820');      -- 1
--   SELECT pc_is_decimal('STRING', '+1');                        -- 0
--
-- Refuses nothing. Long weights and scores are given so: the text of a number is read exactly, however long.

DROP FUNCTION IF EXISTS pc_is_decimal;

DELIMITER //
CREATE FUNCTION pc_is_decimal(
  p_type VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_text LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
)
RETURNS INT
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  -- Inside a routine, what is beyond a double raises 1264; in a statement it becomes the greatest one.
  DECLARE EXIT HANDLER FOR SQLSTATE '22003' RETURN 0;
  -- The first test also keeps out the line end that `$` would forgive.
  IF p_type IS NULL OR p_type <> 'STRING' OR p_text IS NULL OR p_text REGEXP '[^0-9eE.+-]'
     OR NOT p_text REGEXP '^-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]+)?$' THEN
    RETURN 0;
  END IF;
  RETURN ABS(CAST(p_text AS DOUBLE)) < 1.7976931348623157e308;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (100, 'pc_is_decimal');
