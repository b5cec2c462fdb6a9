//! Are the writes safe guests of SQLite? All or nothing, at the head the caller saw, alone or inside his transaction, and
//! never against another writer. What they answer on both engines is in the shared cases.

use std::sync::Once;

use rusqlite::{ffi, Connection, ErrorCode, OpenFlags};

fn load_everywhere() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        type Entry = unsafe extern "C" fn(
            *mut ffi::sqlite3,
            *mut *mut std::ffi::c_char,
            *const ffi::sqlite3_api_routines,
        ) -> i32;
        let entry = pc_lifecycle::entry::sqlite3_extension_init as *const ();
        // SAFETY: the entry point has this signature; only the names of its types differ.
        unsafe {
            ffi::sqlite3_auto_extension(Some(std::mem::transmute::<*const (), Entry>(entry)))
        };
    });
}

fn open(path: &std::path::Path) -> Connection {
    load_everywhere();
    Connection::open(path).unwrap()
}

fn installed() -> Connection {
    load_everywhere();
    let connection = Connection::open_in_memory().unwrap();
    one(&connection, "SELECT pc_install()").unwrap();
    connection
}

/// A folder of its own, removed at the end.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("pc_writes_{name}_{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn one(connection: &Connection, sql: &str) -> Result<String, String> {
    connection
        .query_row(sql, [], |row| row.get::<_, rusqlite::types::Value>(0))
        .map(|value| match value {
            rusqlite::types::Value::Text(text) => text,
            other => format!("{other:?}"),
        })
        .map_err(|error| match error {
            rusqlite::Error::SqliteFailure(_, Some(text)) => text,
            other => other.to_string(),
        })
}

/// Every row of every table of the store, to see that nothing changed.
fn dump(connection: &Connection) -> String {
    let mut tables = connection
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'pc_lifecycle_%' ORDER BY 1")
        .unwrap();
    let names: Vec<String> = tables
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let mut out = String::new();
    for name in names {
        let mut statement = connection
            .prepare(&format!("SELECT * FROM {name}"))
            .unwrap();
        let count = statement.column_count();
        let mut rows = statement.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            for at in 0..count {
                out += &format!("{:?} ", row.get::<_, rusqlite::types::Value>(at).unwrap());
            }
            out += &format!("{name}\n");
        }
    }
    out
}

const REMEMBER: &str = "SELECT pc_remember('s', 'memory', 0, 'fact', 'one', NULL, 1, 'e1')";

#[test]
fn a_stale_writer_writes_nothing() {
    let connection = installed();
    one(&connection, REMEMBER).unwrap();
    let before = dump(&connection);
    for write in [
        REMEMBER,
        "SELECT pc_remember('s', 'memory', 2, 'fact', 'two', NULL, 1)",
        "SELECT pc_revise('s', 'memory', 0, 'e1', 'fact', 'two', NULL, 1)",
        "SELECT pc_forget('s', 'memory', -1, 'nowhere', 1)",
        "SELECT pc_reactivate('s', 'memory', 9, 'e1', 1)",
    ] {
        let told = one(&connection, write).unwrap_err();
        assert!(
            told.starts_with("pc: conflict: the head is at revision 1, not "),
            "{write}: {told}"
        );
    }
    assert_eq!(dump(&connection), before);
}

#[test]
fn a_write_belongs_to_the_callers_transaction() {
    let connection = installed();
    let before = dump(&connection);
    connection.execute_batch("BEGIN").unwrap();
    one(&connection, REMEMBER).unwrap();
    one(&connection, "SELECT pc_forget('s', 'memory', 0, 'e1', 1)").unwrap_err();
    one(&connection, "SELECT pc_forget('s', 'memory', 1, 'e1', 1)").unwrap();
    assert!(!connection.is_autocommit());
    connection.execute_batch("ROLLBACK").unwrap();
    assert_eq!(dump(&connection), before);
    one(&connection, REMEMBER).unwrap();
    assert!(connection.is_autocommit());
}

