-- Undoes V076: drops pc_touch_head.

DROP PROCEDURE IF EXISTS pc_touch_head;
DELETE FROM pc_lifecycle_migration WHERE version = 76;
