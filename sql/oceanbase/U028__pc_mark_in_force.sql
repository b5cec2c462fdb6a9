-- Undoes V028: no word is in force any more. The log stays.

DROP VIEW IF EXISTS pc_mark_in_force;
DELETE FROM pc_lifecycle_migration WHERE version = 28;
