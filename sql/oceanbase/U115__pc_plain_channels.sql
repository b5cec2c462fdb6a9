-- Undoes V115: drops pc_plain_channels.

DROP FUNCTION IF EXISTS pc_plain_channels;
DELETE FROM pc_lifecycle_migration WHERE version = 115;
