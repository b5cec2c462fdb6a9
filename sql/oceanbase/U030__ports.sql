-- Undoes V030: the port texts go; pc_port's views have gone with V035.

DROP TABLE IF EXISTS pc_lifecycle_port;

DELETE FROM pc_lifecycle_migration WHERE version = 30;
