-- Undoes V052.

DROP VIEW IF EXISTS pc_asked_evidence;
DROP VIEW IF EXISTS pc_asked_tail_evidence;

DELETE FROM pc_lifecycle_migration WHERE version = 52;