#[test]
fn each_row_of_a_select_writes_alone() {
    let connection = installed();
    connection
        .execute_batch("CREATE TABLE t (n, id); INSERT INTO t VALUES (0, 'a'), (1, 'b'), (9, 'c')")
        .unwrap();
    // SQLite may run ahead of the rows it shows: what is sure is that each row is a write of its own.
    let sql = "SELECT pc_remember('s', 'memory', n, 'fact', id, NULL, 1, id) FROM t ORDER BY n";
    let mut statement = connection.prepare(sql).unwrap();
    let outcome: Result<Vec<String>, _> =
        statement.query_map([], |row| row.get(0)).unwrap().collect();
    let told = outcome.unwrap_err().to_string();
    assert!(
        told.starts_with("pc: conflict: the head is at revision 2, not 9"),
        "{told}"
    );
    let written = one(
        &connection,
        "SELECT group_concat(entry_id) FROM pc_lifecycle_entry",
    );
    assert_eq!(written.unwrap(), "a,b");
}

#[test]
fn a_writing_statement_or_a_trigger_may_not_write() {
    let connection = installed();
    connection
        .execute_batch("CREATE TABLE t (x); INSERT INTO t VALUES (1)")
        .unwrap();
    let before = dump(&connection);
    for sql in [
        "INSERT INTO t SELECT pc_remember('s', 'memory', 0, 'fact', 'one', NULL, 1)",
        "UPDATE t SET x = pc_remember('s', 'memory', 0, 'fact', 'one', NULL, 1)",
        "DELETE FROM t WHERE pc_remember('s', 'memory', 0, 'fact', 'one', NULL, 1)",
        "CREATE TABLE u AS SELECT pc_remember('s', 'memory', 0, 'fact', 'one', NULL, 1)",
    ] {
        let told = connection.execute(sql, []).unwrap_err().to_string();
        let line =
            "pc: bad_input: a write cannot run inside another writing statement; call it alone";
        assert_eq!(told, line, "{sql}");
    }
    for schema in [
        "TRIGGER g AFTER INSERT ON t BEGIN SELECT pc_install(); END",
        "VIEW v AS SELECT pc_install()",
    ] {
        connection
            .execute_batch(&format!("CREATE {schema}"))
            .unwrap();
    }
    let told = connection
        .execute("INSERT INTO t VALUES (2)", [])
        .unwrap_err()
        .to_string();
    assert!(told.contains("unsafe use of pc_install()"), "{told}");
    assert!(one(&connection, "SELECT * FROM v")
        .unwrap_err()
        .contains("unsafe use of pc_install()"));
    assert_eq!(dump(&connection), before);
    assert_eq!(
        one(&connection, "SELECT count(*) FROM t").unwrap(),
        "Integer(1)"
    );
}

#[test]
fn a_locked_or_read_only_database_is_said_to_be_so() {
    let folder = Folder::new("locked");
    let path = folder.0.join("store.db");
    let one_connection = open(&path);
    one_connection
        .busy_timeout(std::time::Duration::ZERO)
        .unwrap();
    one(&one_connection, "SELECT pc_install()").unwrap();
    let other = open(&path);
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = one_connection
        .query_row(REMEMBER, [], |_| Ok(()))
        .unwrap_err();
    assert_eq!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy));
    assert_eq!(
        one(&one_connection, REMEMBER).unwrap_err(),
        "pc: conflict: another connection holds the database; try again"
    );
    other.execute_batch("ROLLBACK").unwrap();
    let reading = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let read_only = "pc: bad_input: a write needs a writable database; open this one for writing";
    assert_eq!(one(&reading, REMEMBER).unwrap_err(), read_only);
    // Installed already: nothing to write.
    assert!(one(&reading, "SELECT pc_install()").is_ok());
    one_connection
        .execute_batch("PRAGMA query_only = 1")
        .unwrap();
    assert_eq!(one(&one_connection, REMEMBER).unwrap_err(), read_only);
    one_connection
        .execute_batch("PRAGMA query_only = 0")
        .unwrap();
    assert!(one(&one_connection, REMEMBER).is_ok());
}

