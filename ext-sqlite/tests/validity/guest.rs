//! Joins in every shape and order, what the planner makes of them, views, triggers, read-only files, refusals.

use rusqlite::{Connection, OpenFlags};

use super::host::{load_everywhere, one, open, rows, Folder};
use super::{everything, filled, store};

const FULL: &str = "v.scope_id = c.scope_id AND v.memory_artifact_id = c.memory_artifact_id
    AND v.entry_id = c.entry_id AND v.entry_version_id = c.entry_version_id";

fn candidates(store: &Connection) {
    store
        .execute_batch(
            "CREATE TABLE candidate AS SELECT scope_id, memory_artifact_id, entry_id, entry_version_id FROM pc_validity;
             INSERT INTO candidate VALUES ('s', 'm', 'nobody', 'v');",
        )
        .unwrap();
}
#[test]
fn both_join_orders_and_every_shape_give_the_same_rows() {
    let store = store();
    candidates(&store);
    for rebuilt in [false, true] {
        let expected = rows(
            &store,
            "SELECT entry_id, validity FROM pc_validity WHERE eligible ORDER BY 1",
        )
        .unwrap();
        assert_eq!(expected.len(), 3);
        for sql in [
            format!("SELECT c.entry_id, v.validity FROM candidate c JOIN pc_validity v ON {FULL} WHERE v.eligible ORDER BY 1"),
            format!("SELECT v.entry_id, v.validity FROM pc_validity v JOIN candidate c ON {FULL} WHERE v.eligible ORDER BY 1"),
            format!("SELECT v.entry_id, v.validity FROM pc_validity v CROSS JOIN candidate c ON {FULL} WHERE v.eligible ORDER BY 1"),
            format!("SELECT c.entry_id, v.validity FROM candidate c LEFT JOIN pc_validity v ON {FULL} AND v.eligible
                     WHERE v.validity IS NOT NULL ORDER BY 1"),
            "SELECT c.entry_id, v.validity FROM candidate c JOIN pc_validity(c.scope_id, c.memory_artifact_id) v
               ON v.entry_id = c.entry_id AND v.entry_version_id = c.entry_version_id WHERE v.eligible ORDER BY 1".into(),
            "SELECT v.entry_id, v.validity FROM pc_validity(c.scope_id, c.memory_artifact_id) v JOIN candidate c
               ON v.entry_id = c.entry_id AND v.entry_version_id = c.entry_version_id WHERE v.eligible ORDER BY 1".into(),
            "SELECT entry_id, validity FROM pc_validity WHERE scope_id = 's' AND memory_artifact_id IN ('m', 'n')
               AND eligible ORDER BY 1".into(),
            // An OR whose branches are looked up one by one, and a join that asks which rows were not met.
            "SELECT entry_id, validity FROM pc_validity WHERE ((scope_id = 's' AND memory_artifact_id = 'm')
               OR (scope_id = 's' AND memory_artifact_id = 'n')
               OR (scope_id = 's' AND memory_artifact_id = 'm' AND entry_id = 'a')) AND eligible ORDER BY 1".into(),
            format!("SELECT v.entry_id, v.validity FROM candidate c RIGHT JOIN pc_validity v ON {FULL} WHERE v.eligible ORDER BY 1"),
            "SELECT entry_id, validity FROM pc_validity WHERE memory_artifact_id <> '' AND eligible ORDER BY 1".into(),
            "SELECT entry_id, validity FROM pc_validity WHERE scope_id IS 's' AND eligible ORDER BY 1".into(),
            "SELECT DISTINCT entry_id, validity FROM pc_validity('s') WHERE eligible ORDER BY 1 LIMIT 9 OFFSET 0".into(),
            format!("SELECT c.entry_id, (SELECT v.validity FROM pc_validity v WHERE {FULL}) AS seen FROM candidate c
                     WHERE seen IN ('current', 'unresolved_conflict') ORDER BY 1"),
            format!("SELECT c.entry_id, 'current' FROM candidate c
                     WHERE EXISTS (SELECT 1 FROM pc_validity v WHERE {FULL} AND v.eligible) ORDER BY 1"),
            "SELECT a.entry_id, a.validity FROM pc_validity a JOIN pc_validity b
               USING (scope_id, memory_artifact_id, entry_id, entry_version_id) WHERE b.eligible ORDER BY 1".into(),
        ] {
            assert_eq!(rows(&store, &sql).unwrap(), expected, "{sql}, rebuilt: {rebuilt}");
        }
        one(&store, "SELECT pc_rebuild()");
    }
}

#[test]
fn the_planner_puts_candidates_first_and_searches_by_full_identity() {
    let store = store();
    candidates(&store);
    // 120: the four identity columns; 0: nothing is bound.
    let plan = |sql: &str| {
        let plan = rows(&store, &format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
        plan.iter()
            .map(|line| line.splitn(4, ' ').nth(3).unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let pool = "SELECT j.value ->> 0 AS scope_id, j.value ->> 1 AS memory_artifact_id, j.value ->> 2 AS entry_id,
        j.value ->> 3 AS entry_version_id FROM json_each('[]') j";
    for analyzed in [false, true] {
        for sql in [
            format!("SELECT * FROM candidate c JOIN pc_validity v ON {FULL}"),
            format!("SELECT * FROM pc_validity v JOIN candidate c ON {FULL}"),
            format!("SELECT * FROM pc_validity v JOIN ({pool}) c ON {FULL}"),
        ] {
            let plan = plan(&sql);
            assert!(!plan[0].contains("SCAN v"), "{plan:?}");
            assert!(
                plan.last()
                    .unwrap()
                    .contains("SCAN v VIRTUAL TABLE INDEX 120:"),
                "{plan:?}"
            );
        }
        if !analyzed {
            store
                .execute_batch("ANALYZE; UPDATE sqlite_stat1 SET stat = '1000000' WHERE tbl = 'candidate'; ANALYZE sqlite_schema")
                .unwrap();
        }
    }
}

#[test]
fn views_triggers_and_distrust_of_the_schema_do_not_stop_it() {
    let store = store();
    store
        .execute_batch(
            "PRAGMA trusted_schema = 0;
             CREATE VIEW believed AS SELECT entry_id FROM pc_validity('s', 'm') WHERE eligible;
             CREATE TABLE asked (entry_id TEXT); CREATE TABLE told (entry_id TEXT, validity TEXT);
             CREATE TRIGGER tell AFTER INSERT ON asked BEGIN
               INSERT INTO told SELECT entry_id, validity FROM pc_validity
               WHERE scope_id = 's' AND memory_artifact_id = 'm' AND entry_id = NEW.entry_id AND eligible;
             END;
             INSERT INTO asked VALUES ('a'), ('b'), ('c');",
        )
        .unwrap();
    assert_eq!(
        rows(&store, "SELECT * FROM believed ORDER BY 1").unwrap(),
        ["a", "c"]
    );
    assert_eq!(
        rows(&store, "SELECT * FROM told ORDER BY 1").unwrap(),
        ["a current", "c current"]
    );
}

#[test]
fn a_read_writes_nothing_and_works_where_nothing_can_be_written() {
    for rebuilt in [false, true] {
        let folder = Folder::new(&format!("read_only_{rebuilt}"));
        let path = folder.file("store.sqlite");
        let store = open(&path);
        filled(&store);
        if rebuilt {
            one(&store, "SELECT pc_rebuild()");
        }
        let expected = everything(&store);
        drop(store);
        let bytes = std::fs::read(&path).unwrap();
        load_everywhere();
        let read_only =
            Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        assert_eq!(everything(&read_only), expected);
        let refused = rows(&read_only, "SELECT pc_rebuild()").unwrap_err();
        assert!(
            refused.starts_with("pc: bad_input: a write needs a writable database"),
            "{refused}"
        );
        let query_only = open(&path);
        query_only.execute_batch("PRAGMA query_only = 1").unwrap();
        assert_eq!(everything(&query_only), expected);
        drop((read_only, query_only));
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
    }
}

#[test]
fn one_statement_sees_what_its_own_connection_writes() {
    let store = store();
    one(&store, "SELECT pc_rebuild()");
    let sql = "SELECT (SELECT validity FROM pc_validity('s', 'm') WHERE entry_id = 'c'),
        pc_forget('s', 'm', 5, 'c', 900) -> '$.outcome',
        (SELECT validity FROM pc_validity('s', 'm') WHERE entry_id = 'c' AND i > 0) FROM (SELECT 1 AS i)";
    assert_eq!(one(&store, sql), "current \"deactivated\" inactive");
}

#[test]
fn a_null_finds_nothing_and_a_wrong_type_is_refused() {
    let store = store();
    for sql in [
        "SELECT * FROM pc_validity(NULL)",
        "SELECT * FROM pc_validity('s', NULL)",
        "SELECT * FROM pc_validity WHERE scope_id = NULL",
        "SELECT * FROM pc_validity('s', 'm') WHERE entry_id = NULL",
        "SELECT * FROM pc_validity('s', 'nobody')",
        "SELECT * FROM pc_validity('S', 'm')",
        "SELECT * FROM pc_validity('s', 'm ')",
        "SELECT * FROM pc_validity('s', 'm') WHERE memory_artifact_id = 'n'",
        "SELECT * FROM pc_validity('s') WHERE scope_id = 't'",
        "SELECT * FROM pc_validity WHERE entry_id = 5",
    ] {
        assert_eq!(rows(&store, sql).unwrap(), Vec::<String>::new(), "{sql}");
    }
    assert_eq!(
        one(&store, "SELECT count(*) FROM pc_validity('s', 'm', NULL)"),
        "4"
    );
    assert_eq!(
        one(
            &store,
            "SELECT count(*) FROM pc_validity('s', 'm') WHERE entry_id = 'A' COLLATE NOCASE"
        ),
        "2"
    );
    for (sql, refusal) in [
        (
            "SELECT * FROM pc_validity(5)",
            "pc: bad_input: argument scope must be text; check its type",
        ),
        (
            "SELECT * FROM pc_validity('s', x'00')",
            "pc: bad_input: argument memory must be text; check its type",
        ),
        (
            "SELECT * FROM pc_validity('s', 'm', '3')",
            "pc: bad_input: argument as_of_revision must be an integer; check its type",
        ),
        (
            "SELECT * FROM pc_validity WHERE as_of_revision = 3",
            "pc: bad_input: a revision is asked of one Memory; give its scope and memory too",
        ),
        (
            "SELECT * FROM pc_validity('s', 'm', 0)",
            "pc: not_found: revision 0 is outside the Memory's 1 to 5",
        ),
        (
            "SELECT * FROM pc_validity('s', 'm', 6)",
            "pc: not_found: revision 6 is outside the Memory's 1 to 5",
        ),
        (
            "SELECT * FROM pc_validity('s', 'nobody', 1)",
            "pc: not_found: Memory nobody is not known in this scope; check both",
        ),
        (
            "SELECT * FROM pc_validity('s', '', 1)",
            "pc: bad_input: argument memory is empty; give it",
        ),
        (
            "SELECT pc_rebuild('')",
            "pc: bad_input: argument scope is empty; give it",
        ),
        (
            "SELECT pc_rebuild(NULL, 'm')",
            "pc: bad_input: argument scope is NULL; give it",
        ),
        (
            "SELECT pc_observe('s', 'nobody', 1)",
            "pc: not_found: Memory nobody is not known in this scope; check both",
        ),
        (
            "SELECT pc_observe('s', 'm', NULL)",
            "pc: bad_input: argument recorded_at is NULL; give it",
        ),
    ] {
        assert_eq!(rows(&store, sql).unwrap_err(), refusal, "{sql}");
    }
}
