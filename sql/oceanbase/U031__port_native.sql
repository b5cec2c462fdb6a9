-- Undoes V031: the texts of the native port go.

DELETE FROM pc_lifecycle_port WHERE adapter = 'native';

DELETE FROM pc_lifecycle_migration WHERE version = 31;
