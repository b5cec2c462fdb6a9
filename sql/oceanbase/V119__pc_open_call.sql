-- How do a procedure's arguments reach the view of its name? In session variables of their own, until pc_close_call.
--
--   CALL pc_open_call(p_channels, p_options);
--   SELECT … FROM pc_rank …;
--   CALL pc_close_call();
--
-- The caller's @pc_channels, @pc_pool and @pc_options stay as they are. A session variable takes no more than 512 KiB from
-- a routine (4019, Size overflow), so longer texts go one after the other in pieces of 500,000 bytes (@pc_call = 1); the
-- usual ones go as they are (@pc_call = 2). A text over the limit that pc_request_plan refuses goes as that many blanks.
-- Refuses nothing; NULL stays NULL by its length.

DROP PROCEDURE IF EXISTS pc_open_call;

DELIMITER //
CREATE PROCEDURE pc_open_call(p_subject LONGBLOB, p_options LONGBLOB)
NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE v_rest, v_part LONGBLOB;
  DECLARE v_subject, v_options BIGINT;
  DECLARE v_number INT DEFAULT 1;
  CALL pc_close_call();
  -- Lengths by way of local variables: a SET of a session variable takes no long text on its right side either.
  SET v_subject = LENGTH(p_subject), v_options = LENGTH(p_options);
  IF v_subject > 4194304 THEN
    SET v_subject = 4194305, p_subject = REPEAT(' ', 4194305);
  END IF;
  IF v_options > 4194304 THEN
    SET v_options = 4194305, p_options = REPEAT(' ', 4194305);
  END IF;
  SET @pc_call = 1, @pc_call_subject = v_subject, @pc_call_options = v_options;
  SET v_rest = '';
  IF IFNULL(v_subject, 0) <= 500000 AND IFNULL(v_options, 0) <= 500000 THEN
    -- Cutting a text at a place that differs from call to call takes a millisecond: the usual ones stay two.
    SET @pc_call = 2, @pc_call_1 = p_subject, @pc_call_2 = p_options;
  ELSE
    SET v_rest = CONCAT(IFNULL(p_subject, ''), IFNULL(p_options, ''));
  END IF;
  WHILE LENGTH(v_rest) > 0 DO
    SET v_part = SUBSTRING(v_rest, 1, 500000), v_rest = SUBSTRING(v_rest, 500001);
    CASE v_number
      WHEN 1 THEN SET @pc_call_1 = v_part;
      WHEN 2 THEN SET @pc_call_2 = v_part;
      WHEN 3 THEN SET @pc_call_3 = v_part;
      WHEN 4 THEN SET @pc_call_4 = v_part;
      WHEN 5 THEN SET @pc_call_5 = v_part;
      WHEN 6 THEN SET @pc_call_6 = v_part;
      WHEN 7 THEN SET @pc_call_7 = v_part;
      WHEN 8 THEN SET @pc_call_8 = v_part;
      WHEN 9 THEN SET @pc_call_9 = v_part;
      WHEN 10 THEN SET @pc_call_10 = v_part;
      WHEN 11 THEN SET @pc_call_11 = v_part;
      WHEN 12 THEN SET @pc_call_12 = v_part;
      WHEN 13 THEN SET @pc_call_13 = v_part;
      WHEN 14 THEN SET @pc_call_14 = v_part;
      WHEN 15 THEN SET @pc_call_15 = v_part;
      WHEN 16 THEN SET @pc_call_16 = v_part;
      WHEN 17 THEN SET @pc_call_17 = v_part;
    END CASE;
    SET v_number = v_number + 1;
  END WHILE;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (119, 'pc_open_call');
