-- Whose word on an entry is in force? One row for each entry that was ever marked; what nobody's word is in force for is NULL.
--
--   SELECT tier, pinned, importance FROM pc_mark_in_force WHERE scope_id = 's' AND memory_artifact_id = 'memory';
--
-- Marks are an append-only log an entry. The newest wins, but an automatic one never replaces a user's: in force is the
-- user's last word while it says something (not NULL), else the last automatic word after it. A value that
-- pc_lifecycle_level does not name says nothing (''). Flags and importance are given as the level's number.
--
-- Each word is packed as its place in the log, 19 digits, then '+' and the value, or '-' where it clears the mark: the
-- greatest text is the newest word, found in one pass over the log of an entry.

CREATE OR REPLACE VIEW pc_mark_in_force AS
SELECT w.scope_id, w.memory_artifact_id, w.entry_id,
  CASE WHEN SUBSTRING(w.tier_user, 20, 1) = '+' THEN SUBSTRING(w.tier_user, 21)
    WHEN w.tier_automatic > COALESCE(w.tier_user, '') AND SUBSTRING(w.tier_automatic, 20, 1) = '+'
      THEN SUBSTRING(w.tier_automatic, 21) END AS tier,
  CASE WHEN SUBSTRING(w.session_id_user, 20, 1) = '+' THEN SUBSTRING(w.session_id_user, 21)
    WHEN w.session_id_automatic > COALESCE(w.session_id_user, '') AND SUBSTRING(w.session_id_automatic, 20, 1) = '+'
      THEN SUBSTRING(w.session_id_automatic, 21) END AS session_id,
  CASE WHEN SUBSTRING(w.pinned_user, 20, 1) = '+' THEN SUBSTRING(w.pinned_user, 21)
    WHEN w.pinned_automatic > COALESCE(w.pinned_user, '') AND SUBSTRING(w.pinned_automatic, 20, 1) = '+'
      THEN SUBSTRING(w.pinned_automatic, 21) END AS pinned,
  CASE WHEN SUBSTRING(w.protected_user, 20, 1) = '+' THEN SUBSTRING(w.protected_user, 21)
    WHEN w.protected_automatic > COALESCE(w.protected_user, '') AND SUBSTRING(w.protected_automatic, 20, 1) = '+'
      THEN SUBSTRING(w.protected_automatic, 21) END AS protected,
  CASE WHEN SUBSTRING(w.user_retired_user, 20, 1) = '+' THEN SUBSTRING(w.user_retired_user, 21)
    WHEN w.user_retired_automatic > COALESCE(w.user_retired_user, '') AND SUBSTRING(w.user_retired_automatic, 20, 1) = '+'
      THEN SUBSTRING(w.user_retired_automatic, 21) END AS user_retired,
  CASE WHEN SUBSTRING(w.state_class_user, 20, 1) = '+' THEN SUBSTRING(w.state_class_user, 21)
    WHEN w.state_class_automatic > COALESCE(w.state_class_user, '') AND SUBSTRING(w.state_class_automatic, 20, 1) = '+'
      THEN SUBSTRING(w.state_class_automatic, 21) END AS state_class,
  CASE WHEN SUBSTRING(w.importance_user, 20, 1) = '+' THEN SUBSTRING(w.importance_user, 21)
    WHEN w.importance_automatic > COALESCE(w.importance_user, '') AND SUBSTRING(w.importance_automatic, 20, 1) = '+'
      THEN SUBSTRING(w.importance_automatic, 21) END AS importance
FROM (
  SELECT k.scope_id, k.memory_artifact_id, k.entry_id,
    MAX(CASE WHEN k.mark = 'tier' AND k.actor_kind = 'user' THEN k.said END) AS tier_user,
    MAX(CASE WHEN k.mark = 'tier' AND k.actor_kind = 'automatic' THEN k.said END) AS tier_automatic,
    MAX(CASE WHEN k.mark = 'session' AND k.actor_kind = 'user' THEN k.said END) AS session_id_user,
    MAX(CASE WHEN k.mark = 'session' AND k.actor_kind = 'automatic' THEN k.said END) AS session_id_automatic,
    MAX(CASE WHEN k.mark = 'pinned' AND k.actor_kind = 'user' THEN k.said END) AS pinned_user,
    MAX(CASE WHEN k.mark = 'pinned' AND k.actor_kind = 'automatic' THEN k.said END) AS pinned_automatic,
    MAX(CASE WHEN k.mark = 'protected' AND k.actor_kind = 'user' THEN k.said END) AS protected_user,
    MAX(CASE WHEN k.mark = 'protected' AND k.actor_kind = 'automatic' THEN k.said END) AS protected_automatic,
    MAX(CASE WHEN k.mark = 'user_retired' AND k.actor_kind = 'user' THEN k.said END) AS user_retired_user,
    MAX(CASE WHEN k.mark = 'user_retired' AND k.actor_kind = 'automatic' THEN k.said END) AS user_retired_automatic,
    MAX(CASE WHEN k.mark = 'state_class' AND k.actor_kind = 'user' THEN k.said END) AS state_class_user,
    MAX(CASE WHEN k.mark = 'state_class' AND k.actor_kind = 'automatic' THEN k.said END) AS state_class_automatic,
    MAX(CASE WHEN k.mark = 'importance' AND k.actor_kind = 'user' THEN k.said END) AS importance_user,
    MAX(CASE WHEN k.mark = 'importance' AND k.actor_kind = 'automatic' THEN k.said END) AS importance_automatic
  FROM (
    SELECT m.scope_id, m.memory_artifact_id, m.entry_id, m.mark, m.actor_kind,
      CONCAT(LPAD(m.ordinal, 19, '0'), CASE WHEN m.value IS NULL THEN '-' WHEN m.mark = 'session' THEN CONCAT('+', m.value)
        WHEN m.mark IN ('tier', 'state_class') THEN CONCAT('+', COALESCE(l.name, ''))
        ELSE CONCAT('+', COALESCE(l.value, '')) END) AS said
    FROM pc_lifecycle_mark m
    LEFT JOIN pc_lifecycle_level l ON l.name = m.value AND l.dimension = CASE
      WHEN m.mark IN ('tier', 'state_class', 'importance') THEN m.mark ELSE 'flag' END
  ) k
  GROUP BY k.scope_id, k.memory_artifact_id, k.entry_id
) w;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (28, 'pc_mark_in_force');
