-- Undoes V036.

DROP FUNCTION IF EXISTS pc_asked;
DROP FUNCTION IF EXISTS pc_asked_number;

DELETE FROM pc_lifecycle_migration WHERE version = 36;
