-- Undoes V132: a digest can not be asked for any more.

DROP PROCEDURE IF EXISTS pc_digest;
DELETE FROM pc_lifecycle_migration WHERE version = 132;
