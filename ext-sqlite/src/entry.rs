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

/// # Safety
/// `api` is null or SQLite's own table.
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
    use std::ffi::CStr;
    use std::ptr;

    use super::*;
    use crate::testing::{connection, one};

    #[test]
    fn an_older_sqlite_is_refused_by_number() {
        assert!(check_version(3_038_000).is_ok());
        assert_eq!(
            check_version(3_037_002).unwrap_err().line(),
            "pc: not_ready: SQLite 3037002 is too old; 3.38 or later is needed"
        );
    }

    unsafe extern "C" fn old() -> c_int {
        3_037_002
    }

    /// Loads with `api` and gives the code and the host's error message.
    fn loaded(connection: *mut sqlite3, api: *mut sqlite3_api_routines) -> (c_int, String) {
        let mut error = ptr::null_mut();
        // SAFETY: a live connection and a complete table.
        unsafe {
            let code = sqlite3_extension_init(connection, &mut error, api);
            let text = if error.is_null() {
                String::new()
            } else {
                CStr::from_ptr(error).to_string_lossy().into_owned()
            };
            host::call!(free(error.cast()));
            (code, text)
        }
    }

    #[test]
    fn the_table_is_kept_once_and_a_refusal_reaches_the_host() {
        let connection = connection();
        // SAFETY: the handle lives as long as the connection.
        let handle = unsafe { connection.handle() }.cast();
        let own = ptr::from_ref(host::api()).cast_mut();
        // Loading twice is loading once.
        assert_eq!(loaded(handle, own), (OK, String::new()));
        let mut other = *host::api();
        assert_eq!(
            loaded(handle, &mut other),
            (
                1,
                "pc: not_ready: another SQLite of this process has loaded this; load it in one only".to_owned()
            )
        );
        other.libversion_number = Some(old);
        assert_eq!(
            loaded(handle, &mut other),
            (
                1,
                "pc: not_ready: SQLite 3037002 is too old; 3.38 or later is needed".to_owned()
            )
        );
        assert_eq!(loaded(handle, ptr::null_mut()).0, 1);
        assert_eq!(
            one(&connection, "SELECT pc_version()").unwrap(),
            env!("CARGO_PKG_VERSION")
        );
    }

    /// The generated table has every member that is used at its place, and the structs have their sizes.
    #[test]
    fn the_bindings_have_the_layout_of_sqlite() {
        use rusqlite::ffi;
        use std::mem::{align_of, size_of};
        // The SQLite in this process filled the table: a member at its place is the function itself.
        macro_rules! same_functions {
            ($($member:ident = $function:ident),* $(,)?) => {
                $(assert_eq!(
                    host::api().$member.map(|member| member as *const () as usize),
                    Some(ffi::$function as *const () as usize),
                    stringify!($member)
                );)*
            };
        }
        drop(connection());
        same_functions!(
            bind_double = sqlite3_bind_double,
            bind_int64 = sqlite3_bind_int64,
            bind_null = sqlite3_bind_null,
            bind_text = sqlite3_bind_text,
            changes = sqlite3_changes,
            clear_bindings = sqlite3_clear_bindings,
            column_blob = sqlite3_column_blob,
            column_bytes = sqlite3_column_bytes,
            column_double = sqlite3_column_double,
            column_int64 = sqlite3_column_int64,
            column_text = sqlite3_column_text,
            column_type = sqlite3_column_type,
            context_db_handle = sqlite3_context_db_handle,
            create_function_v2 = sqlite3_create_function_v2,
            create_module_v2 = sqlite3_create_module_v2,
            db_readonly = sqlite3_db_readonly,
            declare_vtab = sqlite3_declare_vtab,
            errmsg = sqlite3_errmsg,
            finalize = sqlite3_finalize,
            free = sqlite3_free,
            get_autocommit = sqlite3_get_autocommit,
            libversion_number = sqlite3_libversion_number,
            mprintf = sqlite3_mprintf,
            prepare_v3 = sqlite3_prepare_v3,
            reset = sqlite3_reset,
            result_double = sqlite3_result_double,
            result_error = sqlite3_result_error,
            result_error_code = sqlite3_result_error_code,
            result_int64 = sqlite3_result_int64,
            result_null = sqlite3_result_null,
            result_text = sqlite3_result_text,
            step = sqlite3_step,
            total_changes = sqlite3_total_changes,
            user_data = sqlite3_user_data,
            value_bytes = sqlite3_value_bytes,
            value_double = sqlite3_value_double,
            value_int64 = sqlite3_value_int64,
            value_text = sqlite3_value_text,
            value_type = sqlite3_value_type,
            vtab_collation = sqlite3_vtab_collation,
            vtab_config = sqlite3_vtab_config,
        );
        macro_rules! same_structs {
            ($($ours:ident = $theirs:ident),* $(,)?) => {
                $(assert_eq!(
                    (size_of::<sqlite3ext_sys::$ours>(), align_of::<sqlite3ext_sys::$ours>()),
                    (size_of::<ffi::$theirs>(), align_of::<ffi::$theirs>()),
                    stringify!($ours)
                );)*
            };
        }
        same_structs!(
            sqlite3_vtab = sqlite3_vtab,
            sqlite3_vtab_cursor = sqlite3_vtab_cursor,
            sqlite3_index_info = sqlite3_index_info,
            sqlite3_index_info_sqlite3_index_constraint = sqlite3_index_constraint,
            sqlite3_index_info_sqlite3_index_constraint_usage = sqlite3_index_constraint_usage,
            sqlite3_index_info_sqlite3_index_orderby = sqlite3_index_orderby,
        );
        // Newer versions only add members at the end.
        assert!(size_of::<sqlite3ext_sys::sqlite3_module>() <= size_of::<ffi::sqlite3_module>());
    }
}
