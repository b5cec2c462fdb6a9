//! Springs every trap of sqlite-loadable's that `guard` answers, through real SQL.
//!
//! | trap | test |
//! | --- | --- |
//! | 1 | `a_refusal_is_no_printf_format` |
//! | 2 | `a_panic_in_any_callback_leaves_the_host_alive` |
//! | 3, 9 | `every_refusal_arrives_whole` |
//! | 4, 5 | `values_are_read_by_their_type` |
//! | 6 | `values_outlive_the_call` |
//! | 7, 8 | `a_nul_inside_a_text_passes_both_ways` |
//! | 10 | `a_scalar_carries_sqlites_own_code` |
//! | 11 | `a_function_joins_itself` |
//! | 12 | `in_runs_once_a_value_and_ends` |
//! | 13 | `registering_leaves_nothing_behind` |
//! | 14 | `entry::tests` |
//! | 15 | `a_function_can_neither_be_created_nor_written_to` |
//! | 16 | `nested::tests` |
//! | 17 | `a_missing_argument_is_named_and_an_unusable_one_is_no_plan` |

use std::cell::RefCell;
use std::ops::RangeInclusive;

use rusqlite::Connection;

use super::*;
use crate::nested::{Cell, Db};
use crate::refusal::refuse;
use crate::testing::{connection, db, one, rows};

thread_local! {
    static SEEN: RefCell<Vec<Value>> = const { RefCell::new(Vec::new()) };
}

/// `probe(mode, text)`: two rows `(n, text)`, or whatever misbehaviour the mode names.
struct Probe;

struct Probed {
    mode: String,
    text: String,
}

impl TableFunction for Probe {
    const NAME: &'static str = "probe";
    const COLUMNS: &'static [&'static str] = &["n INTEGER", "shown TEXT"];
    const ARGUMENTS: &'static [Argument] =
        &[Argument::required("mode"), Argument::optional("text")];
    const BINDABLE: &'static [usize] = &[1];
    type Answer = Probed;

    fn cost(bound: Bound) -> (f64, i64) {
        if bound.column(1) {
            panic_if_asked("cost");
        }
        (if bound.argument(1) { 1.0 } else { 100.0 }, 2)
    }

    fn answer(_: &Db, call: &Call) -> Result<Probed> {
        let mode = call
            .argument(0)
            .map_or(Ok(""), |mode| mode.text("mode"))?
            .to_owned();
        let text = call
            .argument(1)
            .map_or(Ok(""), |text| text.text("text"))?
            .to_owned();
        SEEN.with_borrow_mut(|seen| seen.extend(call.bound(1).cloned()));
        match mode.as_str() {
            "refuse" => Err(refuse("internal", &[&text])),
            "panic" => panic!("{text}"),
            _ => Ok(Probed { mode, text }),
        }
    }
}

fn panic_if_asked(place: &str) {
    if SEEN.with_borrow(|seen| seen.contains(&Value::Text(format!("panic in {place}")))) {
        panic!("in {place}");
    }
}

impl Answer for Probed {
    fn len(&self) -> usize {
        2
    }

    fn column(&self, row: usize, column: usize) -> Cell<'_> {
        assert!(self.mode != "panic in column", "{}", self.text);
        match column {
            0 => Cell::Int(i64::try_from(row).unwrap() + 1),
            _ => Cell::Text(&self.text),
        }
    }

    fn advance(&mut self, row: usize) -> Result<bool> {
        match (self.mode.as_str(), row) {
            ("panic in advance", 1) => panic!("{}", self.text),
            ("refuse in advance", 1) => Err(refuse("internal", &[&self.text])),
            _ => Ok(row < self.len()),
        }
    }
}

/// `kinds(…)`: what was passed, by type. A text `panic` panics, `big` answers a text with NUL.
struct Kinds;

impl ScalarFunction for Kinds {
    const NAME: &'static str = "kinds";
    const ARGUMENTS: RangeInclusive<usize> = 0..=4;
    const KIND: Kind = Kind::Pure;

    fn answer(_: &Db, arguments: &[Value]) -> Result<Value> {
        SEEN.with_borrow_mut(|seen| seen.extend(arguments.iter().cloned()));
        match arguments.first() {
            Some(Value::Text(text)) if text == "panic" => panic!("scalar %s"),
            Some(Value::Text(text)) if text == "same" => Ok(arguments[1].clone()),
            _ => Ok(Value::Text(format!("{arguments:?}"))),
        }
    }
}

