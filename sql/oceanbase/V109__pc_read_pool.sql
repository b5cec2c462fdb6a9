-- Is this a pool that pc_reorder takes? What is known of it as a whole, or the first refusal.
--
--   SELECT pc_read_pool('[{"memory_artifact_id": "memory", "revision": 7, "entry_id": "e", "entry_version_id": "v"}]', 's');
--   -- {"is_many": 0, "scope_id": "s", "memory_artifact_id": "memory"}
--
-- scope_id and memory_artifact_id are those of all members, is_many says that there are several. The second argument
-- is the options' scope. First failure wins: over 1000 members; each member, as pc_element_refusal; a member without a
-- scope; the first that repeats an identity. One pass looks for the first element that is not plainly right, and only
-- that one is looked at closely.

DROP FUNCTION IF EXISTS pc_read_pool;

DELIMITER //
CREATE FUNCTION pc_read_pool(
  p_pool LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
)
RETURNS LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_numbers LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_path VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_refusal VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_scope_low, v_scope_high VARBINARY(1024);
  DECLARE v_memory_low, v_memory_high VARBINARY(512);
  DECLARE v_members, v_bad, v_bare, v_fractions, v_long, v_distinct BIGINT;
  -- Counted first: a pass over a million members would time out.
  SET v_members = JSON_LENGTH(p_pool);
  IF v_members > (SELECT l.value FROM pc_lifecycle_limit l WHERE l.name = 'pool_members') THEN
    RETURN JSON_OBJECT('refusal', pc_refusal('pool_too_many', CAST(v_members AS CHAR), NULL));
  END IF;
  SELECT COUNT(*),
    MIN(CASE WHEN IFNULL(JSON_TYPE(h.whole), '') <> 'OBJECT' OR JSON_LENGTH(h.whole) <> 4 + h.has_scope + h.has_score
        OR IFNULL(JSON_TYPE(h.memory_json), '') <> 'STRING' OR IFNULL(LENGTH(h.memory_artifact_id), 0) = 0
        OR INSTR(CAST(h.memory_artifact_id AS BINARY), X'00') > 0
        OR IFNULL(JSON_TYPE(h.revision_json), '') NOT LIKE '%INTEGER' OR LEFT(h.revision, 1) = '-'
        OR CAST(h.revision AS UNSIGNED) > 9223372036854775807
        OR IFNULL(JSON_TYPE(h.entry_json), '') <> 'STRING' OR IFNULL(LENGTH(h.entry_id), 0) = 0
        OR INSTR(CAST(h.entry_id AS BINARY), X'00') > 0
        OR IFNULL(JSON_TYPE(h.version_json), '') <> 'STRING' OR IFNULL(LENGTH(h.entry_version_id), 0) = 0
        OR INSTR(CAST(h.entry_version_id AS BINARY), X'00') > 0
        OR (h.has_scope = 1 AND (IFNULL(JSON_TYPE(h.scope_json), '') <> 'STRING' OR IFNULL(LENGTH(h.scope_id), 0) = 0
                                 OR INSTR(CAST(h.scope_id AS BINARY), X'00') > 0))
        OR (h.has_score = 1 AND IFNULL(JSON_TYPE(h.score_json), '') NOT IN ('INTEGER', 'DOUBLE', 'STRING', 'UNSIGNED INTEGER'))
        -- The sign of an integer is no digit.
        OR (JSON_TYPE(h.score_json) LIKE '%INTEGER' AND LENGTH(REPLACE(h.score, '-', '')) > 15)
        OR (JSON_TYPE(h.score_json) = 'STRING' AND pc_is_decimal('STRING', JSON_UNQUOTE(h.score_json)) = 0)
      THEN h.member END),
    MIN(CASE WHEN h.has_scope = 0 THEN h.member END),
    MAX(JSON_TYPE(h.score_json) = 'DOUBLE'),
    COUNT(DISTINCT IFNULL(CAST(h.scope_id AS BINARY), ''), CAST(h.memory_artifact_id AS BINARY), CAST(h.entry_id AS BINARY),
          CAST(h.entry_version_id AS BINARY)),
    MIN(CAST(h.scope_id AS BINARY)), MAX(CAST(h.scope_id AS BINARY)),
    MIN(CAST(h.memory_artifact_id AS BINARY)), MAX(CAST(h.memory_artifact_id AS BINARY))
  INTO v_members, v_bad, v_bare, v_fractions, v_distinct, v_scope_low, v_scope_high, v_memory_low, v_memory_high
  FROM JSON_TABLE(p_pool, '$[*]' COLUMNS (
    member FOR ORDINALITY, whole JSON PATH '$', memory_json JSON PATH '$.memory_artifact_id',
    memory_artifact_id VARCHAR(128) PATH '$.memory_artifact_id', revision_json JSON PATH '$.revision',
    revision VARCHAR(20) PATH '$.revision', entry_json JSON PATH '$.entry_id', entry_id VARCHAR(128) PATH '$.entry_id',
    version_json JSON PATH '$.entry_version_id', entry_version_id VARCHAR(128) PATH '$.entry_version_id',
    has_scope INT EXISTS PATH '$.scope_id', scope_json JSON PATH '$.scope_id', scope_id VARCHAR(256) PATH '$.scope_id',
    has_score INT EXISTS PATH '$.score', score_json JSON PATH '$.score', score VARCHAR(40) PATH '$.score'
  )) h;
  IF v_fractions = 1 OR v_bad IS NOT NULL THEN
    SET v_numbers = pc_number_document(p_pool);
    SET v_long = (
      SELECT MIN(w.member)
      FROM JSON_TABLE(v_numbers, '$[*]' COLUMNS (member FOR ORDINALITY, written LONGTEXT PATH '$.score."#"')) w
      WHERE CHAR_LENGTH(TRIM(LEADING '0' FROM REPLACE(REPLACE(SUBSTRING_INDEX(LOWER(w.written), 'e', 1), '-', ''), '.', ''))) > 15
    );
    SET v_bad = LEAST(IFNULL(v_bad, v_long), IFNULL(v_long, v_bad));
  END IF;
  IF v_bad IS NOT NULL THEN
    SET v_path = CONCAT('$[', v_bad - 1, ']');
    SET v_refusal = pc_element_refusal('member', JSON_EXTRACT(p_pool, v_path), v_path,
                                       JSON_UNQUOTE(JSON_EXTRACT(v_numbers, CONCAT(v_path, '.score."#"'))));
    RETURN JSON_OBJECT('refusal', IFNULL(v_refusal, pc_refusal('internal', 'a pool member was misjudged', NULL)));
  END IF;
  IF v_bare IS NOT NULL AND p_scope IS NULL THEN
    RETURN JSON_OBJECT('refusal', pc_refusal('scope_missing', CONCAT('$[', v_bare - 1, ']'), NULL));
  END IF;
  -- A member with the options' scope spelled out equals one without: then counting was not enough.
  IF v_distinct <> v_members OR (v_bare IS NOT NULL AND v_scope_low IS NOT NULL) THEN
    SET v_bad = (
      SELECT MIN(n.member) FROM (
        SELECT h.member, ROW_NUMBER() OVER (
          PARTITION BY IFNULL(h.scope_id, CAST(p_scope AS BINARY)), h.memory_artifact_id, h.entry_id, h.entry_version_id
          ORDER BY h.member) AS occurrence
        FROM JSON_TABLE(p_pool, '$[*]' COLUMNS (
          member FOR ORDINALITY, scope_id VARBINARY(1024) PATH '$.scope_id',
          memory_artifact_id VARBINARY(512) PATH '$.memory_artifact_id', entry_id VARBINARY(512) PATH '$.entry_id',
          entry_version_id VARBINARY(512) PATH '$.entry_version_id'
        )) h
      ) n
      WHERE n.occurrence > 1
    );
    IF v_bad IS NOT NULL THEN
      RETURN JSON_OBJECT('refusal', pc_refusal('pool_duplicate', CONCAT('$[', v_bad - 1, ']'), NULL));
    END IF;
  END IF;
  IF v_bare IS NOT NULL THEN
    SET v_scope_low = LEAST(IFNULL(v_scope_low, CAST(p_scope AS BINARY)), CAST(p_scope AS BINARY));
    SET v_scope_high = GREATEST(IFNULL(v_scope_high, CAST(p_scope AS BINARY)), CAST(p_scope AS BINARY));
  END IF;
  RETURN JSON_OBJECT(
    'scope_id', IF(v_scope_low = v_scope_high, CONVERT(v_scope_low USING utf8mb4), NULL),
    'memory_artifact_id', IF(v_memory_low = v_memory_high, CONVERT(v_memory_low USING utf8mb4), NULL),
    'is_many', IFNULL(v_scope_low <> v_scope_high OR v_memory_low <> v_memory_high, 0)
  );
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (109, 'pc_read_pool');
