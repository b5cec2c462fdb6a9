-- Undoes V035: the authority views go, whichever adapter they are of.

DROP VIEW IF EXISTS pc_authority_entry;
DROP VIEW IF EXISTS pc_authority_change;
DROP VIEW IF EXISTS pc_authority_evidence;
DROP VIEW IF EXISTS pc_authority_fresh;
DROP VIEW IF EXISTS pc_authority_head;
DROP VIEW IF EXISTS pc_authority_content;
DROP VIEW IF EXISTS pc_authority_document;
DROP VIEW IF EXISTS pc_authority_lineage;
DROP VIEW IF EXISTS pc_authority_source;
DROP VIEW IF EXISTS pc_authority_state;
DROP PROCEDURE IF EXISTS pc_port_views;

DELETE FROM pc_lifecycle_migration WHERE version = 35;