/// `writing()`: a function that writes, and so may not be called from a schema.
struct Writing;

impl ScalarFunction for Writing {
    const NAME: &'static str = "writing";
    const ARGUMENTS: RangeInclusive<usize> = 0..=0;
    const KIND: Kind = Kind::Write;

    fn answer(db: &Db, _: &[Value]) -> Result<Value> {
        db.savepoint(|db| db.execute("CREATE TABLE IF NOT EXISTS main.w (x)", &[]))
            .map(Value::Int)
    }
}

fn probing() -> Connection {
    let connection = connection();
    let db = db(&connection);
    register_table::<Probe>(&db).unwrap();
    register_scalar::<Kinds>(&db).unwrap();
    register_scalar::<Writing>(&db).unwrap();
    SEEN.with_borrow_mut(Vec::clear);
    connection
}

fn told(connection: &Connection, sql: &str) -> String {
    rows(connection, sql).unwrap_err()
}

#[test]
fn a_refusal_is_no_printf_format() {
    let connection = probing();
    for (text, quoted) in [
        ("%s%s%s%s%n%d%x", "%s%s%s%s%n%d%x"),
        ("100%", "100%"),
        ("%%", "%%"),
        ("%999999999d", "%999999999d"),
    ] {
        for mode in [
            "refuse",
            "refuse in advance",
            "panic",
            "panic in advance",
            "panic in column",
        ] {
            let sql = format!("SELECT * FROM probe('{mode}', '{text}')");
            assert_eq!(
                told(&connection, &sql),
                format!("pc: internal: {quoted}; please report it"),
                "{mode}"
            );
        }
    }
    assert_eq!(
        told(&connection, "SELECT kinds('panic')"),
        "pc: internal: scalar %s; please report it"
    );
}

#[test]
fn a_panic_in_any_callback_leaves_the_host_alive() {
    let connection = probing();
    for mode in ["panic", "panic in advance", "panic in column"] {
        let sql = format!("SELECT * FROM probe('{mode}', 'oh')");
        assert_eq!(
            told(&connection, &sql),
            "pc: internal: oh; please report it"
        );
    }
    assert_eq!(
        told(&connection, "SELECT kinds('panic')"),
        "pc: internal: scalar %s; please report it"
    );
    // In the planner there is no text to give, only an error.
    assert!(rows(&connection, "SELECT kinds('panic in cost')").is_ok());
    assert!(rows(&connection, "SELECT * FROM probe('') WHERE shown = 'x'").is_err());
    assert_eq!(
        rows(&connection, "SELECT n FROM probe('', 'x')").unwrap(),
        ["1", "2"]
    );
}

#[test]
fn every_refusal_arrives_whole() {
    let connection = probing();
    // A text of any bytes, quoted to printable ASCII; the longest line, too.
    assert_eq!(
        told(
            &connection,
            "SELECT * FROM probe('refuse', 'a' || char(0) || 'b' || char(10) || 'é')"
        ),
        "pc: internal: a\\x00b\\x0a\\xc3\\xa9; please report it"
    );
    assert_eq!(Refusal::from_line("pc: internal: raised with \0"), None);
    let raised = Refusal::from_line("pc: internal: raised with %s").unwrap();
    assert_eq!(
        super::told(&raised).into_kind(),
        sqlite_loadable::ErrorKind::Message("pc: internal: raised with %%s".to_owned())
    );
}

#[test]
fn values_are_read_by_their_type() {
    let connection = probing();
    let read = |list: &str| one(&connection, &format!("SELECT kinds({list})")).unwrap();
    assert_eq!(
        read("NULL, '', x'', zeroblob(0)"),
        r#"[Null, Text(""), Blob, Blob]"#
    );
    assert_eq!(
        read("5, '5', 5.0, x'35'"),
        r#"[Int(5), Text("5"), Real(5.0), Blob]"#
    );
    assert_eq!(
        read("CAST(x'ff' AS TEXT), -9223372036854775808"),
        "[BadText, Int(-9223372036854775808)]"
    );
    assert_eq!(read(""), "[]");
    for (list, refusal) in [
        ("NULL", "argument mode is NULL; give it"),
        ("x''", "argument mode must be text; check its type"),
        (
            "zeroblob(1000)",
            "argument mode must be text; check its type",
        ),
        ("5", "argument mode must be text; check its type"),
        (
            "CAST(x'ff' AS TEXT)",
            "argument mode is not UTF-8 text; encode it",
        ),
        ("'', NULL", "argument text is NULL; give it"),
    ] {
        let sql = format!("SELECT * FROM probe({list})");
        assert_eq!(
            told(&connection, &sql),
            format!("pc: bad_input: {refusal}"),
            "{list}"
        );
    }
}

