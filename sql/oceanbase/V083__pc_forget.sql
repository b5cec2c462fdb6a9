-- How is an entry withdrawn? It becomes inactive, with the reason, and can be reactivated; its text and evidence stay.
--
--   CALL pc_forget('s', 'memory', 2, 'ent_1', 1767225600000000, 'obsolete');
--   {"entry_id":"ent_1","entry_version_id":"ver_…","outcome":"deactivated","revision":3}
--
-- Forgetting an inactive entry is "unchanged".
-- Refuses what pc_switch_entry refuses.

DROP PROCEDURE IF EXISTS pc_forget;

DELIMITER //
CREATE PROCEDURE pc_forget(
  p_scope MEDIUMBLOB,
  p_memory MEDIUMBLOB,
  p_expected_revision MEDIUMBLOB,
  p_entry_id MEDIUMBLOB,
  p_recorded_at MEDIUMBLOB,
  p_reason MEDIUMBLOB
)
SQL SECURITY INVOKER
BEGIN
  CALL pc_switch_entry('deactivate', p_scope, p_memory, p_expected_revision, p_entry_id, p_recorded_at, p_reason);
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (83, 'pc_forget');
