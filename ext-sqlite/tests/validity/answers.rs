//! What is answered live and rebuilt, after every write, as of a revision, and about evidence.

use super::host::{memory, one, rows};
use super::{everything, store};

const SHOWN: &str = "SELECT entry_id, validity, reason, successor_entry_id, recorded_at, importance, authority, stale";
#[test]
fn a_memory_shows_its_versions_live_and_rebuilt() {
    let store = store();
    let rows_of = |stale| {
        [
            format!("a superseded revised a 100 1 2 {stale}"),
            format!("a current NULL NULL 400 2 2 {stale}"),
            format!("b inactive no longer so NULL 200 2 2 {stale}"),
            format!("c current NULL NULL 300 2 2 {stale}"),
        ]
    };
    let sql = format!("{SHOWN} FROM pc_validity('s', 'm') ORDER BY entry_id, recorded_at");
    assert_eq!(rows(&store, &sql).unwrap(), rows_of(1));
    assert_eq!(
        one(&store, "SELECT pc_rebuild('s', 'm')"),
        r#"{"memories":1,"rows":4}"#
    );
    assert_eq!(rows(&store, &sql).unwrap(), rows_of(0));
    assert_eq!(
        one(
            &store,
            "SELECT count(*) || ' ' || sum(stale) FROM pc_validity"
        ),
        "5 1"
    );
    assert_eq!(
        one(&store, "SELECT pc_rebuild()"),
        r#"{"memories":2,"rows":5}"#
    );
    assert_eq!(
        one(
            &store,
            "SELECT count(*) || ' ' || sum(stale) FROM pc_validity('s')"
        ),
        "5 0"
    );
    assert_eq!(
        one(&store, "SELECT pc_rebuild('s', 'nobody')"),
        r#"{"memories":0,"rows":0}"#
    );
    assert_eq!(
        one(&store, "SELECT pc_rebuild(NULL, NULL)"),
        r#"{"memories":2,"rows":5}"#
    );
}

#[test]
fn every_lifecycle_write_is_seen_before_any_rebuild() {
    let store = store();
    for write in [
        "SELECT pc_rebuild()",
        "SELECT pc_relate('s', 'r1', 'contradicts', 'm', 'c', 'n', 'd', 700)",
        "SELECT pc_dismiss('s', 'r1', 800)",
        "SELECT pc_relate('s', 'r2', 'contradicts', 'n', 'd', 'm', 'a', 900)",
        r#"SELECT pc_supersede('s', 'op1', 'n', 'd', 'm', 'c',
             '[{"source_type":"content","source_id":"9","definition_version":"1"}]', 1000)"#,
        "SELECT pc_forget('s', 'm', 5, 'a', 1100)",
        "SELECT pc_reactivate('s', 'm', 6, 'a', 1200)",
        "SELECT pc_remember('s', 'm', 7, 'fact', 'uncited', NULL, 1300, 'u')",
        "SELECT pc_forget('s', 'n', 1, 'd', 1400)",
    ] {
        one(&store, write);
        let live = everything(&store);
        one(&store, "SELECT pc_rebuild()");
        assert_eq!(everything(&store), live, "after {write}");
        assert_eq!(one(&store, "SELECT sum(stale) FROM pc_validity"), "0");
    }
}

#[test]
fn a_memory_is_stale_when_one_that_it_leans_on_moves() {
    let store = store();
    one(
        &store,
        "SELECT pc_relate('s', 'r1', 'contradicts', 'm', 'c', 'n', 'd', 700)",
    );
    one(&store, "SELECT pc_rebuild()");
    let c = "SELECT validity, reason, stale FROM pc_validity('s', 'm') WHERE entry_id = 'c'";
    assert_eq!(one(&store, c), "unresolved_conflict conflict:r1 0");
    one(&store, "SELECT pc_forget('s', 'n', 1, 'd', 800)");
    assert_eq!(one(&store, c), "current NULL 1");
    one(&store, "SELECT pc_rebuild('s', 'm')");
    assert_eq!(one(&store, c), "current NULL 0");
    let ties = "SELECT tied_memory_artifact_id FROM pc_lifecycle_projection_tie WHERE memory_artifact_id = 'm'";
    assert_eq!(rows(&store, ties).unwrap(), ["m", "n"]);
}

