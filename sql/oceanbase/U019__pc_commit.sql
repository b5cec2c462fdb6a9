-- Undoes V019: drops pc_commit.

DROP PROCEDURE IF EXISTS pc_commit;
DELETE FROM pc_lifecycle_migration WHERE version = 19;
