-- Undoes V151: no increment can be added any more. Those that were stay.

DROP PROCEDURE IF EXISTS pc_corroborate;
DELETE FROM pc_lifecycle_migration WHERE version = 151;
