//! What a past revision says, what is no evidence, and what is seen after PowerContext wrote on.

use rusqlite::Connection;

use super::host::{memory, one, open, rows, Folder};
use super::{attach, beside, database};

#[test]
fn as_of_each_revision_is_the_manifest_of_that_revision() {
    let folder = Folder::new("as_of_1_2");
    let store = beside(
        &folder,
        &database(&folder, "powercontext-1.2"),
        "powercontext-1.2",
    );
    let revisions = rows(
        &store,
        "SELECT scope_id || ' ' || artifact_id || ' ' || revision FROM pc.pc_artifacts WHERE family = 'memory'",
    );
    let revisions = revisions.unwrap();
    assert_eq!(revisions.len(), 78);
    for rebuilt in [false, true] {
        // Without a rebuild each question parses the whole history: there, some revisions are enough.
        for revision in revisions.iter().step_by(if rebuilt { 1 } else { 7 }) {
            let parts: Vec<&str> = revision.split(' ').collect();
            let manifest = format!(
                "SELECT json_extract(m.value, '$.entry_version_id'),
                   CASE json_extract(m.value, '$.state') WHEN 'active' THEN 'current' ELSE 'inactive' END
                 FROM pc.pc_artifacts AS a, json_each(CAST(a.content AS TEXT), '$.manifest.entries') AS m
                 WHERE a.family = 'memory' AND a.scope_id = '{}' AND a.artifact_id = '{}' AND a.revision = {}
                 ORDER BY 1",
                parts[0], parts[1], parts[2]
            );
            let seen = format!(
                "SELECT entry_version_id, validity FROM pc_validity('{}', '{}', {})
                 WHERE validity <> 'superseded' AND reason IS NOT 'compacted' ORDER BY 1",
                parts[0], parts[1], parts[2]
            );
            assert_eq!(
                rows(&store, &seen),
                rows(&store, &manifest),
                "{revision}, rebuilt: {rebuilt}"
            );
        }
        one(&store, "SELECT pc_rebuild()");
    }
}

#[test]
fn of_1_4_only_the_head_can_be_asked() {
    let folder = Folder::new("as_of_1_4");
    let store = beside(
        &folder,
        &database(&folder, "powercontext-1.4"),
        "powercontext-1.4",
    );
    let at = one(
        &store,
        "SELECT scope_id || ''',''' || artifact_id FROM pc.pc_artifact_heads WHERE revision = 3 LIMIT 1",
    );
    assert_eq!(
        rows(&store, &format!("SELECT * FROM pc_validity('{at}', 3)"))
            .unwrap()
            .len(),
        3
    );
    let past = rows(&store, &format!("SELECT * FROM pc_validity('{at}', 2)")).unwrap_err();
    assert_eq!(
        past,
        "pc: not_found: PowerContext 1.4 keeps no past state; ask for revision 3, its head"
    );
    let beyond = rows(&store, &format!("SELECT * FROM pc_validity('{at}', 4)")).unwrap_err();
    assert_eq!(
        beyond,
        "pc: not_found: revision 4 is outside the Memory's 1 to 3"
    );
}

#[test]
fn a_receipt_is_no_evidence() {
    let folder = Folder::new("receipts");
    let store = beside(
        &folder,
        &database(&folder, "powercontext-1.4"),
        "powercontext-1.4",
    );
    one(&store, "SELECT pc_rebuild()");
    let counted = one(
        &store,
        "SELECT sum(source_count) FROM pc_lifecycle_projection",
    );
    let cited = one(
        &store,
        "SELECT sum(json_extract(CAST(s.payload AS TEXT), '$.value.internal.role') IS NOT 'lineage_only')
                || ' of ' || count(*)
         FROM pc.pc_artifact_lineage_sources AS l JOIN pc.pc_sources AS s USING (scope_id, source_type, source_id)
         WHERE l.family = 'atomic-memory'",
    );
    assert_eq!(format!("{counted} of 131"), cited);
}

#[test]
fn without_its_authority_a_store_says_what_to_attach() {
    let folder = Folder::new("unattached");
    let authority = database(&folder, "powercontext-1.2");
    drop(beside(&folder, &authority, "powercontext-1.2"));
    let store = open(&folder.file("store.sqlite"));
    let refusal = "pc: not_ready: attach the authority as pc; this store reads it under that name";
    assert_eq!(
        rows(&store, "SELECT * FROM pc_validity('s', 'm')").unwrap_err(),
        refusal
    );
    assert_eq!(rows(&store, "SELECT pc_rebuild()").unwrap_err(), refusal);
    attach(&store, &authority);
    assert_eq!(one(&store, "SELECT count(*) FROM pc_validity"), "96");
    let nowhere = rows(&memory(), "SELECT * FROM pc_validity").unwrap_err();
    assert!(
        nowhere.starts_with("pc: not_ready: this database has no lifecycle store; "),
        "{nowhere}"
    );
}

/// What another product's forget writes: revision R + 1 with one more change, and the head.
const FORGET: &str = "
INSERT INTO pc_artifacts (scope_id, family, artifact_id, revision, content)
  SELECT a.scope_id, a.family, a.artifact_id, a.revision + 1,
    CAST(json_object('manifest', json_object('entries', json_array(), 'format', 'flat-v1'), 'changes',
      json_array(json_object('op', 'deactivate', 'entry_id', v.entry_id, 'from_entry_version_id',
        v.entry_version_id, 'to_entry_version_id', NULL, 'reason', 'moved away'))) AS BLOB)
  FROM pc_artifact_heads AS h JOIN pc_artifacts AS a USING (scope_id, family, artifact_id, revision)
  JOIN pc_memory_entry_heads AS v ON v.scope_id = a.scope_id AND v.memory_artifact_id = a.artifact_id
  WHERE v.entry_id = (SELECT min(entry_id) FROM pc_memory_entry_heads);
UPDATE pc_artifact_heads SET revision = revision + 1
  WHERE (scope_id, artifact_id) IN (SELECT scope_id, memory_artifact_id FROM pc_memory_entry_heads
    WHERE entry_id = (SELECT min(entry_id) FROM pc_memory_entry_heads));";

#[test]
fn a_forget_after_the_rebuild_is_seen_at_once_and_mirrored_once() {
    let folder = Folder::new("forget_1_2");
    let authority = database(&folder, "powercontext-1.2");
    let store = beside(&folder, &authority, "powercontext-1.2");
    one(&store, "SELECT pc_rebuild()");
    let entry = one(&store, "SELECT min(entry_id) FROM pc.pc_memory_entry_heads");
    let seen = format!("SELECT validity, reason, stale FROM pc_validity WHERE entry_id = '{entry}' AND validity <> 'superseded'");
    assert_eq!(one(&store, &seen), "current NULL 0");
    Connection::open(&authority)
        .unwrap()
        .execute_batch(FORGET)
        .unwrap();
    assert_eq!(one(&store, &seen), "inactive moved away 1");
    let copied = "SELECT count(*) FROM pc_lifecycle_change";
    assert_eq!(one(&store, copied), "124");
    one(&store, "SELECT pc_rebuild()");
    assert_eq!(one(&store, &seen), "inactive moved away 0");
    one(&store, "SELECT pc_rebuild()");
    assert_eq!(one(&store, copied), "125");
}
