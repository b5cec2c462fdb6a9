-- How does a withdrawn entry come back? The same version is active again, and a new interval begins.
--
--   CALL pc_reactivate('s', 'memory', 2, 'ent_1', 1767225600000000, NULL);
--   {"entry_id":"ent_1","entry_version_id":"ver_…","outcome":"reactivated","revision":3}
--
-- Reactivating an active entry is "unchanged". What a supersession withdrew stays superseded.
-- Refuses what pc_switch_entry refuses.

DROP PROCEDURE IF EXISTS pc_reactivate;

DELIMITER //
CREATE PROCEDURE pc_reactivate(
  p_scope MEDIUMBLOB,
  p_memory MEDIUMBLOB,
  p_expected_revision MEDIUMBLOB,
  p_entry_id MEDIUMBLOB,
  p_recorded_at MEDIUMBLOB,
  p_reason MEDIUMBLOB
)
SQL SECURITY INVOKER
BEGIN
  CALL pc_switch_entry('reactivate', p_scope, p_memory, p_expected_revision, p_entry_id, p_recorded_at, p_reason);
END
//
DELIMITER ;

REPLACE INTO pc_lifecycle_migration (version, name) VALUES (84, 'pc_reactivate');
