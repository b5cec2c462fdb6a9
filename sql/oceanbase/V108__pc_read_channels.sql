-- Are these channels what pc_fuse, pc_rank and pc_trace take? What is known of them as a whole, or the first refusal.
--
--   SELECT pc_read_channels('[{"name": "fts", "hits": []}]', 's');
--   -- {"names": ["fts"], "scope_id": null, "is_many": 0, "memory_artifact_id": null}
--
-- scope_id and memory_artifact_id are those of all hits that count (weight over 0), is_many says that there are
-- several. The second argument is the options' scope. First failure wins: too many channels; each channel, then its
-- hits, as pc_element_refusal; a hit without a scope; a name used twice.
--
-- A quick pass only tells whether all is plainly right; it leaves the types of ids to a search of the text, which is sound
-- where no ASCII letter is spelled \u00xx. Else, and for long texts, a typed pass finds the first element that is not, and
-- only that one is looked at closely.

DROP FUNCTION IF EXISTS pc_read_channels;

DELIMITER //
CREATE FUNCTION pc_read_channels(
  p_channels LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
)
RETURNS LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_names, v_numbers LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_place, v_path VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_refusal VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_scope_low, v_scope_high VARBINARY(1024);
  DECLARE v_memory_low, v_memory_high VARBINARY(512);
  DECLARE v_channels, v_hits, v_good, v_bad, v_bare, v_fractions, v_long, v_distinct BIGINT;
  DECLARE v_is_quick INT DEFAULT 0;

  -- A regular expression over megabytes times out.
  IF LENGTH(p_channels) <= 65535 AND INSTR(CAST(p_channels AS BINARY), X'5C753030') = 0 THEN
    SET v_is_quick = NOT p_channels REGEXP '_id"[[:space:]]*:[[:space:]]*[^"[:space:]]|revision"[[:space:]]*:[[:space:]]*"';
  END IF;
  IF v_is_quick = 1 THEN
    SELECT COUNT(*),
      COUNT(CASE WHEN JSON_LENGTH(h.whole) = 2 + h.has_weight AND LENGTH(h.name) > 0 AND JSON_TYPE(h.name_json) = 'STRING'
        AND NOT h.name REGEXP '[^ -+.-~-]' AND JSON_TYPE(h.hits_json) = 'ARRAY'
        AND JSON_LENGTH(h.hits_json) <= 1000 AND (h.has_weight = 0 OR (JSON_TYPE(h.weight_json) IN ('INTEGER', 'DOUBLE')
          AND LENGTH(h.weight) <= 15 AND h.weight_number BETWEEN 0 AND 1000000)) THEN 1 END),
      MAX(JSON_TYPE(h.weight_json) = 'DOUBLE'), COUNT(DISTINCT CAST(h.name AS BINARY))
    INTO v_channels, v_good, v_fractions, v_distinct
    FROM JSON_TABLE(p_channels, '$[*]' COLUMNS (
      whole JSON PATH '$', name VARCHAR(64) PATH '$.name', name_json JSON PATH '$.name', hits_json JSON PATH '$.hits',
      has_weight INT EXISTS PATH '$.weight', weight VARCHAR(40) PATH '$.weight',
      weight_number DOUBLE PATH '$.weight', weight_json JSON PATH '$.weight'
    )) h;
    SET v_is_quick = v_good = v_channels;
  END IF;
  IF v_is_quick = 1 THEN
    -- Keys: as many as are known, so all are. What is null, an object, an array, or longer in bytes than allowed in
    -- characters comes as NULL: not plainly right.
    SELECT COUNT(h.hit),
      COUNT(CASE WHEN JSON_LENGTH(h.hit_json) = 4 + (h.scope_id IS NOT NULL) AND LENGTH(h.memory_artifact_id) > 0
        AND LENGTH(h.entry_id) > 0 AND LENGTH(h.entry_version_id) > 0 AND IFNULL(LENGTH(h.scope_id), 1) > 0
        AND LENGTH(h.revision) < 19 AND NOT h.revision REGEXP '[^0-9]' THEN 1 END),
      MIN(CASE WHEN h.hit IS NOT NULL AND h.scope_id IS NULL THEN h.channel * 10000000 + h.hit END),
      MIN(CASE WHEN h.weight = 0 THEN NULL ELSE h.scope_id END), MAX(CASE WHEN h.weight = 0 THEN NULL ELSE h.scope_id END),
      MIN(CASE WHEN h.weight = 0 THEN NULL ELSE h.memory_artifact_id END),
      MAX(CASE WHEN h.weight = 0 THEN NULL ELSE h.memory_artifact_id END)
    INTO v_hits, v_good, v_bare, v_scope_low, v_scope_high, v_memory_low, v_memory_high
    FROM JSON_TABLE(p_channels, '$[*]' COLUMNS (
      channel FOR ORDINALITY, weight DOUBLE PATH '$.weight',
      NESTED PATH '$.hits[*]' COLUMNS (
        hit FOR ORDINALITY, hit_json JSON PATH '$', memory_artifact_id VARBINARY(128) PATH '$.memory_artifact_id',
        revision VARCHAR(20) PATH '$.revision', entry_id VARBINARY(128) PATH '$.entry_id',
        entry_version_id VARBINARY(128) PATH '$.entry_version_id', scope_id VARBINARY(256) PATH '$.scope_id'
      )
    )) h;
    SET v_is_quick = v_good = v_hits;
  END IF;
  IF v_is_quick = 0 THEN
    SELECT MAX(h.channel),
      MIN(CASE
        WHEN IFNULL(h.hit, 1) = 1 AND (JSON_TYPE(h.whole) <> 'OBJECT' OR JSON_LENGTH(h.whole) <> 2 + h.has_weight
          OR IFNULL(LENGTH(h.name), 0) = 0 OR JSON_TYPE(h.name_json) <> 'STRING' OR h.name REGEXP '[^ -+.-~-]'
          OR (h.has_weight = 1 AND IFNULL(JSON_TYPE(h.weight_json), '') NOT IN ('INTEGER', 'DOUBLE', 'STRING'))
          OR (JSON_TYPE(h.weight_json) = 'INTEGER' AND (LENGTH(h.weight) > 15 OR NOT h.weight BETWEEN 0 AND 1000000))
          OR (JSON_TYPE(h.weight_json) = 'DOUBLE' AND NOT h.weight BETWEEN 0 AND 1000000)
          OR (JSON_TYPE(h.weight_json) = 'STRING' AND (pc_is_decimal('STRING', JSON_UNQUOTE(h.weight_json)) = 0
                                                        OR NOT h.weight BETWEEN 0 AND 1000000))
          OR IFNULL(JSON_TYPE(JSON_EXTRACT(h.whole, '$.hits')), '') <> 'ARRAY') OR h.hit > 1000
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
    INTO v_channels, v_bad, v_bare, v_fractions, v_distinct, v_scope_low, v_scope_high, v_memory_low, v_memory_high
    FROM JSON_TABLE(p_channels, '$[*]' COLUMNS (
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

  SET v_names = JSON_EXTRACT(p_channels, '$[*].name');
  IF v_channels > (SELECT l.value FROM pc_lifecycle_limit l WHERE l.name = 'channel_count') THEN
    RETURN JSON_OBJECT('refusal', pc_refusal('channels_too_many', CAST(v_channels AS CHAR), NULL));
  END IF;
  -- Digits are counted as written; a channel whose weight has too many is bad there at the latest.
  IF v_fractions = 1 OR v_bad IS NOT NULL THEN
    IF v_bad IS NOT NULL OR pc_written_short(p_channels, 'weight') = 0 THEN
      SET v_numbers = pc_number_document(p_channels);
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
    RETURN JSON_OBJECT('refusal', pc_refusal('channel_duplicate', (
      SELECT CAST(n.name AS BINARY)
      FROM JSON_TABLE(v_names, '$[*]' COLUMNS (channel FOR ORDINALITY, name VARCHAR(64) PATH '$')) n
      WHERE EXISTS (
        SELECT 1 FROM JSON_TABLE(v_names, '$[*]' COLUMNS (channel FOR ORDINALITY, name VARCHAR(64) PATH '$')) e
        WHERE e.channel < n.channel AND CAST(e.name AS BINARY) = CAST(n.name AS BINARY)
      )
      ORDER BY n.channel LIMIT 1), NULL));
  END IF;
  IF v_bare IS NOT NULL THEN
    SET v_scope_low = LEAST(IFNULL(v_scope_low, CAST(p_scope AS BINARY)), CAST(p_scope AS BINARY));
    SET v_scope_high = GREATEST(IFNULL(v_scope_high, CAST(p_scope AS BINARY)), CAST(p_scope AS BINARY));
  END IF;
  RETURN JSON_OBJECT(
    'names', CAST(v_names AS JSON),
    'scope_id', IF(v_scope_low = v_scope_high, CONVERT(v_scope_low USING utf8mb4), NULL),
    'memory_artifact_id', IF(v_memory_low = v_memory_high, CONVERT(v_memory_low USING utf8mb4), NULL),
    'is_many', IFNULL(v_scope_low <> v_scope_high OR v_memory_low <> v_memory_high, 0)
  );
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (108, 'pc_read_channels');
