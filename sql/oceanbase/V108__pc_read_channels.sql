-- Are these channels what pc_fuse, pc_rank and pc_trace take? What is known of them as a whole, or the first refusal.
--
--   SELECT pc_read_channels('[{"name": "fts", "hits": []}]', 's');
--   -- {"names": "fts,", "scope_id": null, "is_many": 0, "memory_artifact_id": null}
--
-- scope_id and memory_artifact_id are those of all hits that count (weight over 0), is_many says that there are
-- several. The second argument is the options' scope. First failure wins: too many channels; each channel, then its
-- hits, as pc_element_refusal; a hit without a scope; a name used twice.
--
-- What pc_plain_channels lets pass, one pass over the hits counts through; else, and for long texts, a typed pass finds the
-- first element that is not right, and only that one is looked at closely.

DROP FUNCTION IF EXISTS pc_read_channels;

DELIMITER //
CREATE FUNCTION pc_read_channels(
  p_channels LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
)
RETURNS LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_rest, v_numbers LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_names VARCHAR(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_path VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_refusal VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_scope_low, v_scope_high VARBINARY(1024);
  DECLARE v_memory_low, v_memory_high VARBINARY(512);
  DECLARE v_channels, v_most_channels, v_most, v_hits, v_good, v_bad, v_bare, v_fractions, v_long, v_distinct, v_at BIGINT;
  DECLARE v_is_quick, v_is_off, v_is_over INT DEFAULT 0;

  SELECT MAX(CASE WHEN l.name = 'channel_count' THEN l.value END), MAX(CASE WHEN l.name = 'channel_hits' THEN l.value END)
  INTO v_most_channels, v_most FROM pc_lifecycle_limit l WHERE l.name IN ('channel_count', 'channel_hits');
  SET v_channels = JSON_LENGTH(p_channels);
  IF v_channels > v_most_channels THEN
    RETURN JSON_OBJECT('refusal', pc_refusal('channels_too_many', CAST(v_channels AS CHAR), NULL));
  END IF;
  SET v_names = pc_plain_channels(p_channels);
  IF v_names IS NOT NULL THEN
    -- Keys: as many as are known, so all are. What is null, an object, an array, or longer in bytes than allowed in
    -- characters comes as NULL: not plainly right.
    SELECT COUNT(h.hit),
      MAX(h.hit) > v_most OR MIN(h.has_hits) = 0,
      COUNT(CASE WHEN JSON_LENGTH(h.hit_json) = 4 + (h.scope_id IS NOT NULL) AND LENGTH(h.memory_artifact_id) > 0
        AND LENGTH(h.entry_id) > 0 AND LENGTH(h.entry_version_id) > 0 AND IFNULL(LENGTH(h.scope_id), 1) > 0
        AND LENGTH(h.revision) < 19 AND NOT h.revision REGEXP '[^0-9]' THEN 1 END),
      MIN(CASE WHEN h.hit IS NOT NULL AND h.scope_id IS NULL THEN h.channel * 10000000 + h.hit END),
      MIN(CASE WHEN h.weight = 0 THEN NULL ELSE h.scope_id END), MAX(CASE WHEN h.weight = 0 THEN NULL ELSE h.scope_id END),
      MIN(CASE WHEN h.weight = 0 THEN NULL ELSE h.memory_artifact_id END),
      MAX(CASE WHEN h.weight = 0 THEN NULL ELSE h.memory_artifact_id END)
    INTO v_hits, v_is_off, v_good, v_bare, v_scope_low, v_scope_high, v_memory_low, v_memory_high
    FROM JSON_TABLE(p_channels, '$[*]' COLUMNS (
      channel FOR ORDINALITY, weight DOUBLE PATH '$.weight', has_hits INT EXISTS PATH '$.hits',
      NESTED PATH '$.hits[*]' COLUMNS (
        hit FOR ORDINALITY, hit_json JSON PATH '$', memory_artifact_id VARBINARY(128) PATH '$.memory_artifact_id',
        revision VARCHAR(20) PATH '$.revision', entry_id VARBINARY(128) PATH '$.entry_id',
        entry_version_id VARBINARY(128) PATH '$.entry_version_id', scope_id VARBINARY(256) PATH '$.scope_id'
      )
    )) h;
    SET v_is_quick = v_good = v_hits AND IFNULL(v_is_off, 0) = 0, v_distinct = v_channels;
  END IF;
  IF v_is_quick = 0 THEN
    -- Counted first: a pass over a million hits would time out. The first channel with too many loses its hits here, and so
    -- do those behind it, which no refusal is about: it is then the first that is not right, unless one before it is.
    SET v_rest = p_channels, v_at = 0;
    WHILE v_at < v_channels DO
      SET v_path = CONCAT('$[', v_at, '].hits');
      IF v_is_over = 0 AND IFNULL(JSON_LENGTH(p_channels, v_path), 0) > v_most THEN
        SET v_is_over = 1;
      END IF;
      IF v_is_over = 1 THEN
        SET v_rest = JSON_REMOVE(v_rest, v_path);
      END IF;
      SET v_at = v_at + 1;
    END WHILE;
    SELECT
      MIN(CASE
        WHEN IFNULL(h.hit, 1) = 1 AND (JSON_TYPE(h.whole) <> 'OBJECT' OR JSON_LENGTH(h.whole) <> 2 + h.has_weight
          OR IFNULL(LENGTH(h.name), 0) = 0 OR JSON_TYPE(h.name_json) <> 'STRING' OR h.name REGEXP '[^ -+.-~-]'
          OR (h.has_weight = 1 AND IFNULL(JSON_TYPE(h.weight_json), '') NOT IN ('INTEGER', 'DOUBLE', 'STRING'))
          OR (JSON_TYPE(h.weight_json) = 'INTEGER' AND (LENGTH(h.weight) > 15 OR NOT h.weight BETWEEN 0 AND 1000000))
          OR (JSON_TYPE(h.weight_json) = 'DOUBLE' AND NOT h.weight BETWEEN 0 AND 1000000)
          OR (JSON_TYPE(h.weight_json) = 'STRING' AND (pc_is_decimal('STRING', JSON_UNQUOTE(h.weight_json)) = 0
                                                        OR NOT h.weight BETWEEN 0 AND 1000000))
          OR IFNULL(JSON_TYPE(JSON_EXTRACT(h.whole, '$.hits')), '') <> 'ARRAY')
        THEN h.channel * 10000000
        WHEN h.hit IS NOT NULL AND (IFNULL(JSON_TYPE(h.hit_json), '') <> 'OBJECT'
          OR JSON_LENGTH(h.hit_json) <> 4 + h.has_scope
          OR IFNULL(JSON_TYPE(h.memory_json), '') <> 'STRING' OR IFNULL(LENGTH(h.memory_artifact_id), 0) = 0
          OR INSTR(CAST(h.memory_artifact_id AS BINARY), X'00') > 0
          OR IFNULL(JSON_TYPE(h.revision_json), '') NOT LIKE '%INTEGER' OR LEFT(h.revision, 1) = '-'
        OR CAST(h.revision AS UNSIGNED) > 9223372036854775807
          OR IFNULL(JSON_TYPE(h.entry_json), '') <> 'STRING' OR IFNULL(LENGTH(h.entry_id), 0) = 0
          OR INSTR(CAST(h.entry_id AS BINARY), X'00') > 0
          OR IFNULL(JSON_TYPE(h.version_json), '') <> 'STRING' OR IFNULL(LENGTH(h.entry_version_id), 0) = 0
          OR INSTR(CAST(h.entry_version_id AS BINARY), X'00') > 0
          OR (h.has_scope = 1 AND (IFNULL(JSON_TYPE(h.scope_json), '') <> 'STRING' OR IFNULL(LENGTH(h.scope_id), 0) = 0
                                   OR INSTR(CAST(h.scope_id AS BINARY), X'00') > 0)))
        THEN h.channel * 10000000 + h.hit END),
      MIN(CASE WHEN h.hit IS NOT NULL AND h.has_scope = 0 THEN h.channel * 10000000 + h.hit END),
      MAX(JSON_TYPE(h.weight_json) = 'DOUBLE'), COUNT(DISTINCT CAST(h.name AS BINARY)),
      MIN(CASE WHEN h.weight > 0 OR h.has_weight = 0 THEN CAST(h.scope_id AS BINARY) END),
      MAX(CASE WHEN h.weight > 0 OR h.has_weight = 0 THEN CAST(h.scope_id AS BINARY) END),
      MIN(CASE WHEN h.weight > 0 OR h.has_weight = 0 THEN CAST(h.memory_artifact_id AS BINARY) END),
      MAX(CASE WHEN h.weight > 0 OR h.has_weight = 0 THEN CAST(h.memory_artifact_id AS BINARY) END)
    INTO v_bad, v_bare, v_fractions, v_distinct, v_scope_low, v_scope_high, v_memory_low, v_memory_high
    FROM JSON_TABLE(v_rest, '$[*]' COLUMNS (
      channel FOR ORDINALITY, whole JSON PATH '$', name VARCHAR(64) PATH '$.name', name_json JSON PATH '$.name',
      has_weight INT EXISTS PATH '$.weight', weight DOUBLE PATH '$.weight', weight_json JSON PATH '$.weight',
      NESTED PATH '$.hits[*]' COLUMNS (
        hit FOR ORDINALITY, hit_json JSON PATH '$', memory_json JSON PATH '$.memory_artifact_id',
        memory_artifact_id VARCHAR(128) PATH '$.memory_artifact_id', revision_json JSON PATH '$.revision',
        revision VARCHAR(20) PATH '$.revision', entry_json JSON PATH '$.entry_id', entry_id VARCHAR(128) PATH '$.entry_id',
        version_json JSON PATH '$.entry_version_id', entry_version_id VARCHAR(128) PATH '$.entry_version_id',
        has_scope INT EXISTS PATH '$.scope_id', scope_json JSON PATH '$.scope_id', scope_id VARCHAR(256) PATH '$.scope_id'
      )
    )) h;
  END IF;

  -- Digits are counted as written; a channel whose weight has too many is bad there at the latest.
  IF v_fractions = 1 OR v_bad IS NOT NULL THEN
    IF v_bad IS NOT NULL OR pc_written_short(v_rest, 'weight') = 0 THEN
      SET v_numbers = pc_number_document(v_rest);
      SET v_long = (
        SELECT MIN(w.channel) * 10000000
        FROM JSON_TABLE(v_numbers, '$[*]' COLUMNS (channel FOR ORDINALITY, written LONGTEXT PATH '$.weight."#"')) w
        WHERE CHAR_LENGTH(TRIM(LEADING '0' FROM REPLACE(REPLACE(SUBSTRING_INDEX(LOWER(w.written), 'e', 1), '-', ''), '.', ''))) > 15
      );
      SET v_bad = LEAST(IFNULL(v_bad, v_long), IFNULL(v_long, v_bad));
    END IF;
  END IF;
  IF v_bad IS NOT NULL THEN
    SET v_path = CONCAT('$[', v_bad DIV 10000000 - 1, ']');
    IF v_bad MOD 10000000 > 0 THEN
      SET v_path = CONCAT(v_path, '.hits[', v_bad MOD 10000000 - 1, ']');
    END IF;
    SET v_refusal = pc_element_refusal(IF(v_bad MOD 10000000 > 0, 'hit', 'channel'), JSON_EXTRACT(p_channels, v_path), v_path,
                                       JSON_UNQUOTE(JSON_EXTRACT(v_numbers, CONCAT(v_path, '.weight."#"'))));
    RETURN JSON_OBJECT('refusal', IFNULL(v_refusal, pc_refusal('internal', 'a channel was misjudged', NULL)));
  END IF;
  IF v_bare IS NOT NULL AND p_scope IS NULL THEN
    RETURN JSON_OBJECT('refusal', pc_refusal('scope_missing',
      CONCAT('$[', v_bare DIV 10000000 - 1, '].hits[', v_bare MOD 10000000 - 1, ']'), NULL));
  END IF;
  IF v_distinct <> v_channels THEN
    SET v_rest = JSON_EXTRACT(p_channels, '$[*].name');
    RETURN JSON_OBJECT('refusal', pc_refusal('channel_duplicate', (
      SELECT CAST(n.name AS BINARY)
      FROM JSON_TABLE(v_rest, '$[*]' COLUMNS (channel FOR ORDINALITY, name VARCHAR(64) PATH '$')) n
      WHERE EXISTS (
        SELECT 1 FROM JSON_TABLE(v_rest, '$[*]' COLUMNS (channel FOR ORDINALITY, name VARCHAR(64) PATH '$')) e
        WHERE e.channel < n.channel AND CAST(e.name AS BINARY) = CAST(n.name AS BINARY)
      )
      ORDER BY n.channel LIMIT 1), NULL));
  END IF;
  IF v_bare IS NOT NULL THEN
    SET v_scope_low = LEAST(IFNULL(v_scope_low, CAST(p_scope AS BINARY)), CAST(p_scope AS BINARY));
    SET v_scope_high = GREATEST(IFNULL(v_scope_high, CAST(p_scope AS BINARY)), CAST(p_scope AS BINARY));
  END IF;
  IF v_names IS NULL THEN
    SET v_names = '', v_at = 0;
    WHILE v_at < v_channels DO
      -- No name has a comma.
      SET v_names = CONCAT(v_names, JSON_UNQUOTE(JSON_EXTRACT(p_channels, CONCAT('$[', v_at, '].name'))), ',');
      SET v_at = v_at + 1;
    END WHILE;
  END IF;
  RETURN JSON_OBJECT(
    'names', v_names,
    'scope_id', IF(v_scope_low = v_scope_high, CONVERT(v_scope_low USING utf8mb4), NULL),
    'memory_artifact_id', IF(v_memory_low = v_memory_high, CONVERT(v_memory_low USING utf8mb4), NULL),
    'is_many', IFNULL(v_scope_low <> v_scope_high OR v_memory_low <> v_memory_high, 0)
  );
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (108, 'pc_read_channels');