#[test]
fn as_of_a_revision_is_what_was_so_then() {
    let store = store();
    let at = |revision: i64| {
        let sql = format!("SELECT entry_id, validity, reason, stale FROM pc_validity('s', 'm', {revision}) ORDER BY entry_id, recorded_at");
        rows(&store, &sql).unwrap()
    };
    for rebuilt in [false, true] {
        assert_eq!(at(1), ["a current NULL 0"]);
        assert_eq!(
            at(3),
            ["a current NULL 0", "b current NULL 0", "c current NULL 0"]
        );
        assert_eq!(at(4)[..2], ["a superseded revised 0", "a current NULL 0"]);
        assert_eq!(at(5)[2], "b inactive no longer so 0", "rebuilt: {rebuilt}");
        one(&store, "SELECT pc_rebuild()");
    }
}

#[test]
fn a_row_whose_number_was_taken_is_found_and_kept() {
    let store = store();
    one(&store, "SELECT pc_rebuild()");
    let expected = everything(&store);
    // Another identity stands where `c` belongs, and `c` one further.
    store
        .execute_batch(
            "UPDATE pc_lifecycle_projection SET identity_key = identity_key + 1 WHERE entry_id = 'c';
             UPDATE pc_lifecycle_projection SET identity_key =
               (SELECT identity_key - 1 FROM pc_lifecycle_projection WHERE entry_id = 'c') WHERE entry_id = 'd';",
        )
        .unwrap();
    let point = |entry: &str| {
        let version = one(
            &store,
            &format!("SELECT entry_version_id FROM pc_lifecycle_entry WHERE entry_id = '{entry}'"),
        );
        let memory = if entry == "d" { "n" } else { "m" };
        one(
            &store,
            &format!("SELECT entry_id, stale FROM pc_validity WHERE scope_id = 's' AND memory_artifact_id = '{memory}'
                      AND entry_id = '{entry}' AND entry_version_id = '{version}'"),
        )
    };
    assert_eq!([point("c"), point("d")], ["c 0", "d 0"]);
    one(&store, "SELECT pc_rebuild('s', 'm')");
    assert_eq!([point("c"), point("d")], ["c 0", "d 0"]);
    assert_eq!(everything(&store), expected);
}

#[test]
fn a_snapshot_that_was_tampered_with_is_nobodys_word() {
    let store = store();
    one(&store, "SELECT pc_rebuild()");
    let c = "SELECT authority, evidence_strength, importance FROM pc_validity('s', 'm') WHERE entry_id = 'c'";
    assert_eq!(one(&store, c), "2 1 2");
    store
        .execute_batch(
            "DROP TRIGGER pc_lifecycle_snapshot_update;
             UPDATE pc_lifecycle_snapshot SET authority = 3 WHERE entry_id = 'c';",
        )
        .unwrap();
    one(&store, "SELECT pc_rebuild()");
    assert_eq!(one(&store, c), "0 0 1");
    assert_eq!(
        one(&store, "SELECT pc_observe('s', 'm', 9)"),
        r#"{"missing":1,"observed":0}"#
    );
}

#[test]
fn observing_fills_what_is_missing_and_gives_no_time() {
    let store = memory();
    one(&store, "SELECT pc_install()");
    let cite = r#"'[{"source_type":"content","source_id":"1","definition_version":"1"},{"source_type":"mail","source_id":"1"}]'"#;
    one(
        &store,
        &format!("SELECT pc_remember('s', 'm', 0, 'decision', 'x', {cite}, 100, 'a')"),
    );
    one(&store, "SELECT pc_rebuild()");
    assert_eq!(
        one(&store, "SELECT pc_observe('s', 'm', 200)"),
        r#"{"missing":2,"observed":0}"#
    );
    let a = "SELECT importance, authority, evidence_strength, recorded_at, stale FROM pc_validity('s', 'm')";
    assert_eq!(one(&store, a), "1 0 0 100 0");
    one(
        &store,
        "SELECT pc_declare_source('content', '1', 'd1', 1, 'verified')",
    );
    assert_eq!(
        one(&store, a),
        "1 0 0 100 0",
        "a declaration alone changes nothing"
    );
    assert_eq!(
        one(&store, "SELECT pc_observe('s', 'm', 300)"),
        r#"{"missing":1,"observed":1}"#
    );
    assert_eq!(one(&store, a), "2 0 2 100 1");
    one(
        &store,
        "SELECT pc_declare_source('content', '1', 'd2', 3, 'verified')",
    );
    assert_eq!(
        one(&store, "SELECT pc_observe('s', 'm', 400)"),
        r#"{"missing":1,"observed":0}"#
    );
    assert_eq!(
        one(
            &store,
            "SELECT authority || ' ' || late || ' ' || recorded_at FROM pc_lifecycle_snapshot"
        ),
        "1 1 300"
    );
    let counters = "SELECT active_entries, unready_entries FROM pc_lifecycle_projection_header";
    one(&store, "SELECT pc_rebuild()");
    assert_eq!(one(&store, counters), "1 1");
}

#[test]
fn a_rebuild_is_all_or_nothing_and_a_guest_of_its_callers_transaction() {
    let store = store();
    one(&store, "SELECT pc_rebuild()");
    one(&store, "SELECT pc_forget('s', 'm', 5, 'c', 900)");
    let kept =
        "SELECT group_concat(entry_id || validity || rule_version) FROM pc_lifecycle_projection";
    let before = one(&store, kept);
    store
        .execute_batch(
            "CREATE TRIGGER stop BEFORE INSERT ON pc_lifecycle_projection WHEN NEW.entry_id = 'd'
             BEGIN SELECT RAISE(ABORT, 'stopped'); END",
        )
        .unwrap();
    assert!(rows(&store, "SELECT pc_rebuild()").is_err());
    assert_eq!(one(&store, kept), before);
    assert_eq!(
        one(&store, "SELECT sum(stale) FROM pc_validity('s', 'm')"),
        "4"
    );
    store.execute_batch("DROP TRIGGER stop; BEGIN").unwrap();
    one(&store, "SELECT pc_rebuild()");
    assert_ne!(one(&store, kept), before);
    store.execute_batch("ROLLBACK").unwrap();
    assert_eq!(one(&store, kept), before);
}

#[test]
fn authority_follows_a_citation_of_another_memory_and_notices_when_that_moves() {
    let store = store();
    let cite = r#"'[{"source_type":"content","source_id":"7","definition_version":"1"},
        {"family":"memory","artifact_id":"n","revision":1},{"family":"memory","artifact_id":"n","revision":2}]'"#;
    one(
        &store,
        &format!("SELECT pc_remember('s', 'q', 0, 'fact', 'cites', {cite}, 700, 'x')"),
    );
    let x = "SELECT authority, stale FROM pc_validity('s', 'q')";
    one(&store, "SELECT pc_rebuild()");
    assert_eq!(one(&store, x), "0 0", "revision 2 of n is not there");
    let ready =
        "SELECT unready_entries FROM pc_lifecycle_projection_header WHERE memory_artifact_id = 'q'";
    assert_eq!(one(&store, ready), "0");
    let undeclared = r#"'[{"source_type":"mail","source_id":"1"}]'"#;
    one(
        &store,
        &format!("SELECT pc_remember('s', 'n', 1, 'fact', 'new', {undeclared}, 800, 'y')"),
    );
    assert_eq!(one(&store, x), "0 1");
    one(&store, "SELECT pc_rebuild('s', 'q')");
    assert_eq!(one(&store, x), "0 0");
    assert_eq!(one(&store, ready), "1", "what is behind it is undeclared");
    let declared = r#"'[{"source_type":"content","source_id":"8","definition_version":"1"}]'"#;
    let again = r#"'[{"source_type":"content","source_id":"7","definition_version":"1"},
        {"family":"memory","artifact_id":"n","revision":3}]'"#;
    one(
        &store,
        &format!("SELECT pc_remember('s', 'n', 2, 'fact', 'newer', {declared}, 900, 'z')"),
    );
    one(
        &store,
        &format!("SELECT pc_remember('s', 'q', 1, 'fact', 'cites again', {again}, 950, 'w')"),
    );
    let w = "SELECT authority, stale FROM pc_validity('s', 'q') WHERE entry_id = 'w'";
    assert_eq!(one(&store, w), "2 1");
}
