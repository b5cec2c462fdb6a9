//! What does a write leave behind when SQLite runs out of memory half way? Nothing, a clean error, and a host that goes on.
//!
//! The limit is the process's, so this test has a binary of its own.

use rusqlite::{ffi, Connection};

#[test]
fn a_write_that_cannot_finish_leaves_nothing() {
    type Entry = unsafe extern "C" fn(
        *mut ffi::sqlite3,
        *mut *mut std::ffi::c_char,
        *const ffi::sqlite3_api_routines,
    ) -> i32;
    let entry = pc_lifecycle::entry::sqlite3_extension_init as *const ();
    // SAFETY: the entry point has this signature; only the names of its types differ.
    unsafe { ffi::sqlite3_auto_extension(Some(std::mem::transmute::<*const (), Entry>(entry))) };
    let connection = Connection::open_in_memory().unwrap();
    let run = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, String>(0));
    run("SELECT pc_install()").unwrap();
    run("SELECT pc_remember('s', 'memory', 0, 'fact', 'one', NULL, 1, 'e1')").unwrap();
    let sources: Vec<String> = (0..200)
        .map(|n| {
            format!(
                r#"{{"source_type":"t","source_id":"{}{n}"}}"#,
                "x".repeat(200)
            )
        })
        .collect();
    let sql = format!(
        "SELECT pc_remember('s', 'memory', 1, 'fact', 'two', '[{}]', 1)",
        sources.join(",")
    );
    let counts = || -> (i64, i64, i64) {
        let sql = "SELECT (SELECT count(*) FROM pc_lifecycle_entry), (SELECT count(*) FROM pc_lifecycle_evidence),
                          (SELECT revision FROM pc_lifecycle_head)";
        connection
            .query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
            .unwrap()
    };
    // SAFETY: plain questions to the library.
    let limit = |bytes: i64| unsafe { ffi::sqlite3_hard_heap_limit64(bytes) };
    let used = unsafe { ffi::sqlite3_memory_used() };
    let mut failed = 0;
    let mut more = 1000;
    loop {
        limit(used + more);
        let outcome = run(&sql);
        limit(0);
        match outcome {
            Ok(_) => break,
            Err(error) => {
                let code = error.sqlite_error_code();
                assert_eq!(code, Some(rusqlite::ErrorCode::OutOfMemory), "{error}");
            }
        }
        assert_eq!(counts(), (1, 0, 1), "after {more} bytes");
        assert!(connection.is_autocommit());
        failed += 1;
        more += 4000;
    }
    assert!(failed > 20, "the limit was met only {failed} times");
    assert_eq!(counts(), (2, 200, 2));
    connection.close().map_err(|(_, error)| error).unwrap();
}
