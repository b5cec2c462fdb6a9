-- Undoes V082: drops pc_switch_entry.

DROP PROCEDURE IF EXISTS pc_switch_entry;
DELETE FROM pc_lifecycle_migration WHERE version = 82;
