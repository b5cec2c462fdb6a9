-- Undoes V037.

DROP FUNCTION IF EXISTS pc_asked_text;
DROP FUNCTION IF EXISTS pc_asked_tail;

DELETE FROM pc_lifecycle_migration WHERE version = 37;
