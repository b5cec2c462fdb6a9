-- Undoes V108: drops pc_read_channels.

DROP FUNCTION IF EXISTS pc_read_channels;
DELETE FROM pc_lifecycle_migration WHERE version = 108;
