//! What did SQLite say, in one line of ours?

use std::ffi::{c_int, CStr};

use sqlite3ext_sys::{
    sqlite3, SQLITE_BUSY, SQLITE_FULL, SQLITE_INTERRUPT, SQLITE_IOERR, SQLITE_LOCKED, SQLITE_NOMEM,
    SQLITE_READONLY,
};

use crate::host::call;
use crate::refusal::{refuse, Refusal};

const BUSY: c_int = SQLITE_BUSY as c_int;
const LOCKED: c_int = SQLITE_LOCKED as c_int;
const READONLY: c_int = SQLITE_READONLY as c_int;
const INTERRUPT: c_int = SQLITE_INTERRUPT as c_int;
const FULL: c_int = SQLITE_FULL as c_int;
const IOERR: c_int = SQLITE_IOERR as c_int;
const NOMEM: c_int = SQLITE_NOMEM as c_int;

/// The refusal for a call that ended with `code`. What a caller can act on is named; the rest is internal, with
/// SQLite's text and code. The code goes along, so that a host may still branch on SQLITE_BUSY or SQLITE_INTERRUPT.
pub(super) fn failure(connection: *mut sqlite3, code: c_int) -> Refusal {
    // SAFETY: the text belongs to the connection until the next call; it is copied here.
    let text = unsafe {
        let text = call!(errmsg(connection));
        if text.is_null() {
            String::from("out of memory")
        } else {
            CStr::from_ptr(text).to_string_lossy().into_owned()
        }
    };
    if let Some(line) = Refusal::from_line(&text) {
        return line;
    }
    let primary = code & 0xff;
    let refusal = match primary {
        BUSY | LOCKED => refuse("database_busy", &[]),
        READONLY => refuse("store_read_only", &[]),
        INTERRUPT => refuse("interrupted", &[]),
        FULL | IOERR => refuse("storage_failed", &[&text]),
        NOMEM => refuse("memory_short", &[]),
        _ if text.starts_with("no such table: main.pc_lifecycle_") => refuse("not_installed", &[]),
        _ => refuse("sqlite_failed", &[&text, &code.to_string()]),
    };
    refusal.with_sqlite_code(primary)
}
