//! Where are SQLite's own functions? In the table that the host process hands to the entry point.
//!
//! The extension links no SQLite: every call goes through this one pointer, kept from the first load on. A second
//! SQLite library in the same process has another table and its connections must not be served through ours, so
//! loading there is refused (a wrong table does not fail, it corrupts).

use std::ffi::c_void;
use std::os::raw::{c_char, c_int};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use sqlite3ext_sys::sqlite3_api_routines;

static API: AtomicPtr<sqlite3_api_routines> = AtomicPtr::new(ptr::null_mut());

/// The oldest SQLite served: the first whose table has all members used here.
pub const OLDEST_SQLITE: c_int = 3_038_000;

/// Keeps the table. False when another SQLite of this process has come first.
///
/// # Safety
/// `api` is the table that SQLite passed to the entry point; such tables are static.
pub(crate) unsafe fn keep(api: *mut sqlite3_api_routines) -> bool {
    match API.compare_exchange(ptr::null_mut(), api, Ordering::AcqRel, Ordering::Acquire) {
        Ok(_) => true,
        Err(first) => first == api,
    }
}

/// The table. Whoever holds a connection or a statement got it through the entry point, which kept the table first.
pub(crate) fn api() -> &'static sqlite3_api_routines {
    let api = API.load(Ordering::Acquire);
    assert!(!api.is_null(), "used before the entry point ran");
    // SAFETY: set once by `keep`, from a static table of the host.
    unsafe { &*api }
}

/// `SQLITE_TRANSIENT`: SQLite copies the bytes before the call returns.
pub(crate) fn transient() -> Option<unsafe extern "C" fn(*mut c_void)> {
    // SAFETY: SQLite's documented sentinel, compared with and never called.
    unsafe { std::mem::transmute::<isize, Option<unsafe extern "C" fn(*mut c_void)>>(-1) }
}

/// A copy of `text` in memory that SQLite owns, or null when there is none left. The text is an argument of the
/// format `%s`, never the format.
///
/// # Safety
/// `api` is a table of a host.
pub(crate) unsafe fn host_text(api: &sqlite3_api_routines, text: &str) -> *mut c_char {
    let bytes: Vec<u8> = text.bytes().filter(|byte| *byte != 0).chain([0]).collect();
    match api.mprintf {
        Some(mprintf) => mprintf(c"%s".as_ptr(), bytes.as_ptr().cast::<c_char>()),
        None => ptr::null_mut(),
    }
}

/// Calls a member of the table by name.
macro_rules! call {
    ($member:ident($($argument:expr),* $(,)?)) => {
        ($crate::host::api().$member.expect(concat!("no ", stringify!($member))))($($argument),*)
    };
}
pub(crate) use call;
