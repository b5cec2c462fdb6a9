-- Are these channels plainly right, as far as a look at their text can tell? Their names as a comma list (each with a comma
-- after it), NULL when that takes a closer look.
--
--   SELECT pc_plain_channels('[{"name": "fts", "hits": []}, {"name": "vector", "weight": 0.5, "hits": []}]');   -- fts,vector,
--
-- What it says: 16 channels at most, each with a name, perhaps a weight, and hits that are an array; all names and weights
-- right, no name twice; anywhere, no key but those of channels and hits, every id a text that is not empty, every revision
-- a number of at most 18 figures. What it leaves open, and whoever reads the hits must count: missing hits and keys, a channel's
-- keys in a hit, lengths. Refuses nothing; the text is JSON. Escapes hide from a search, so a text with \u00xx is never plain.

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
  -- Anything that stands where a key may, but is none of these with a value that it takes; or an array in an array.
  IF p_channels REGEXP CONCAT('[{,][[:space:]]*+"(?!(?:',
       '(?:memory_artifact|entry|entry_version|scope)_id"[[:space:]]*+:[[:space:]]*+"[^"\\\\]|',
       'revision"[[:space:]]*+:[[:space:]]*+(?:0|[1-9][0-9]{0,17})[[:space:],}]|',
       'hits"[[:space:]]*+:[[:space:]]*+\\[|name"|weight"))|[\\[,][[:space:]]*+\\[') THEN
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
