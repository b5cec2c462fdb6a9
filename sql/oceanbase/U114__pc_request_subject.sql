-- Undoes V114: drops pc_request_subject.

DROP FUNCTION IF EXISTS pc_request_subject;
DELETE FROM pc_lifecycle_migration WHERE version = 114;
