-- Are these channels plainly right, as far as a look at their text can tell? Their names as a comma list (each with a comma
-- after it), NULL when that takes a closer look.
--
--   SELECT pc_plain_channels('[{"name": "fts", "hits": []}, {"name": "vector", "weight": 0.5, "hits": []}]');   -- fts,vector,
--
-- What it says: 16 channels at most, each with a name, hits that are an array, perhaps a weight, and nothing else; all
-- names and weights right, no name twice; no id and no revision anywhere of a type that a column would take silently. What
-- it leaves open, and whoever asks must count: missing hits, and in each hit the keys, lengths and the revision. Refuses
-- nothing; the text is JSON. Keys spelled with escapes hide from a search, so such a text is never plain.

DROP FUNCTION IF EXISTS pc_plain_channels;

DELIMITER //
CREATE FUNCTION pc_plain_channels(p_channels LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin)
RETURNS VARCHAR(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin
DETERMINISTIC NO SQL SQL SECURITY INVOKER
BEGIN
  DECLARE v_heads LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
  -- A regular expression over megabytes times out.
  IF LENGTH(p_channels) > 65535 OR INSTR(CAST(p_channels AS BINARY), X'5C753030') > 0 THEN
    RETURN NULL;
  END IF;
  IF p_channels REGEXP '_id"[[:space:]]*:[[:space:]]*[^"[:space:]]|revision"[[:space:]]*:[[:space:]]*"|hits"[[:space:]]*:[[:space:]]*[^\\[[:space:]]' THEN
    RETURN NULL;
  END IF;
  SET v_heads = JSON_REMOVE(p_channels, '$[0].hits', '$[1].hits', '$[2].hits', '$[3].hits', '$[4].hits', '$[5].hits', '$[6].hits',
    '$[7].hits', '$[8].hits', '$[9].hits', '$[10].hits', '$[11].hits', '$[12].hits', '$[13].hits', '$[14].hits', '$[15].hits');
  -- JSON as this engine prints it: shorter keys first. A weight below 1e-4 or over 1e15 is printed otherwise.
  IF v_heads IS NULL OR NOT v_heads REGEXP
       '^\\[(\\{"name": "[ !#-+\\--\\[\\]-~]{1,64}"(, "weight": (1000000|[0-9]{1,6}([.][0-9]+)?))?\\}(, )?)*\\]$' THEN
    RETURN NULL;
  END IF;
  IF v_heads REGEXP '"name": ("[^"]*").*"name": \\1' THEN
    RETURN NULL;
  END IF;
  -- Digits are counted as written.
  IF INSTR(v_heads, '"weight"') > 0 THEN
    IF pc_written_short(p_channels, 'weight') = 0 THEN
      RETURN NULL;
    END IF;
  END IF;
  RETURN REGEXP_REPLACE(SUBSTRING(v_heads, 2, CHAR_LENGTH(v_heads) - 2), '\\{"name": "([^"]*)"(, "weight": [0-9.]+)?\\}(, )?', '$1,');
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (115, 'pc_plain_channels');
