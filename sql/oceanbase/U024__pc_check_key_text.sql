-- Undoes V024: drops pc_check_key_text.

DROP PROCEDURE IF EXISTS pc_check_key_text;
DELETE FROM pc_lifecycle_migration WHERE version = 24;
