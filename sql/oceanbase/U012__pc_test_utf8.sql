-- Undoes V012: drops pc_test_utf8.

DROP PROCEDURE IF EXISTS pc_test_utf8;
DELETE FROM pc_lifecycle_migration WHERE version = 12;
