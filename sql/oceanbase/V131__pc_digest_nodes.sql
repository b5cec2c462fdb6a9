-- What does the projection of a Memory come to, as one number? Hashes the tree over the rows of a slot, all of it or the paths
-- above some leaves, and gives the root.
--
--   CALL pc_digest_nodes('s', 'memory', 0, NULL, v_digest);             every node anew
--   CALL pc_digest_nodes('s', 'memory', 0, '[17,4711]', v_digest);      two leaves and what is above them
--
-- A leaf is the SHA-256 over the row hashes of its rows, one behind the other in the byte order of entry and version; an inner
-- node that over its children in order, each as its digit and its hash; paths are 0 to 4 hex digits. The digest of nothing
-- is the SHA-256 of nothing. Hashes are joined by GROUP_CONCAT, which cuts silently at a session's limit: the limit is
-- raised for the call (this kernel takes an expression there, no bare variable), and a text that is not as long as its
-- parts gives no hash, which no node may have.

DROP PROCEDURE IF EXISTS pc_digest_nodes;

DELIMITER //
CREATE PROCEDURE pc_digest_nodes(
  p_scope VARBINARY(1024), p_memory VARBINARY(512), p_slot INT,
  p_leaves LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin, OUT p_digest CHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_limit BIGINT DEFAULT @@session.group_concat_max_len;
  DECLARE v_first BIGINT DEFAULT 0;
  DECLARE v_longest BIGINT;
  DECLARE v_length INT DEFAULT 3;
  DECLARE EXIT HANDLER FOR SQLEXCEPTION
  BEGIN
    SET SESSION group_concat_max_len = v_limit + 0;
    RESIGNAL;
  END;
  -- No more than is needed: the kernel takes that much memory for every group.
  -- Two statements: one with an OR in it would read the whole Memory for one leaf.
  IF p_leaves IS NULL THEN
    SET v_longest = (SELECT MAX(l.length) FROM (
      SELECT 64 * COUNT(*) AS length FROM pc_lifecycle_projection p
      WHERE p.scope_id = p_scope AND p.memory_artifact_id = p_memory AND p.slot = p_slot
      GROUP BY p.leaf) l);
  ELSE
    SET v_longest = (SELECT MAX(l.length) FROM (
      SELECT 64 * COUNT(*) AS length
      FROM (SELECT DISTINCT j.leaf FROM JSON_TABLE(p_leaves, '$[*]' COLUMNS (leaf BIGINT PATH '$')) j) t
      INNER JOIN pc_lifecycle_projection p ON p.scope_id = p_scope AND p.memory_artifact_id = p_memory
        AND p.slot = p_slot AND p.leaf = t.leaf
      GROUP BY p.leaf) l);
  END IF;
  SET SESSION group_concat_max_len = GREATEST(16 * 65, COALESCE(v_longest, 0)) + 0;
  IF p_leaves IS NULL THEN
    DELETE FROM pc_lifecycle_digest_node WHERE scope_id = p_scope AND memory_artifact_id = p_memory AND slot = p_slot;
    -- In sixteen parts, so that no statement is long.
    WHILE v_first < 65536 DO
      INSERT INTO pc_lifecycle_digest_node (scope_id, memory_artifact_id, path, hash, slot)
      SELECT p_scope, p_memory, LOWER(LPAD(HEX(p.leaf), 4, '0')),
        CASE WHEN LENGTH(GROUP_CONCAT(p.row_hash ORDER BY p.entry_id, p.entry_version_id SEPARATOR '')) = 64 * COUNT(*)
          THEN SHA2(GROUP_CONCAT(p.row_hash ORDER BY p.entry_id, p.entry_version_id SEPARATOR ''), 256) END, p_slot
      FROM pc_lifecycle_projection p
      WHERE p.scope_id = p_scope AND p.memory_artifact_id = p_memory AND p.slot = p_slot
        AND p.leaf >= v_first AND p.leaf < v_first + 4096
      GROUP BY p.leaf;
      SET v_first = v_first + 4096;
    END WHILE;
    WHILE v_length >= 0 DO
      INSERT INTO pc_lifecycle_digest_node (scope_id, memory_artifact_id, path, hash, slot)
      SELECT p_scope, p_memory, LEFT(c.path, v_length),
        CASE WHEN LENGTH(GROUP_CONCAT(CONCAT(RIGHT(c.path, 1), c.hash) ORDER BY c.path SEPARATOR '')) = 65 * COUNT(*)
          THEN SHA2(GROUP_CONCAT(CONCAT(RIGHT(c.path, 1), c.hash) ORDER BY c.path SEPARATOR ''), 256) END, p_slot
      FROM pc_lifecycle_digest_node c
      WHERE c.scope_id = p_scope AND c.memory_artifact_id = p_memory AND c.slot = p_slot AND LENGTH(c.path) = v_length + 1
      GROUP BY LEFT(c.path, v_length);
      SET v_length = v_length - 1;
    END WHILE;
  ELSE
    -- A join and no IN, which would read every node of the Memory.
    DELETE n FROM (
      SELECT DISTINCT LEFT(LOWER(LPAD(HEX(j.leaf), 4, '0')), l.length) AS path
      FROM JSON_TABLE(p_leaves, '$[*]' COLUMNS (leaf BIGINT PATH '$')) j
      CROSS JOIN (SELECT 0 AS length UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4) l
    ) t
    INNER JOIN pc_lifecycle_digest_node n ON n.scope_id = p_scope AND n.memory_artifact_id = p_memory AND n.slot = p_slot
      AND n.path = t.path;
    INSERT INTO pc_lifecycle_digest_node (scope_id, memory_artifact_id, path, hash, slot)
    SELECT p_scope, p_memory, LOWER(LPAD(HEX(p.leaf), 4, '0')),
      CASE WHEN LENGTH(GROUP_CONCAT(p.row_hash ORDER BY p.entry_id, p.entry_version_id SEPARATOR '')) = 64 * COUNT(*)
        THEN SHA2(GROUP_CONCAT(p.row_hash ORDER BY p.entry_id, p.entry_version_id SEPARATOR ''), 256) END, p_slot
    FROM (SELECT DISTINCT j.leaf FROM JSON_TABLE(p_leaves, '$[*]' COLUMNS (leaf BIGINT PATH '$')) j) t
    INNER JOIN pc_lifecycle_projection p ON p.scope_id = p_scope AND p.memory_artifact_id = p_memory AND p.slot = p_slot
      AND p.leaf = t.leaf
    GROUP BY p.leaf;
    WHILE v_length >= 0 DO
      -- Each touched node's sixteen possible children, by their full key.
      INSERT INTO pc_lifecycle_digest_node (scope_id, memory_artifact_id, path, hash, slot)
      SELECT p_scope, p_memory, t.path,
        CASE WHEN LENGTH(GROUP_CONCAT(CONCAT(RIGHT(c.path, 1), c.hash) ORDER BY c.path SEPARATOR '')) = 65 * COUNT(*)
          THEN SHA2(GROUP_CONCAT(CONCAT(RIGHT(c.path, 1), c.hash) ORDER BY c.path SEPARATOR ''), 256) END, p_slot
      FROM (
        SELECT DISTINCT LEFT(LOWER(LPAD(HEX(j.leaf), 4, '0')), v_length) AS path
        FROM JSON_TABLE(p_leaves, '$[*]' COLUMNS (leaf BIGINT PATH '$')) j
      ) t
      CROSS JOIN (
        SELECT '0' AS digit UNION ALL SELECT '1' UNION ALL SELECT '2' UNION ALL SELECT '3' UNION ALL SELECT '4'
        UNION ALL SELECT '5' UNION ALL SELECT '6' UNION ALL SELECT '7' UNION ALL SELECT '8' UNION ALL SELECT '9'
        UNION ALL SELECT 'a' UNION ALL SELECT 'b' UNION ALL SELECT 'c' UNION ALL SELECT 'd' UNION ALL SELECT 'e'
        UNION ALL SELECT 'f'
      ) x
      INNER JOIN pc_lifecycle_digest_node c ON c.scope_id = p_scope AND c.memory_artifact_id = p_memory AND c.slot = p_slot
        AND c.path = CONCAT(t.path, x.digit)
      GROUP BY t.path;
      SET v_length = v_length - 1;
    END WHILE;
  END IF;
  SET p_digest = COALESCE((SELECT c.hash FROM pc_lifecycle_digest_node c
    WHERE c.scope_id = p_scope AND c.memory_artifact_id = p_memory AND c.slot = p_slot AND c.path = ''), SHA2('', 256));
  SET SESSION group_concat_max_len = v_limit + 0;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (131, 'pc_digest_nodes');