#[test]
fn of_many_writers_each_revision_has_one() {
    const WRITERS: usize = 4;
    const WRITES: usize = 10;
    let folder = Folder::new("writers");
    let path = folder.0.join("store.db");
    one(&open(&path), "PRAGMA journal_mode = WAL").unwrap();
    one(&open(&path), "SELECT pc_install()").unwrap();
    let path = &path;
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            scope.spawn(move || {
                let connection = open(path);
                connection
                    .busy_timeout(std::time::Duration::from_secs(20))
                    .unwrap();
                let mut written = 0;
                while written < WRITES {
                    let head = "SELECT coalesce(max(revision), 0) FROM pc_lifecycle_head";
                    let head: i64 = connection.query_row(head, [], |row| row.get(0)).unwrap();
                    let text = format!("{writer} {written}");
                    let sql = format!(
                        "SELECT pc_remember('s', 'memory', {head}, 'fact', '{text}', NULL, 1)"
                    );
                    match one(&connection, &sql) {
                        Ok(_) => written += 1,
                        Err(told) => {
                            assert!(told.starts_with("pc: conflict: the head is at"), "{told}")
                        }
                    }
                }
            });
        }
    });
    let connection = open(path);
    let all = i64::try_from(WRITERS * WRITES).unwrap();
    for sql in [
        "SELECT revision FROM pc_lifecycle_head",
        "SELECT max(revision) FROM pc_lifecycle_change",
        "SELECT count(DISTINCT revision) FROM pc_lifecycle_change",
        "SELECT count(DISTINCT text) FROM pc_lifecycle_entry",
    ] {
        assert_eq!(
            connection
                .query_row(sql, [], |row| row.get::<_, i64>(0))
                .unwrap(),
            all,
            "{sql}"
        );
    }
}

#[test]
fn a_store_is_not_taken_over() {
    let connection = installed();
    assert_eq!(
        one(&connection, "SELECT pc_install('powercontext-1.2', 'pc')").unwrap_err(),
        "pc: conflict: this store is installed for native; use another database"
    );
    assert_eq!(
        one(&connection, "SELECT pc_install('native', 'pc')").unwrap_err(),
        "pc: bad_input: the native authority is in this database; leave attached out"
    );
    connection
        .execute_batch("UPDATE pc_lifecycle_setting SET value = '7' WHERE name = 'schema_version'")
        .unwrap();
    assert_eq!(
        one(&connection, "SELECT pc_install()").unwrap_err(),
        "pc: not_ready: the store has schema 7, this knows 1; update this"
    );
    load_everywhere();
    let fresh = Connection::open_in_memory().unwrap();
    for (sql, refusal) in [
        (
            "SELECT pc_install('%s')",
            "pc: bad_input: adapter %s is unknown; see the README for the names",
        ),
        (
            "SELECT pc_install('powercontext-1.2')",
            "pc: bad_input: main has no table pc_artifact_heads; is it that PowerContext version?",
        ),
    ] {
        assert_eq!(one(&fresh, sql).unwrap_err(), refusal);
    }
    assert!(one(&fresh, "SELECT pc_install('powercontext-1.4', 'pc')")
        .unwrap_err()
        .starts_with("pc: not_ready: attach the authority as pc"));
    fresh
        .execute_batch("CREATE TABLE pc_schema_revision (x)")
        .unwrap();
    assert!(one(&fresh, "SELECT pc_install()")
        .unwrap_err()
        .starts_with("pc: bad_input: PowerContext manages this database"));
    let wide = Connection::open_in_memory().unwrap();
    wide.execute_batch("PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (x)")
        .unwrap();
    assert_eq!(
        one(&wide, "SELECT pc_install()").unwrap_err(),
        "pc: bad_input: the store must be UTF-8, not UTF-16le; use another database"
    );
}
