//! What the query shape tests run on: three functions and a small store.

use rusqlite::Connection;

use crate::host::{memory, rows};

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
    let connection = memory();
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
