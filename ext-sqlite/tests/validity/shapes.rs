//! Does every query shape that a SQLite user writes over `pc_validity` and `pc_history` give the rows it should, or say what
//! is wrong? The list is that of `retrieval/shapes.rs`; joins of candidates by identity are in `guest.rs`.

use rusqlite::Connection;

use super::host::{one, rows};
use super::store;

/// Some shapes, and the rows or the refusal of each. `t` names entries of Memory m: a (revised once) and c.
type Shapes<'a> = &'a [(&'a str, Result<&'a [&'a str], &'a str>)];

fn connection() -> Connection {
    let store = store();
    store
        .execute_batch(
            "CREATE TABLE t (n INTEGER, x TEXT, m TEXT, r INTEGER);
             INSERT INTO t VALUES (1, 'a', 'm', 4), (2, 'c', 'm', 3);",
        )
        .unwrap();
    store
}

fn hold(shapes: Shapes<'_>) {
    let connection = connection();
    for rebuilt in [false, true] {
        for (sql, expected) in shapes {
            let expected = expected
                .map(|rows| rows.iter().map(ToString::to_string).collect::<Vec<_>>())
                .map_err(str::to_owned);
            assert_eq!(
                rows(&connection, sql),
                expected,
                "{sql}, rebuilt: {rebuilt}"
            );
        }
        one(&connection, "SELECT pc_rebuild()");
    }
}

#[test]
fn a_history_takes_its_arguments_in_every_form() {
    hold(&[
        ("SELECT seq, event FROM pc_history('s', 'm', 'a') ORDER BY seq", Ok(&["1 add", "2 revise"])),
        ("SELECT seq, event FROM pc_history WHERE scope = 's' AND memory = 'm' AND entry_id = 'a' ORDER BY seq", Ok(&["1 add", "2 revise"])),
        ("SELECT seq FROM pc_history('s') WHERE entry_id = 'a' AND memory = 'm' AND seq > 1", Ok(&["2"])),
        ("SELECT DISTINCT scope, memory, entry_id FROM pc_history('s', 'm', 'a')", Ok(&["s m a"])),
        ("SELECT count(*) FROM main.pc_history('s', 'm', 'a')", Ok(&["2"])),
        // From a table before it and from one after it, alone or in an outer join, a subquery, a list.
        ("SELECT n, seq FROM t, pc_history('s', t.m, t.x) ORDER BY n, seq", Ok(&["1 1", "1 2", "2 1"])),
        ("SELECT n, seq FROM pc_history('s', t.m, t.x), t ORDER BY n, seq", Ok(&["1 1", "1 2", "2 1"])),
        ("SELECT n, seq FROM pc_history h JOIN t ON h.scope = 's' AND h.memory = t.m AND h.entry_id = t.x ORDER BY n, seq", Ok(&["1 1", "1 2", "2 1"])),
        ("SELECT n, seq FROM t LEFT JOIN pc_history('s', t.m, t.x) h ON h.seq = 2 ORDER BY n", Ok(&["1 2", "2 NULL"])),
        ("SELECT n, seq FROM pc_history('s', 'm', 'a') h RIGHT JOIN t ON h.seq = t.n + 1 ORDER BY n", Ok(&["1 2", "2 NULL"])),
        ("SELECT count(*) FROM pc_history('s', 'm', 'a') h FULL JOIN t ON h.seq = t.n + 1", Ok(&["3"])),
        ("SELECT n, (SELECT count(*) FROM pc_history('s', t.m, t.x)) FROM t ORDER BY n", Ok(&["1 2", "2 1"])),
        ("SELECT n FROM t WHERE 'revise' IN (SELECT event FROM pc_history('s', t.m, t.x))", Ok(&["1"])),
        ("SELECT n FROM t WHERE EXISTS (SELECT 1 FROM pc_history('s', t.m, t.x) WHERE seq = 2)", Ok(&["1"])),
        ("SELECT DISTINCT n FROM pc_history('s', t.m, t.x), t ORDER BY n DESC", Ok(&["2", "1"])),
        ("SELECT count(*) FROM pc_history WHERE scope = 's' AND memory = 'm' AND entry_id IN ('a', 'b', 'c')", Ok(&["6"])),
        ("SELECT count(*) FROM pc_history WHERE scope = 's' AND memory = 'm' AND entry_id IN (SELECT x FROM t UNION ALL SELECT x FROM t)", Ok(&["3"])),
        // What is said twice must agree.
        ("SELECT count(*) FROM pc_history('s', 'm', 'a') WHERE entry_id = 'a'", Ok(&["2"])),
        ("SELECT count(*) FROM pc_history('s', 'm', 'a') WHERE entry_id = 'b'", Ok(&["0"])),
        ("SELECT count(*) FROM pc_history('s', 'm', 'a') WHERE entry_id IS 'a'", Ok(&["2"])),
        ("SELECT count(*) FROM pc_history('s', 'm', 'a') WHERE memory IS 'n'", Ok(&["0"])),
        ("SELECT count(*) FROM pc_history('s', 'm', 'a') WHERE entry_id IS NOT NULL AND memory LIKE 'M'", Ok(&["2"])),
    ]);
}

#[test]
fn a_history_names_the_argument_that_is_missing_or_wrong() {
    let missing = |name: &str| format!("pc: bad_input: argument {name} is missing; give it");
    let null = |name: &str| format!("pc: bad_input: argument {name} is NULL; give it");
    hold(&[
        ("SELECT * FROM pc_history", Err(&missing("scope"))),
        ("SELECT * FROM pc_history('s')", Err(&missing("memory"))),
        ("SELECT * FROM pc_history('s', 'm')", Err(&missing("entry_id"))),
        ("SELECT * FROM pc_history WHERE memory = 'm' AND entry_id = 'a'", Err(&missing("scope"))),
        ("SELECT * FROM pc_history('s', 'm') WHERE entry_id > 'a'", Err(&missing("entry_id"))),
        ("SELECT * FROM pc_history('s', 'm') AS h WHERE h.entry_id = h.event", Err(&missing("entry_id"))),
        ("SELECT * FROM t CROSS JOIN pc_history('s', 'm') AS g CROSS JOIN pc_history('s', 'm') AS h WHERE g.entry_id = h.event AND h.entry_id = g.event", Err(&missing("entry_id"))),
        ("SELECT * FROM pc_history(NULL, 'm', 'a')", Err(&null("scope"))),
        ("SELECT * FROM pc_history('s', NULL, 'a')", Err(&null("memory"))),
        ("SELECT * FROM pc_history('s', 'm', NULL)", Err(&null("entry_id"))),
        ("SELECT * FROM pc_history('s', 'm', 5)", Err("pc: bad_input: argument entry_id must be text; check its type")),
        ("SELECT * FROM pc_history('s', 'm', x'61')", Err("pc: bad_input: argument entry_id must be text; check its type")),
        ("SELECT * FROM pc_history('s', 'm', '')", Err("pc: bad_input: argument entry_id is empty; give it")),
        ("SELECT * FROM pc_history('s', 'm', '%s%n')", Err("pc: not_found: entry %s%n is not in Memory m; check both")),
        ("SELECT * FROM pc_history('s', 'm', 'A')", Err("pc: not_found: entry A is not in Memory m; check both")),
        ("SELECT * FROM pc_history('s', 'm', 'a ')", Err("pc: not_found: entry a  is not in Memory m; check both")),
        ("SELECT * FROM pc_history('s', 'm', 'a', 1)", Err("too many arguments on pc_history() - max 3")),
    ]);
}

#[test]
fn a_history_stands_in_any_select() {
    hold(&[
        ("SELECT event FROM pc_history('s', 'm', 'a') ORDER BY seq LIMIT 1 OFFSET 1", Ok(&["revise"])),
        ("SELECT seq FROM pc_history('s', 'm', 'a') ORDER BY seq LIMIT 9223372036854775807 OFFSET 1", Ok(&["2"])),
        ("SELECT seq FROM pc_history('s', 'm', 'a') LIMIT 9223372036854775807 OFFSET 9223372036854775807", Ok(&[])),
        ("SELECT seq FROM pc_history('s', 'm', 'a') ORDER BY seq DESC LIMIT -1", Ok(&["2", "1"])),
        ("SELECT seq FROM pc_history('s', 'm', 'a') WHERE seq > 9223372036854775807", Ok(&[])),
        ("SELECT n, seq FROM t JOIN pc_history('s', t.m, t.x) ORDER BY n DESC, seq LIMIT 2", Ok(&["2 1", "1 1"])),
        ("SELECT max(seq), event FROM pc_history('s', 'm', 'b')", Ok(&["3 mark"])),
        ("WITH h AS MATERIALIZED (SELECT * FROM pc_history('s', 'm', 'a')) SELECT a.event FROM h a JOIN h b USING (seq) ORDER BY seq", Ok(&["add", "revise"])),
        ("SELECT a.event, b.event FROM pc_history('s', 'm', 'a') a JOIN pc_history('s', 'm', 'b') b ON a.seq = b.seq ORDER BY a.seq", Ok(&["add add", "revise deactivate"])),
        ("SELECT event FROM pc_history('s', 'm', 'c') UNION ALL SELECT event FROM pc_history('s', 'n', 'd')", Ok(&["add", "add"])),
        ("SELECT lag(event) OVER (ORDER BY seq) FROM pc_history('s', 'm', 'a') ORDER BY seq", Ok(&["NULL", "add"])),
        ("SELECT count(DISTINCT rowid) FROM pc_history('s', 'm', 'b')", Ok(&["3"])),
    ]);
}

#[test]
fn a_memory_can_be_asked_in_every_form() {
    hold(&[
        ("SELECT count(*) FROM pc_validity('s', 'm')", Ok(&["4"])),
        ("SELECT count(*) FROM pc_validity WHERE scope = 's' AND memory = 'm'", Ok(&["4"])),
        ("SELECT count(*) FROM pc_validity('s') WHERE memory = 'm' AND as_of_revision = 1", Ok(&["1"])),
        ("SELECT DISTINCT scope, memory, as_of_revision FROM pc_validity('s', 'm', 2)", Ok(&["s m 2"])),
        ("SELECT count(*) FROM main.pc_validity('s', 'm')", Ok(&["4"])),
        ("SELECT n, count(*) FROM t JOIN pc_validity('s', t.m, t.r) GROUP BY n ORDER BY n", Ok(&["1 4", "2 3"])),
        ("SELECT n, count(*) FROM pc_validity('s', t.m, t.r) JOIN t GROUP BY n ORDER BY n", Ok(&["1 4", "2 3"])),
        ("SELECT n, v.validity FROM t LEFT JOIN pc_validity('s', t.m, t.r - 2) v ON v.entry_id = t.x ORDER BY n", Ok(&["1 current", "2 NULL"])),
        ("SELECT n, (SELECT count(*) FROM pc_validity('s', t.m, t.r)) FROM t ORDER BY n", Ok(&["1 4", "2 3"])),
        ("SELECT n FROM t WHERE EXISTS (SELECT 1 FROM pc_validity('s', t.m, t.r) v WHERE v.reason = 'revised')", Ok(&["1"])),
        ("SELECT as_of_revision, count(*) FROM pc_validity WHERE scope = 's' AND memory = 'm' AND as_of_revision IN (1, 2, 5) GROUP BY 1", Ok(&["1 1", "2 2", "5 4"])),
        ("SELECT count(*) FROM pc_validity('s', 'm', 2) WHERE as_of_revision = 2", Ok(&["2"])),
        ("SELECT count(*) FROM pc_validity('s', 'm', 2) WHERE as_of_revision = 3", Ok(&["0"])),
        ("SELECT count(*) FROM pc_validity('s', 'm') WHERE memory = 'n'", Ok(&["0"])),
        ("SELECT count(*) FROM pc_validity('s', 'm') WHERE memory IS 'm'", Ok(&["4"])),
        ("SELECT count(*) FROM pc_validity('s', 'm') AS v WHERE v.entry_id = v.memory", Ok(&["0"])),
        ("SELECT * FROM pc_validity('s', 'm', 1, 2)", Err("too many arguments on pc_validity() - max 3")),
        ("SELECT entry_id FROM pc_validity('s', 'm') WHERE eligible ORDER BY entry_id LIMIT 1 OFFSET 1", Ok(&["c"])),
        ("SELECT entry_id FROM pc_validity('s', 'm') WHERE eligible ORDER BY entry_id LIMIT 9223372036854775807 OFFSET 1", Ok(&["c"])),
        ("SELECT entry_id FROM pc_validity('s', 'm') LIMIT 9223372036854775807 OFFSET 9223372036854775807", Ok(&[])),
        ("SELECT count(*) FROM pc_validity('s', 'm') v FULL JOIN t ON v.entry_id = t.x", Ok(&["4"])),
        ("SELECT count(*) FROM pc_validity('s', 'm') UNION ALL SELECT count(*) FROM pc_validity('s', 'n')", Ok(&["4", "1"])),
        ("WITH v AS MATERIALIZED (SELECT * FROM pc_validity('s', 'm')) SELECT count(*) FROM v a JOIN v b USING (entry_version_id)", Ok(&["4"])),
        ("SELECT lead(entry_id) OVER (ORDER BY entry_id) FROM pc_validity('s', 'm') WHERE eligible ORDER BY entry_id", Ok(&["c", "NULL"])),
    ]);
}

/// `pc_trace` and `pc_digest` are functions: of a row of a table, in a view, in a trigger, under a schema that is not trusted.
#[test]
fn what_reads_works_in_views_and_triggers_of_a_schema_that_is_not_trusted() {
    let connection = connection();
    one(&connection, "SELECT pc_rebuild()");
    connection
        .execute_batch(
            "PRAGMA trusted_schema = 0;
             CREATE VIEW told AS SELECT n, h.seq, h.event FROM t JOIN pc_history('s', t.m, t.x) h;
             CREATE VIEW past AS SELECT n, v.entry_id FROM t JOIN pc_validity('s', t.m, t.r) v WHERE v.eligible;
             CREATE VIEW sums AS SELECT n, length(pc_digest('s', t.m)) AS digest, pc_digest('s') = pc_digest('s') AS same,
               pc_trace('[]', '{\"scope_id\":\"s\",\"limit\":' || t.n || '}') ->> 'pool' AS pool FROM t;
             CREATE TABLE log (line TEXT);
             CREATE TRIGGER tr AFTER INSERT ON t BEGIN
               INSERT INTO log SELECT event FROM pc_history('s', NEW.m, NEW.x) ORDER BY seq;
               INSERT INTO log SELECT pc_digest('s', NEW.m) IS NOT NULL;
               INSERT INTO log SELECT count(*) FROM pc_validity('s', NEW.m, NEW.r);
             END;
             INSERT INTO t VALUES (3, 'b', 'm', 1);",
        )
        .unwrap();
    for (sql, expected) in [
        (
            "SELECT * FROM told ORDER BY n, seq",
            &[
                "1 1 add",
                "1 2 revise",
                "2 1 add",
                "3 1 add",
                "3 2 deactivate",
                "3 3 mark",
            ][..],
        ),
        (
            "SELECT * FROM past ORDER BY n, entry_id",
            &["1 a", "1 b", "1 c", "2 a", "2 b", "2 c", "3 a"],
        ),
        (
            "SELECT * FROM sums ORDER BY n",
            &["1 64 1 0", "2 64 1 0", "3 64 1 0"],
        ),
        (
            "SELECT line FROM log ORDER BY rowid",
            &["add", "deactivate", "mark", "1", "1"],
        ),
    ] {
        assert_eq!(rows(&connection, sql).unwrap(), expected, "{sql}");
    }
}

/// A write is for the user to call, and not for a schema that somebody else made: trusted or not.
#[test]
fn no_write_runs_from_a_view_or_a_trigger() {
    let writes = [
        "pc_remember('s', 'm', 5, 'fact', 'x', NULL, 900)",
        "pc_revise('s', 'm', 5, 'c', 'fact', 'x', NULL, 900)",
        "pc_forget('s', 'm', 5, 'c', 900)",
        "pc_reactivate('s', 'm', 5, 'b', 900)",
        "pc_declare_source('chat', '1', 'd', 1, 'unknown')",
        "pc_observe('s', 'm', 900)",
        "pc_corroborate('s', 'm', 'c', '[]', 900)",
        "pc_mark('s', 'm', 'c', 'pinned', '1', 'alice', 'user', 900)",
        "pc_relate('s', 'r', 'similar', 'm', 'a', 'm', 'c', 900)",
        "pc_dismiss('s', 'r', 900)",
        "pc_supersede('s', 'o', 'm', 'a', 'm', 'c', '[]', 900)",
        "pc_register_policy('{}')",
        "pc_enable_ranking('s', 'neutral')",
        "pc_disable_ranking('s', 'neutral')",
        "pc_rebuild()",
        "pc_refresh()",
        "pc_install()",
    ];
    for trusted in [0, 1] {
        let connection = connection();
        connection
            .execute_batch(&format!("PRAGMA trusted_schema = {trusted}"))
            .unwrap();
        for write in writes {
            let name = write.split('(').next().unwrap();
            connection
                .execute_batch(&format!(
                    "CREATE VIEW wrong AS SELECT {write} AS result;
                     CREATE TRIGGER wrong_too AFTER INSERT ON t BEGIN SELECT {write}; END;"
                ))
                .unwrap();
            for sql in [
                "SELECT * FROM wrong",
                "INSERT INTO t VALUES (9, 'c', 'm', 1)",
            ] {
                let refused = rows(&connection, sql).unwrap_err();
                assert!(
                    refused.contains(&format!("unsafe use of {name}()")),
                    "{sql}: {refused}"
                );
            }
            connection
                .execute_batch("DROP VIEW wrong; DROP TRIGGER wrong_too")
                .unwrap();
        }
        assert_eq!(one(&connection, "SELECT count(*) FROM t"), "2");
        assert_eq!(
            one(
                &connection,
                "SELECT max(revision) FROM pc_lifecycle_head WHERE memory_artifact_id = 'm'"
            ),
            "5"
        );
    }
}

#[test]
fn bound_arguments_are_read_anew_each_run() {
    let connection = connection();
    let mut history = connection
        .prepare("SELECT count(*) FROM pc_history(?1, ?2, ?3)")
        .unwrap();
    let mut validity = connection
        .prepare("SELECT count(*) FROM pc_validity(?1, ?2, ?3)")
        .unwrap();
    for (entry, revision, events, versions) in [("a", 5, 2, 4), ("c", 1, 1, 1), ("a", 4, 2, 4)] {
        let count: i64 = history
            .query_row(("s", "m", entry), |row| row.get(0))
            .unwrap();
        assert_eq!(count, events, "{entry}");
        let count: i64 = validity
            .query_row(("s", "m", revision), |row| row.get(0))
            .unwrap();
        assert_eq!(count, versions, "{revision}");
        let refused = history
            .query_row(("s", "m", "nobody"), |row| row.get::<_, i64>(0))
            .unwrap_err();
        assert!(
            refused.to_string().contains("pc: not_found: entry nobody"),
            "{refused}"
        );
        let refused = validity
            .query_row(("s", "m", 9), |row| row.get::<_, i64>(0))
            .unwrap_err();
        assert!(
            refused.to_string().contains("pc: not_found: revision 9"),
            "{refused}"
        );
    }
}

#[test]
fn they_are_no_tables() {
    let connection = connection();
    for (function, column) in [("pc_validity", "reason"), ("pc_history", "event")] {
        for sql in [
            format!("INSERT INTO {function} ({column}) VALUES ('x')"),
            format!("UPDATE {function} SET {column} = 'x'"),
            format!("DELETE FROM {function}"),
            format!("ALTER TABLE {function} RENAME TO other"),
            format!("ALTER TABLE {function} ADD COLUMN other"),
            format!("DROP TABLE {function}"),
            format!("CREATE VIRTUAL TABLE other USING {function}"),
            format!("CREATE INDEX other ON {function} ({column})"),
            format!("CREATE TRIGGER other AFTER INSERT ON {function} BEGIN SELECT 1; END"),
        ] {
            assert!(connection.execute_batch(&sql).is_err(), "{sql}");
        }
    }
}
