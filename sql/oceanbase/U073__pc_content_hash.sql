-- Undoes V073: drops pc_content_hash.

DROP PROCEDURE IF EXISTS pc_content_hash;
DELETE FROM pc_lifecycle_migration WHERE version = 73;
