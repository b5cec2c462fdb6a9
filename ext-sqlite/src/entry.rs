//! What does `.load libpc_lifecycle` call? `sqlite3_extension_init`, whatever the file was renamed to; and
//! `sqlite3_pclifecycle_init`, the name that SQLite derives from cargo's file name, for hosts that ask by name.
//!
//! Refuses an SQLite older than 3.38, whose table of functions is shorter than what is used here, and a second SQLite
//! library in the same process. Both say so in the host's own error message; nothing is registered then.

use std::ffi::{c_char, c_int};

use sqlite3ext_sys::{sqlite3, sqlite3_api_routines, SQLITE_ERROR};

use crate::guard::caught;
use crate::host;
use crate::nested::{Db, OK};
use crate::refusal::{refuse, Result};
use crate::surface;

/// Registers the surface on `connection`.
///
/// # Safety
/// Called by SQLite, with its own table.
#[no_mangle]
pub unsafe extern "C" fn sqlite3_pclifecycle_init(
    connection: *mut sqlite3,
    error: *mut *mut c_char,
    api: *mut sqlite3_api_routines,
) -> c_int {
    match caught(|| load(connection, api)) {
        Ok(()) => OK,
        Err(refusal) => {
            if !error.is_null() && !api.is_null() {
                *error = host::host_text(&*api, refusal.line());
            }
            SQLITE_ERROR as c_int
        }
    }
}

/// The name that SQLite tries first, for any file name.
///
/// # Safety
/// Called by SQLite, with its own table.
#[no_mangle]
pub unsafe extern "C" fn sqlite3_extension_init(
    connection: *mut sqlite3,
    error: *mut *mut c_char,
    api: *mut sqlite3_api_routines,
) -> c_int {
    sqlite3_pclifecycle_init(connection, error, api)
}

unsafe fn load(connection: *mut sqlite3, api: *mut sqlite3_api_routines) -> Result<()> {
    let version = match api.as_ref().and_then(|api| api.libversion_number) {
        Some(version) => version(),
        None => 0,
    };
    check_version(version)?;
    if !host::keep(api) {
        return Err(refuse("second_sqlite", &[]));
    }
    sqlite_loadable::ext::faux_sqlite_extension_init2(api);
    surface::register(&Db::passing(connection))
}

fn check_version(version: c_int) -> Result<()> {
    if version < host::OLDEST_SQLITE {
        return Err(refuse("sqlite_too_old", &[&version.to_string()]));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_sqlite_is_refused_by_number() {
        assert!(check_version(3_038_000).is_ok());
        assert_eq!(
            check_version(3_037_002).unwrap_err().line(),
            "pc: not_ready: SQLite 3037002 is too old; 3.38 or later is needed"
        );
    }
}
