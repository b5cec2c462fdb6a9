-- Undoes V033: the texts of the powercontext-1.4 port go.

DELETE FROM pc_lifecycle_port WHERE adapter = 'powercontext-1.4';

DELETE FROM pc_lifecycle_migration WHERE version = 33;
