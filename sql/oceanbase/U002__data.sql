-- Undoes V002: empties the tables that are copies of sql/data. Registered policies stay, rankings may name them.

DELETE FROM pc_lifecycle_level;
DELETE FROM pc_lifecycle_kind;
DELETE FROM pc_lifecycle_limit;
DELETE FROM pc_lifecycle_message;
DELETE FROM pc_lifecycle_migration WHERE version = 2;
