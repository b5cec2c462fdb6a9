//! What the query shape tests run on: three functions, a small store, rows as text.

use std::sync::Once;

use rusqlite::types::Value;
use rusqlite::Connection;

/// A function with an argument that names entries e1, e2, e3 in that order, and the SQL that writes it out.
pub struct Case {
    pub function: &'static str,
    /// The name of its first, required argument.
    pub argument: &'static str,
    /// An argument value that names only this entry, as an SQL expression over `x`, the entry id.
    pub one: &'static str,
    pub all: &'static str,
    pub options: &'static str,
}

pub const CASES: [Case; 3] = [
    Case {
        function: "pc_fuse",
        argument: "channels",
        one: "json_array(json_object('name', 'a', 'hits', json_array(json_object('memory_artifact_id', 'm', \
              'revision', 1, 'entry_id', x, 'entry_version_id', x || 'v'))))",
        all: CHANNELS,
        options: r#"{"scope_id":"s","limit":9}"#,
    },
    Case {
        function: "pc_rank",
        argument: "channels",
        one: "json_array(json_object('name', 'a', 'hits', json_array(json_object('memory_artifact_id', 'm', \
              'revision', 1, 'entry_id', x, 'entry_version_id', x || 'v'))))",
        all: CHANNELS,
        options: r#"{"scope_id":"s","limit":9}"#,
    },
    Case {
        function: "pc_reorder",
        argument: "pool",
        one: "json_array(json_object('memory_artifact_id', 'm', 'revision', 1, 'entry_id', x, 'entry_version_id', x || 'v'))",
        all: POOL,
        options: r#"{"scope_id":"s"}"#,
    },
];

pub const POOL: &str = r#"[
    {"memory_artifact_id":"m","revision":1,"entry_id":"e1","entry_version_id":"e1v"},
    {"memory_artifact_id":"m","revision":1,"entry_id":"e2","entry_version_id":"e2v"},
    {"memory_artifact_id":"m","revision":1,"entry_id":"e3","entry_version_id":"e3v"}]"#;
pub const CHANNELS: &str = r#"[{"name":"a","hits":[
    {"memory_artifact_id":"m","revision":1,"entry_id":"e1","entry_version_id":"e1v"},
    {"memory_artifact_id":"m","revision":1,"entry_id":"e2","entry_version_id":"e2v"},
    {"memory_artifact_id":"m","revision":1,"entry_id":"e3","entry_version_id":"e3v"}]}]"#;

/// A connection with the extension, a store that knows e1 to e4 of Memory m, and a table t of two entry ids.
pub fn connection() -> Connection {
    static EXTENSION: Once = Once::new();
    EXTENSION.call_once(|| {
        type Init = unsafe extern "C" fn(
            *mut rusqlite::ffi::sqlite3,
            *mut *mut std::ffi::c_char,
            *const rusqlite::ffi::sqlite3_api_routines,
        ) -> std::ffi::c_int;
        // SAFETY: the entry point has this signature; the two structs are SQLite's own, bound twice.
        unsafe {
            let init: Init =
                std::mem::transmute(pc_lifecycle::entry::sqlite3_pclifecycle_init as *const ());
            assert_eq!(
                rusqlite::ffi::sqlite3_auto_extension(Some(init)),
                rusqlite::ffi::SQLITE_OK
            );
        }
    });
    let connection = Connection::open_in_memory().unwrap();
    connection
        .query_row("SELECT pc_install()", [], |_| Ok(()))
        .unwrap();
    for entry in ["e1", "e2", "e3", "e4"] {
        for sql in [
            "INSERT INTO pc_lifecycle_entry (scope_id, memory_artifact_id, entry_id, entry_version_id, version, \
                 previous_version_id, kind, text, content_hash, created_in_revision) \
             VALUES ('s', 'm', ?1, ?1 || 'v', 1, NULL, 'fact', ?1, ?1, 1)",
            "INSERT INTO pc_lifecycle_change (scope_id, memory_artifact_id, revision, ordinal, op, entry_id, \
                 from_entry_version_id, to_entry_version_id, reason) \
             SELECT 's', 'm', 1, 1 + count(*), 'add', ?1, NULL, ?1 || 'v', NULL FROM pc_lifecycle_change",
        ] {
            connection.execute(sql, [entry]).unwrap();
        }
    }
    connection
        .execute_batch(
            "INSERT INTO pc_lifecycle_head (scope_id, memory_artifact_id, revision, log_position) VALUES ('s', 'm', 1, 0); \
             CREATE TABLE t (x TEXT, n INTEGER); INSERT INTO t VALUES ('e2', 1), ('e4', 2);",
        )
        .unwrap();
    connection
}

/// All rows as text, columns joined by a blank, NULL as `-`; or the error from `pc: ` on, else SQLite's own.
pub fn rows(connection: &Connection, sql: &str) -> Result<Vec<String>, String> {
    let message = |error: rusqlite::Error| {
        let text = match &error {
            rusqlite::Error::SqliteFailure(_, Some(text)) => text.clone(),
            rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
            other => other.to_string(),
        };
        text.find("pc: ")
            .map_or(text.clone(), |at| text[at..].to_owned())
    };
    let mut statement = connection.prepare(sql).map_err(message)?;
    let columns = statement.column_count();
    let rows = statement.query_map([], |row| {
        let texts = (0..columns).map(|at| {
            Ok(match row.get(at)? {
                Value::Null => "-".to_owned(),
                Value::Integer(number) => number.to_string(),
                Value::Real(number) => format!("{:x}", number.to_bits()),
                Value::Text(text) => text,
                Value::Blob(_) => "blob".to_owned(),
            })
        });
        texts
            .collect::<rusqlite::Result<Vec<String>>>()
            .map(|texts| texts.join(" "))
    });
    let rows: Result<_, _> = rows
        .map_err(message)?
        .collect::<rusqlite::Result<_>>()
        .map_err(message);
    rows
}

/// Runs a shape over every function. `TVF` is the function, `:ALL` and `:OPT` its arguments as literals, `:ONE` the argument
/// that names entry `x`, `ARG` the name of the first argument.
pub fn each(shape: &str, expected: Result<&[&str], &str>) {
    let connection = connection();
    for case in &CASES {
        let sql = shape
            .replace("ARG", case.argument)
            .replace(":ALL", &format!("'{}'", case.all))
            .replace(":OPT", &format!("'{}'", case.options))
            .replace(":ONE", case.one)
            .replace("TVF", case.function);
        let expected = match expected {
            Ok(rows) => Ok(rows.iter().map(ToString::to_string).collect::<Vec<_>>()),
            Err(line) => Err(line
                .replace("ARG", case.argument)
                .replace("TVF", case.function)),
        };
        assert_eq!(rows(&connection, &sql), expected, "{sql}");
    }
}
