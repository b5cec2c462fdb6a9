-- Undoes V078: drops pc_write_change.

DROP PROCEDURE IF EXISTS pc_write_change;
DELETE FROM pc_lifecycle_migration WHERE version = 78;
