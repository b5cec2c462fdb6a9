-- Undoes V131: no digest is made any more. Those that were stay.

DROP PROCEDURE IF EXISTS pc_digest_nodes;
DELETE FROM pc_lifecycle_migration WHERE version = 131;
