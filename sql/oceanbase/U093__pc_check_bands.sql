-- Undoes V093: drops pc_check_bands.

DROP PROCEDURE IF EXISTS pc_check_bands;
DELETE FROM pc_lifecycle_migration WHERE version = 93;