#[test]
fn values_outlive_the_call() {
    let connection = probing();
    // The column is read as text and as a number, which converts SQLite's own copy.
    rows(
        &connection,
        "SELECT kinds(x, x + 0, x) FROM (SELECT '12' AS x UNION ALL SELECT 'abc')",
    )
    .unwrap();
    let text = |text: &str| Value::Text(text.to_owned());
    SEEN.with_borrow(|seen| {
        assert_eq!(
            seen[..],
            [
                text("12"),
                Value::Int(12),
                text("12"),
                text("abc"),
                Value::Int(0),
                text("abc")
            ]
        );
    });
}

#[test]
fn a_nul_inside_a_text_passes_both_ways() {
    let connection = probing();
    assert_eq!(
        one(
            &connection,
            "SELECT hex(kinds('same', 'a' || char(0) || 'b'))"
        )
        .unwrap(),
        "610062"
    );
    assert_eq!(
        rows(
            &connection,
            "SELECT hex(shown), length(CAST(shown AS BLOB)) FROM probe('', 'a' || char(0))"
        )
        .unwrap(),
        ["6100 2", "6100 2"]
    );
}

#[test]
fn a_scalar_carries_sqlites_own_code() {
    let folder = std::env::temp_dir().join(format!("pc_guard_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("busy.db");
    crate::testing::load_everywhere();
    let one = Connection::open(&path).unwrap();
    let two = Connection::open(&path).unwrap();
    register_scalar::<Writing>(&db(&one)).unwrap();
    one.busy_timeout(std::time::Duration::ZERO).unwrap();
    two.execute_batch("BEGIN IMMEDIATE").unwrap();
    let failed = one
        .query_row("SELECT writing()", [], |_| Ok(()))
        .unwrap_err();
    assert_eq!(
        failed.sqlite_error_code(),
        Some(rusqlite::ErrorCode::DatabaseBusy)
    );
    assert!(failed
        .to_string()
        .contains("pc: conflict: another connection holds the database; try again"));
    two.execute_batch("COMMIT").unwrap();
    one.query_row("SELECT writing()", [], |_| Ok(())).unwrap();
    drop((one, two));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_function_joins_itself() {
    let connection = probing();
    assert_eq!(
        rows(
            &connection,
            "SELECT a.n, b.n FROM probe('', 'x') AS a JOIN probe('', 'x') AS b ORDER BY 1, 2"
        )
        .unwrap(),
        ["1 1", "1 2", "2 1", "2 2"]
    );
    assert_eq!(
        rows(&connection, "SELECT a.n, b.shown FROM probe('', 'x') AS a JOIN probe('', a.shown || a.n) AS b ON b.n = 1").unwrap(),
        ["1 x1", "2 x2"]
    );
}

#[test]
fn in_runs_once_a_value_and_ends() {
    let connection = probing();
    assert_eq!(
        rows(&connection, "SELECT n, shown FROM probe WHERE mode = '' AND text IN ('b', 'a', 'b') ORDER BY shown, n").unwrap(),
        ["1 a", "2 a", "1 b", "2 b"]
    );
    assert_eq!(
        rows(
            &connection,
            "SELECT 1 FROM probe WHERE mode = '' AND text IN (SELECT 'x' WHERE 0)"
        )
        .unwrap(),
        [""; 0]
    );
}

#[test]
fn registering_leaves_nothing_behind() {
    // What sqlite-loadable boxes and never frees is a closure without captures: no memory.
    for _ in 0..50 {
        let connection = probing();
        one(&connection, "SELECT kinds(1)").unwrap();
        rows(&connection, "SELECT * FROM probe('', 'x')").unwrap();
        // The table function's cached statements end before the connection does.
        connection.close().map_err(|(_, error)| error).unwrap();
    }
}

#[test]
fn a_function_can_neither_be_created_nor_written_to() {
    let connection = probing();
    for (sql, refusal) in [
        (
            "INSERT INTO probe VALUES (1, 'x')",
            "table probe may not be modified",
        ),
        ("DELETE FROM probe", "table probe may not be modified"),
        ("UPDATE probe SET n = 1", "table probe may not be modified"),
        (
            "CREATE VIRTUAL TABLE p USING probe",
            "no such module: probe",
        ),
        ("ALTER TABLE probe RENAME TO other", "no such table: probe"),
        (
            "SELECT * FROM probe('', '', '')",
            "too many arguments on probe() - max 2",
        ),
    ] {
        let told = told(&connection, sql);
        assert!(
            told.contains(refusal) || told.contains("may not be"),
            "{sql}: {told}"
        );
    }
}

#[test]
fn a_missing_argument_is_named_and_an_unusable_one_is_no_plan() {
    let connection = probing();
    for sql in [
        "SELECT * FROM probe",
        "SELECT * FROM probe()",
        "SELECT * FROM probe WHERE text = 'x'",
        "SELECT * FROM probe WHERE mode > ''",
        "SELECT * FROM probe WHERE mode IS ''",
        "SELECT * FROM probe WHERE mode = '' OR text = ''",
    ] {
        assert_eq!(
            told(&connection, sql),
            "pc: bad_input: argument mode is missing; give it",
            "{sql}"
        );
    }
    connection
        .execute_batch("CREATE TABLE t (x TEXT); INSERT INTO t VALUES ('a'), ('b')")
        .unwrap();
    for join in [
        "t JOIN probe('', t.x) AS p",
        "probe('', t.x) AS p JOIN t",
        "t JOIN probe AS p ON p.mode = '' AND p.text = t.x",
        "t LEFT JOIN probe('', t.x) AS p",
    ] {
        assert_eq!(
            rows(
                &connection,
                &format!("SELECT t.x, p.shown, p.n FROM {join} ORDER BY 1, 3")
            )
            .unwrap(),
            ["a a 1", "a a 2", "b b 1", "b b 2"],
            "{join}"
        );
    }
    let sql = "SELECT (SELECT group_concat(shown) FROM probe('', t.x)) FROM t ORDER BY x";
    assert_eq!(rows(&connection, sql).unwrap(), ["a,a", "b,b"]);
    let circle = "SELECT 1 FROM probe('', q.shown) AS p JOIN probe('', p.shown) AS q";
    assert!(told(&connection, circle).contains("no query solution"));
}

#[test]
fn a_second_condition_on_an_argument_is_checked() {
    let connection = probing();
    let none: [&str; 0] = [];
    assert_eq!(
        rows(&connection, "SELECT n FROM probe('', 'a') WHERE text = 'b'").unwrap(),
        none
    );
    assert_eq!(
        rows(&connection, "SELECT n FROM probe('', 'a') WHERE text = 'a'").unwrap(),
        ["1", "2"]
    );
    assert_eq!(
        rows(
            &connection,
            "SELECT n FROM probe('', 'a') WHERE text IS 'b'"
        )
        .unwrap(),
        none
    );
    assert_eq!(
        rows(&connection, "SELECT n FROM probe('') WHERE text IS NULL").unwrap(),
        ["1", "2"]
    );
    assert_eq!(
        rows(
            &connection,
            "SELECT n, mode, text FROM probe('', 'a') WHERE n = 2"
        )
        .unwrap(),
        ["2  a"]
    );
}

#[test]
fn a_visible_column_is_bound_only_bytewise() {
    let connection = probing();
    let sql = "SELECT n FROM probe('', 'a') WHERE shown = 'a'";
    assert_eq!(rows(&connection, sql).unwrap(), ["1", "2"]);
    SEEN.with_borrow(|seen| assert_eq!(seen[..], [Value::Text("a".to_owned())]));
    let sql = "SELECT n FROM probe('', 'a') WHERE shown = 'A' COLLATE NOCASE";
    assert_eq!(rows(&connection, sql).unwrap(), ["1", "2"]);
    SEEN.with_borrow(|seen| assert_eq!(seen.len(), 1, "bound under another collation"));
}

#[test]
fn trust_is_what_the_kind_says() {
    let connection = probing();
    connection
        .execute_batch(
            "PRAGMA trusted_schema = 0;
             CREATE TABLE i (x TEXT, y TEXT GENERATED ALWAYS AS (kinds(x)) STORED);
             CREATE INDEX ii ON i (kinds(x));
             CREATE VIEW v AS SELECT n FROM probe('', 'a');
             CREATE VIEW w1 AS SELECT writing();",
        )
        .unwrap();
    assert_eq!(rows(&connection, "SELECT * FROM v").unwrap(), ["1", "2"]);
    assert_eq!(
        told(&connection, "SELECT * FROM w1"),
        "unsafe use of writing()"
    );
    assert_eq!(one(&connection, "SELECT writing()").unwrap(), "0");
}
