-- May these candidates be seen as of a revision? NULL when they may, else the refusal.
--
--   SELECT pc_view_refusal('reorder', '[…]', 's', 12, 0);      -- pc: not_found: revision 12 is outside the Memory's 1 to 7
--
-- The revision must be one of the first candidate's Memory (`view_revision`), and all candidates of that Memory
-- (`view_many_memories`, the fifth argument says that they are not). Channels of weight 0 do not count.

DROP FUNCTION IF EXISTS pc_view_refusal;

DELIMITER //
CREATE FUNCTION pc_view_refusal(
  p_surface VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_subject LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_scope VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  p_revision BIGINT,
  p_is_many INT
)
RETURNS VARCHAR(512) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
READS SQL DATA SQL SECURITY INVOKER
BEGIN
  DECLARE v_scope VARBINARY(1024);
  DECLARE v_memory VARBINARY(512);
  DECLARE v_head BIGINT;
  IF p_surface = 'reorder' THEN
    SELECT h.scope_id, h.memory_artifact_id INTO v_scope, v_memory
    FROM JSON_TABLE(p_subject, '$[0]' COLUMNS (
      scope_id VARBINARY(1024) PATH '$.scope_id', memory_artifact_id VARBINARY(512) PATH '$.memory_artifact_id'
    )) h;
  ELSE
    SELECT h.scope_id, h.memory_artifact_id INTO v_scope, v_memory
    FROM JSON_TABLE(p_subject, '$[*]' COLUMNS (
      channel FOR ORDINALITY, weight DOUBLE PATH '$.weight',
      NESTED PATH '$.hits[*]' COLUMNS (
        hit FOR ORDINALITY, scope_id VARBINARY(1024) PATH '$.scope_id',
        memory_artifact_id VARBINARY(512) PATH '$.memory_artifact_id'
      )
    )) h
    WHERE h.hit IS NOT NULL AND (h.weight IS NULL OR h.weight > 0)
    ORDER BY h.channel, h.hit LIMIT 1;
  END IF;
  SET v_head = pc_head_revision(IFNULL(v_scope, CAST(p_scope AS BINARY)), v_memory);
  IF v_head IS NULL OR p_revision NOT BETWEEN 1 AND v_head THEN
    RETURN pc_refusal('view_revision', CAST(p_revision AS CHAR), CAST(IFNULL(v_head, 0) AS CHAR));
  END IF;
  -- PowerContext 1.4 keeps no past state.
  IF p_revision <> v_head AND (SELECT s.value FROM pc_lifecycle_setting s WHERE s.name = 'adapter') = 'powercontext-1.4' THEN
    RETURN pc_refusal('no_past_state', CAST(v_head AS CHAR), NULL);
  END IF;
  RETURN IF(p_is_many = 1, pc_refusal('view_many_memories', NULL, NULL), NULL);
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (111, 'pc_view_refusal');
