-- Undoes V032: the texts of the powercontext-1.2 port go.

DELETE FROM pc_lifecycle_port WHERE adapter = 'powercontext-1.2';

DELETE FROM pc_lifecycle_migration WHERE version = 32;
