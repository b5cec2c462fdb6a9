//! A connection with the extension loaded, a folder that goes away, and answers as lines of text.

use std::path::{Path, PathBuf};
use std::sync::Once;

use rusqlite::types::Value;
use rusqlite::{ffi, Connection};

pub fn load_everywhere() {
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

pub fn memory() -> Connection {
    load_everywhere();
    Connection::open_in_memory().unwrap()
}

pub fn open(path: &Path) -> Connection {
    load_everywhere();
    Connection::open(path).unwrap()
}

/// A folder of its own, removed at the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("pc_{name}_{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// All rows, columns joined by a blank and NULL shown as such; or the refusal, from `pc: ` on.
pub fn rows(connection: &Connection, sql: &str) -> Result<Vec<String>, String> {
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
        let cells = (0..count).map(|at| match row.get(at).unwrap() {
            Value::Null => "NULL".to_owned(),
            Value::Integer(number) => number.to_string(),
            Value::Text(text) => text,
            other => format!("{other:?}"),
        });
        found.push(cells.collect::<Vec<_>>().join(" "));
    }
    Ok(found)
}

/// The one cell of the one row.
pub fn one(connection: &Connection, sql: &str) -> String {
    let mut rows = rows(connection, sql).unwrap_or_else(|line| panic!("{sql}: {line}"));
    assert_eq!(rows.len(), 1, "{sql}");
    rows.remove(0)
}
