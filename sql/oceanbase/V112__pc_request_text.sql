-- What did this session ask? The text of its `pool`, `channels` or `options`, as utf8mb4.
--
--   SET @pc_pool = '[]';
--   SELECT pc_request_text('pool');
--
-- Inside a call the procedure's arguments, else the variable of that name with `pc_` before it. NULL where it is NULL, and
-- where it is no UTF-8 text; pc_request_plan tells these apart and refuses both.

DROP FUNCTION IF EXISTS pc_request_text;

DELIMITER //
CREATE FUNCTION pc_request_text(p_name VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin)
RETURNS LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
NO SQL SQL SECURITY INVOKER
BEGIN
  -- An expression over session variables holds no more than 1 MiB (4019, Size overflow); over local ones it does.
  DECLARE v_all, v_part LONGBLOB;
  DECLARE v_subject BIGINT DEFAULT @pc_call_subject;
  DECLARE v_options BIGINT DEFAULT @pc_call_options;
  IF @pc_call IS NULL THEN
    IF p_name = 'pool' THEN
      RETURN CONVERT(@pc_pool USING utf8mb4);
    ELSEIF p_name = 'channels' THEN
      RETURN CONVERT(@pc_channels USING utf8mb4);
    END IF;
    RETURN CONVERT(@pc_options USING utf8mb4);
  END IF;
  IF @pc_call = 2 THEN
    IF p_name = 'options' THEN
      RETURN CONVERT(@pc_call_2 USING utf8mb4);
    END IF;
    RETURN CONVERT(@pc_call_1 USING utf8mb4);
  END IF;
  SET v_all = @pc_call_1;
  IF @pc_call_2 IS NOT NULL THEN
    SET v_part = @pc_call_2;
    SET v_all = CONCAT(v_all, IFNULL(v_part, ''));
    SET v_part = @pc_call_3;
    SET v_all = CONCAT(v_all, IFNULL(v_part, ''));
    SET v_part = @pc_call_4;
    SET v_all = CONCAT(v_all, IFNULL(v_part, ''));
    SET v_part = @pc_call_5;
    SET v_all = CONCAT(v_all, IFNULL(v_part, ''));
    SET v_part = @pc_call_6;
    SET v_all = CONCAT(v_all, IFNULL(v_part, ''));
    SET v_part = @pc_call_7;
    SET v_all = CONCAT(v_all, IFNULL(v_part, ''));
    SET v_part = @pc_call_8;
    SET v_all = CONCAT(v_all, IFNULL(v_part, ''));
    SET v_part = @pc_call_9;
    SET v_all = CONCAT(v_all, IFNULL(v_part, ''));
    SET v_part = @pc_call_10;
    SET v_all = CONCAT(v_all, IFNULL(v_part, ''));
    SET v_part = @pc_call_11;
    SET v_all = CONCAT(v_all, IFNULL(v_part, ''));
    SET v_part = @pc_call_12;
    SET v_all = CONCAT(v_all, IFNULL(v_part, ''));
    SET v_part = @pc_call_13;
    SET v_all = CONCAT(v_all, IFNULL(v_part, ''));
    SET v_part = @pc_call_14;
    SET v_all = CONCAT(v_all, IFNULL(v_part, ''));
    SET v_part = @pc_call_15;
    SET v_all = CONCAT(v_all, IFNULL(v_part, ''));
    SET v_part = @pc_call_16;
    SET v_all = CONCAT(v_all, IFNULL(v_part, ''));
    SET v_part = @pc_call_17;
    SET v_all = CONCAT(v_all, IFNULL(v_part, ''));
  END IF;
  IF p_name = 'options' THEN
    IF v_options IS NULL THEN
      RETURN NULL;
    END IF;
    RETURN CONVERT(SUBSTRING(v_all, IFNULL(v_subject, 0) + 1) USING utf8mb4);
  END IF;
  IF v_subject IS NULL THEN
    RETURN NULL;
  END IF;
  RETURN CONVERT(SUBSTRING(v_all, 1, v_subject) USING utf8mb4);
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (112, 'pc_request_text');
