//! A connection with the extension loaded, for unit tests: an SQLite of this process hands over its own table, as it does
//! for a `.load`, so no shared library has to be found.

use std::sync::Once;

use rusqlite::types::Value;
use rusqlite::{ffi, Connection};

use crate::nested::Db;

pub(crate) fn load_everywhere() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the entry point has the signature that SQLite calls; only the names of its types differ.
        let code = unsafe {
            ffi::sqlite3_auto_extension(Some(std::mem::transmute::<
                *const (),
                unsafe extern "C" fn(
                    *mut ffi::sqlite3,
                    *mut *mut std::ffi::c_char,
                    *const ffi::sqlite3_api_routines,
                ) -> i32,
            >(
                crate::entry::sqlite3_extension_init as *const ()
            )))
        };
        assert_eq!(code, ffi::SQLITE_OK);
    });
}

pub(crate) fn connection() -> Connection {
    load_everywhere();
    Connection::open_in_memory().expect("a connection with the extension")
}

/// Our view of a test's connection.
pub(crate) fn db(connection: &Connection) -> Db {
    // SAFETY: the handle outlives the borrow of the connection within a test.
    Db::passing(unsafe { connection.handle() }.cast())
}

/// All rows, columns joined by a blank and NULL shown as such; or the error text.
pub(crate) fn rows(connection: &Connection, sql: &str) -> Result<Vec<String>, String> {
    let told = |error: rusqlite::Error| match error {
        rusqlite::Error::SqliteFailure(_, Some(text)) => text,
        rusqlite::Error::SqlInputError { msg, .. } => msg,
        other => other.to_string(),
    };
    let mut statement = connection.prepare(sql).map_err(told)?;
    let count = statement.column_count();
    let mut found = Vec::new();
    let mut rows = statement.query([]).map_err(told)?;
    while let Some(row) = rows.next().map_err(told)? {
        let cells: Vec<String> = (0..count)
            .map(|at| match row.get::<_, Value>(at).expect("a value") {
                Value::Null => "NULL".to_owned(),
                Value::Integer(number) => number.to_string(),
                Value::Real(number) => format!("{number:?}"),
                Value::Text(text) => text,
                Value::Blob(bytes) => format!("{bytes:02x?}"),
            })
            .collect();
        found.push(cells.join(" "));
    }
    Ok(found)
}

/// The only value of the only row.
pub(crate) fn one(connection: &Connection, sql: &str) -> Result<String, String> {
    rows(connection, sql).map(|found| {
        assert_eq!(found.len(), 1, "{sql}: {found:?}");
        found[0].clone()
    })
}
