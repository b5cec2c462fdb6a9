-- Undoes V064: no Memory can be projected any more. What was projected stays.

DROP PROCEDURE IF EXISTS pc_rebuild_memory;
DROP PROCEDURE IF EXISTS pc_clear_slot;
DELETE FROM pc_lifecycle_migration WHERE version = 64;
