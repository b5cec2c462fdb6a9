-- What does the projection of a Memory, or of a scope, come to? One row, one column `digest`: 64 hex digits.
--
--   CALL pc_digest('s', 'memory');
--   CALL pc_digest('s', NULL);             of all its Memories
--
-- The same as on SQLite for the same content (pc_digest_nodes). That of a scope is over its Memories as that of a Memory over
-- its rows: a Memory stands at the SHA-256 of [scope, Memory] and gives that of [scope, Memory, digest]. Writes nothing.
-- Refuses a projection that is stale (projection_stale), because a digest is of what is stored, and a Memory that
-- authority does not know (memory_unknown).

DROP PROCEDURE IF EXISTS pc_digest;

DELIMITER //
CREATE PROCEDURE pc_digest(p_scope MEDIUMBLOB, p_memory MEDIUMBLOB)
SQL SECURITY INVOKER
BEGIN
  DECLARE v_adapter VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_bytes VARBINARY(1024);
  DECLARE v_memory, v_stale VARBINARY(512);
  DECLARE v_limit BIGINT DEFAULT @@session.group_concat_max_len;
  DECLARE v_digest CHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  DECLARE v_memories BIGINT;
  DECLARE EXIT HANDLER FOR SQLEXCEPTION
  BEGIN
    SET SESSION group_concat_max_len = v_limit + 0;
    RESIGNAL;
  END;
  CALL pc_check_text('scope', p_scope, 'scope_id_chars');
  SET v_scope = CONVERT(p_scope USING utf8mb4), v_bytes = p_scope;
  IF p_memory IS NOT NULL THEN
    CALL pc_check_text('memory', p_memory, 'artifact_id_chars');
    SET v_memory = p_memory;
  END IF;
  CALL pc_require_store(v_adapter);
  IF v_memory IS NOT NULL THEN
    IF pc_head_revision(v_bytes, v_memory) IS NULL THEN
      CALL pc_refuse('memory_unknown', v_memory, NULL);
    END IF;
    SET v_digest = (SELECT n.digest FROM pc_lifecycle_projection_header n
      INNER JOIN pc_memory_fresh f ON f.scope_id = n.scope_id AND f.memory_artifact_id = n.memory_artifact_id
      WHERE n.scope_id = v_bytes AND n.memory_artifact_id = v_memory);
    IF v_digest IS NULL THEN
      CALL pc_refuse('projection_stale', v_memory, NULL);
    END IF;
  ELSE
    SET v_stale = (SELECT MIN(CAST(h.memory_artifact_id AS BINARY)) FROM pc_authority_head h
      WHERE h.scope_id = v_scope AND CAST(h.scope_id AS BINARY) = v_bytes AND NOT EXISTS (
        SELECT 1 FROM pc_memory_fresh f WHERE f.scope_id = v_bytes AND f.memory_artifact_id = h.memory_artifact_id));
    IF v_stale IS NOT NULL THEN
      CALL pc_refuse('projection_stale', v_stale, NULL);
    END IF;
    -- As much as the fullest leaf can need: how many Memories share one, their paths say.
    SET v_memories = (SELECT MAX(l.memories) FROM (
      SELECT COUNT(*) AS memories FROM pc_lifecycle_projection_header n WHERE n.scope_id = v_bytes
      GROUP BY LEFT(SHA2(CONCAT('[', JSON_QUOTE(v_scope), ',', JSON_QUOTE(CONVERT(n.memory_artifact_id USING utf8mb4)), ']'),
        256), 4)) l);
    SET SESSION group_concat_max_len = GREATEST(16 * 65, 64 * COALESCE(v_memories, 0)) + 0;
    -- Level by level; where a text were cut, a hash is missing.
    SELECT CASE WHEN COUNT(*) = 0 THEN SHA2('', 256)
        WHEN COUNT(w.hash) = COUNT(*)
          AND LENGTH(GROUP_CONCAT(CONCAT(w.path, w.hash) ORDER BY w.path SEPARATOR '')) = 65 * COUNT(*)
        THEN SHA2(GROUP_CONCAT(CONCAT(w.path, w.hash) ORDER BY w.path SEPARATOR ''), 256) END
    INTO v_digest FROM (
      SELECT LEFT(x.path, 1) AS path, CASE WHEN COUNT(x.hash) = COUNT(*)
        AND LENGTH(GROUP_CONCAT(CONCAT(RIGHT(x.path, 1), x.hash) ORDER BY x.path SEPARATOR '')) = 65 * COUNT(*)
        THEN SHA2(GROUP_CONCAT(CONCAT(RIGHT(x.path, 1), x.hash) ORDER BY x.path SEPARATOR ''), 256) END AS hash
      FROM (
        SELECT LEFT(y.path, 2) AS path, CASE WHEN COUNT(y.hash) = COUNT(*)
          AND LENGTH(GROUP_CONCAT(CONCAT(RIGHT(y.path, 1), y.hash) ORDER BY y.path SEPARATOR '')) = 65 * COUNT(*)
          THEN SHA2(GROUP_CONCAT(CONCAT(RIGHT(y.path, 1), y.hash) ORDER BY y.path SEPARATOR ''), 256) END AS hash
        FROM (
          SELECT LEFT(z.path, 3) AS path, CASE WHEN COUNT(z.hash) = COUNT(*)
            AND LENGTH(GROUP_CONCAT(CONCAT(RIGHT(z.path, 1), z.hash) ORDER BY z.path SEPARATOR '')) = 65 * COUNT(*)
            THEN SHA2(GROUP_CONCAT(CONCAT(RIGHT(z.path, 1), z.hash) ORDER BY z.path SEPARATOR ''), 256) END AS hash
          FROM (
            SELECT m.path,
              CASE WHEN LENGTH(GROUP_CONCAT(m.hash ORDER BY m.memory_artifact_id SEPARATOR '')) = 64 * COUNT(*)
                THEN SHA2(GROUP_CONCAT(m.hash ORDER BY m.memory_artifact_id SEPARATOR ''), 256) END AS hash
            FROM (
              SELECT n.memory_artifact_id,
                LEFT(SHA2(CONCAT('[', JSON_QUOTE(v_scope), ',', JSON_QUOTE(CONVERT(n.memory_artifact_id USING utf8mb4)), ']'),
                  256), 4) AS path,
                SHA2(CONCAT('[', JSON_QUOTE(v_scope), ',', JSON_QUOTE(CONVERT(n.memory_artifact_id USING utf8mb4)), ',"',
                  n.digest, '"]'), 256) AS hash
              FROM pc_lifecycle_projection_header n
              INNER JOIN pc_memory_fresh f ON f.scope_id = n.scope_id AND f.memory_artifact_id = n.memory_artifact_id
              WHERE n.scope_id = v_bytes
            ) m GROUP BY m.path
          ) z GROUP BY LEFT(z.path, 3)
        ) y GROUP BY LEFT(y.path, 2)
      ) x GROUP BY LEFT(x.path, 1)
    ) w;
    SET SESSION group_concat_max_len = v_limit + 0;
    IF v_digest IS NULL THEN
      CALL pc_refuse('internal', 'a digest without all its parts', NULL);
    END IF;
  END IF;
  SELECT v_digest AS digest;
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (132, 'pc_digest');
