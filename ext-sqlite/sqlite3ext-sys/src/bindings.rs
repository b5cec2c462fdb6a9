//! What `sqlite3ext.h` of SQLite 3.39.4 declares, as Rust types: generated once with bindgen 0.60, then trimmed to
//! types and constants. No function is declared here, so nothing can be linked by mistake: every call goes through
//! `sqlite3_api_routines`, the table that the host hands to an extension. `va_list` parameters became `*mut c_void`;
//! nobody here calls those members. A test of `pc_lifecycle` compares the layouts with those of `libsqlite3-sys`.

use std::os::raw::{c_char, c_int, c_longlong, c_uchar, c_uint, c_ulonglong, c_void};

pub const SQLITE_OK: u32 = 0;
pub const SQLITE_ERROR: u32 = 1;
pub const SQLITE_INTERNAL: u32 = 2;
pub const SQLITE_PERM: u32 = 3;
pub const SQLITE_ABORT: u32 = 4;
pub const SQLITE_BUSY: u32 = 5;
pub const SQLITE_LOCKED: u32 = 6;
pub const SQLITE_NOMEM: u32 = 7;
pub const SQLITE_READONLY: u32 = 8;
pub const SQLITE_INTERRUPT: u32 = 9;
pub const SQLITE_IOERR: u32 = 10;
pub const SQLITE_CORRUPT: u32 = 11;
pub const SQLITE_NOTFOUND: u32 = 12;
pub const SQLITE_FULL: u32 = 13;
pub const SQLITE_CANTOPEN: u32 = 14;
pub const SQLITE_PROTOCOL: u32 = 15;
pub const SQLITE_EMPTY: u32 = 16;
pub const SQLITE_SCHEMA: u32 = 17;
pub const SQLITE_TOOBIG: u32 = 18;
pub const SQLITE_CONSTRAINT: u32 = 19;
pub const SQLITE_MISMATCH: u32 = 20;
pub const SQLITE_MISUSE: u32 = 21;
pub const SQLITE_NOLFS: u32 = 22;
pub const SQLITE_AUTH: u32 = 23;
pub const SQLITE_FORMAT: u32 = 24;
pub const SQLITE_RANGE: u32 = 25;
pub const SQLITE_NOTADB: u32 = 26;
pub const SQLITE_NOTICE: u32 = 27;
pub const SQLITE_WARNING: u32 = 28;
pub const SQLITE_ROW: u32 = 100;
pub const SQLITE_DONE: u32 = 101;
pub const SQLITE_ERROR_MISSING_COLLSEQ: u32 = 257;
pub const SQLITE_ERROR_RETRY: u32 = 513;
pub const SQLITE_ERROR_SNAPSHOT: u32 = 769;
pub const SQLITE_LOCKED_SHAREDCACHE: u32 = 262;
pub const SQLITE_LOCKED_VTAB: u32 = 518;
pub const SQLITE_BUSY_RECOVERY: u32 = 261;
pub const SQLITE_BUSY_SNAPSHOT: u32 = 517;
pub const SQLITE_BUSY_TIMEOUT: u32 = 773;
pub const SQLITE_CONSTRAINT_CHECK: u32 = 275;
pub const SQLITE_CONSTRAINT_COMMITHOOK: u32 = 531;
pub const SQLITE_CONSTRAINT_FOREIGNKEY: u32 = 787;
pub const SQLITE_CONSTRAINT_FUNCTION: u32 = 1043;
pub const SQLITE_CONSTRAINT_NOTNULL: u32 = 1299;
pub const SQLITE_CONSTRAINT_PRIMARYKEY: u32 = 1555;
pub const SQLITE_CONSTRAINT_TRIGGER: u32 = 1811;
pub const SQLITE_CONSTRAINT_UNIQUE: u32 = 2067;
pub const SQLITE_CONSTRAINT_VTAB: u32 = 2323;
pub const SQLITE_CONSTRAINT_ROWID: u32 = 2579;
pub const SQLITE_CONSTRAINT_PINNED: u32 = 2835;
pub const SQLITE_CONSTRAINT_DATATYPE: u32 = 3091;
pub const SQLITE_OK_LOAD_PERMANENTLY: u32 = 256;
pub const SQLITE_OK_SYMLINK: u32 = 512;
pub const SQLITE_DENY: u32 = 1;
pub const SQLITE_IGNORE: u32 = 2;
pub const SQLITE_DELETE: u32 = 9;
pub const SQLITE_INSERT: u32 = 18;
pub const SQLITE_PRAGMA: u32 = 19;
pub const SQLITE_READ: u32 = 20;
pub const SQLITE_SELECT: u32 = 21;
pub const SQLITE_TRANSACTION: u32 = 22;
pub const SQLITE_UPDATE: u32 = 23;
pub const SQLITE_ATTACH: u32 = 24;
pub const SQLITE_DETACH: u32 = 25;
pub const SQLITE_ALTER_TABLE: u32 = 26;
pub const SQLITE_REINDEX: u32 = 27;
pub const SQLITE_ANALYZE: u32 = 28;
pub const SQLITE_FUNCTION: u32 = 31;
pub const SQLITE_SAVEPOINT: u32 = 32;
pub const SQLITE_COPY: u32 = 0;
pub const SQLITE_RECURSIVE: u32 = 33;
pub const SQLITE_PREPARE_PERSISTENT: u32 = 1;
pub const SQLITE_PREPARE_NORMALIZE: u32 = 2;
pub const SQLITE_PREPARE_NO_VTAB: u32 = 4;
pub const SQLITE_INTEGER: u32 = 1;
pub const SQLITE_FLOAT: u32 = 2;
pub const SQLITE_BLOB: u32 = 4;
pub const SQLITE_NULL: u32 = 5;
pub const SQLITE_TEXT: u32 = 3;
pub const SQLITE_UTF8: u32 = 1;
pub const SQLITE_UTF16LE: u32 = 2;
pub const SQLITE_UTF16BE: u32 = 3;
pub const SQLITE_UTF16: u32 = 4;
pub const SQLITE_ANY: u32 = 5;
pub const SQLITE_UTF16_ALIGNED: u32 = 8;
pub const SQLITE_DETERMINISTIC: u32 = 2048;
pub const SQLITE_DIRECTONLY: u32 = 524288;
pub const SQLITE_SUBTYPE: u32 = 1048576;
pub const SQLITE_INNOCUOUS: u32 = 2097152;
pub const SQLITE_TXN_NONE: u32 = 0;
pub const SQLITE_TXN_READ: u32 = 1;
pub const SQLITE_TXN_WRITE: u32 = 2;
pub const SQLITE_INDEX_SCAN_UNIQUE: u32 = 1;
pub const SQLITE_INDEX_CONSTRAINT_EQ: u32 = 2;
pub const SQLITE_INDEX_CONSTRAINT_GT: u32 = 4;
pub const SQLITE_INDEX_CONSTRAINT_LE: u32 = 8;
pub const SQLITE_INDEX_CONSTRAINT_LT: u32 = 16;
pub const SQLITE_INDEX_CONSTRAINT_GE: u32 = 32;
pub const SQLITE_INDEX_CONSTRAINT_MATCH: u32 = 64;
pub const SQLITE_INDEX_CONSTRAINT_LIKE: u32 = 65;
pub const SQLITE_INDEX_CONSTRAINT_GLOB: u32 = 66;
pub const SQLITE_INDEX_CONSTRAINT_REGEXP: u32 = 67;
pub const SQLITE_INDEX_CONSTRAINT_NE: u32 = 68;
pub const SQLITE_INDEX_CONSTRAINT_ISNOT: u32 = 69;
pub const SQLITE_INDEX_CONSTRAINT_ISNOTNULL: u32 = 70;
pub const SQLITE_INDEX_CONSTRAINT_ISNULL: u32 = 71;
pub const SQLITE_INDEX_CONSTRAINT_IS: u32 = 72;
pub const SQLITE_INDEX_CONSTRAINT_LIMIT: u32 = 73;
pub const SQLITE_INDEX_CONSTRAINT_OFFSET: u32 = 74;
pub const SQLITE_INDEX_CONSTRAINT_FUNCTION: u32 = 150;
pub const SQLITE_VTAB_CONSTRAINT_SUPPORT: u32 = 1;
pub const SQLITE_VTAB_INNOCUOUS: u32 = 2;
pub const SQLITE_VTAB_DIRECTONLY: u32 = 3;
pub const SQLITE_ROLLBACK: u32 = 1;
pub const SQLITE_FAIL: u32 = 3;
pub const SQLITE_REPLACE: u32 = 5;

pub type sqlite3_callback = Option<unsafe extern "C" fn(arg1: *mut c_void, arg2: c_int, arg3: *mut *mut c_char, arg4: *mut *mut c_char) -> c_int>;
pub type sqlite3_int64 = sqlite_int64;
pub type sqlite3_syscall_ptr = Option<unsafe extern "C" fn()>;
pub type sqlite3_uint64 = sqlite_uint64;
pub type sqlite_int64 = c_longlong;
pub type sqlite_uint64 = c_ulonglong;

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct sqlite3 {
    _unused: [u8; 0],
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct sqlite3_api_routines {
    pub aggregate_context: Option<unsafe extern "C" fn(*mut sqlite3_context, c_int) -> *mut c_void>,
    pub aggregate_count: Option<unsafe extern "C" fn(*mut sqlite3_context) -> c_int>,
    pub bind_blob: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int, *const c_void, c_int, Option<unsafe extern "C" fn(*mut c_void)>) -> c_int>,
    pub bind_double: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int, f64) -> c_int>,
    pub bind_int: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int, c_int) -> c_int>,
    pub bind_int64: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int, sqlite_int64) -> c_int>,
    pub bind_null: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int) -> c_int>,
    pub bind_parameter_count: Option<unsafe extern "C" fn(*mut sqlite3_stmt) -> c_int>,
    pub bind_parameter_index: Option<unsafe extern "C" fn(*mut sqlite3_stmt, *const c_char) -> c_int>,
    pub bind_parameter_name: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int) -> *const c_char>,
    pub bind_text: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int, *const c_char, c_int, Option<unsafe extern "C" fn(*mut c_void)>) -> c_int>,
    pub bind_text16: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int, *const c_void, c_int, Option<unsafe extern "C" fn(*mut c_void)>) -> c_int>,
    pub bind_value: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int, *const sqlite3_value) -> c_int>,
    pub busy_handler: Option<unsafe extern "C" fn(*mut sqlite3, Option<unsafe extern "C" fn(*mut c_void, c_int) -> c_int>, *mut c_void) -> c_int>,
    pub busy_timeout: Option<unsafe extern "C" fn(*mut sqlite3, c_int) -> c_int>,
    pub changes: Option<unsafe extern "C" fn(*mut sqlite3) -> c_int>,
    pub close: Option<unsafe extern "C" fn(*mut sqlite3) -> c_int>,
    pub collation_needed: Option<unsafe extern "C" fn(*mut sqlite3, *mut c_void, Option<unsafe extern "C" fn(*mut c_void, *mut sqlite3, c_int, *const c_char)>) -> c_int>,
    pub collation_needed16: Option<unsafe extern "C" fn(*mut sqlite3, *mut c_void, Option<unsafe extern "C" fn(*mut c_void, *mut sqlite3, c_int, *const c_void)>) -> c_int>,
    pub column_blob: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int) -> *const c_void>,
    pub column_bytes: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int) -> c_int>,
    pub column_bytes16: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int) -> c_int>,
    pub column_count: Option<unsafe extern "C" fn(*mut sqlite3_stmt) -> c_int>,
    pub column_database_name: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int) -> *const c_char>,
    pub column_database_name16: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int) -> *const c_void>,
    pub column_decltype: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int) -> *const c_char>,
    pub column_decltype16: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int) -> *const c_void>,
    pub column_double: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int) -> f64>,
    pub column_int: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int) -> c_int>,
    pub column_int64: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int) -> sqlite_int64>,
    pub column_name: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int) -> *const c_char>,
    pub column_name16: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int) -> *const c_void>,
    pub column_origin_name: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int) -> *const c_char>,
    pub column_origin_name16: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int) -> *const c_void>,
    pub column_table_name: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int) -> *const c_char>,
    pub column_table_name16: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int) -> *const c_void>,
    pub column_text: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int) -> *const c_uchar>,
    pub column_text16: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int) -> *const c_void>,
    pub column_type: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int) -> c_int>,
    pub column_value: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int) -> *mut sqlite3_value>,
    pub commit_hook: Option<unsafe extern "C" fn(*mut sqlite3, Option<unsafe extern "C" fn(*mut c_void) -> c_int>, *mut c_void) -> *mut c_void>,
    pub complete: Option<unsafe extern "C" fn(*const c_char) -> c_int>,
    pub complete16: Option<unsafe extern "C" fn(*const c_void) -> c_int>,
    pub create_collation: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char, c_int, *mut c_void, Option<unsafe extern "C" fn(*mut c_void, c_int, *const c_void, c_int, *const c_void) -> c_int>) -> c_int>,
    pub create_collation16: Option<unsafe extern "C" fn(*mut sqlite3, *const c_void, c_int, *mut c_void, Option<unsafe extern "C" fn(*mut c_void, c_int, *const c_void, c_int, *const c_void) -> c_int>) -> c_int>,
    pub create_function: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char, c_int, c_int, *mut c_void, Option<unsafe extern "C" fn(*mut sqlite3_context, c_int, *mut *mut sqlite3_value)>, Option<unsafe extern "C" fn(*mut sqlite3_context, c_int, *mut *mut sqlite3_value)>, Option<unsafe extern "C" fn(*mut sqlite3_context)>) -> c_int>,
    pub create_function16: Option<unsafe extern "C" fn(*mut sqlite3, *const c_void, c_int, c_int, *mut c_void, Option<unsafe extern "C" fn(*mut sqlite3_context, c_int, *mut *mut sqlite3_value)>, Option<unsafe extern "C" fn(*mut sqlite3_context, c_int, *mut *mut sqlite3_value)>, Option<unsafe extern "C" fn(*mut sqlite3_context)>) -> c_int>,
    pub create_module: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char, *const sqlite3_module, *mut c_void) -> c_int>,
    pub data_count: Option<unsafe extern "C" fn(*mut sqlite3_stmt) -> c_int>,
    pub db_handle: Option<unsafe extern "C" fn(*mut sqlite3_stmt) -> *mut sqlite3>,
    pub declare_vtab: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char) -> c_int>,
    pub enable_shared_cache: Option<unsafe extern "C" fn(c_int) -> c_int>,
    pub errcode: Option<unsafe extern "C" fn(*mut sqlite3) -> c_int>,
    pub errmsg: Option<unsafe extern "C" fn(*mut sqlite3) -> *const c_char>,
    pub errmsg16: Option<unsafe extern "C" fn(*mut sqlite3) -> *const c_void>,
    pub exec: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char, sqlite3_callback, *mut c_void, *mut *mut c_char) -> c_int>,
    pub expired: Option<unsafe extern "C" fn(*mut sqlite3_stmt) -> c_int>,
    pub finalize: Option<unsafe extern "C" fn(*mut sqlite3_stmt) -> c_int>,
    pub free: Option<unsafe extern "C" fn(*mut c_void)>,
    pub free_table: Option<unsafe extern "C" fn(*mut *mut c_char)>,
    pub get_autocommit: Option<unsafe extern "C" fn(*mut sqlite3) -> c_int>,
    pub get_auxdata: Option<unsafe extern "C" fn(*mut sqlite3_context, c_int) -> *mut c_void>,
    pub get_table: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char, *mut *mut *mut c_char, *mut c_int, *mut c_int, *mut *mut c_char) -> c_int>,
    pub global_recover: Option<unsafe extern "C" fn() -> c_int>,
    pub interruptx: Option<unsafe extern "C" fn(*mut sqlite3)>,
    pub last_insert_rowid: Option<unsafe extern "C" fn(*mut sqlite3) -> sqlite_int64>,
    pub libversion: Option<unsafe extern "C" fn() -> *const c_char>,
    pub libversion_number: Option<unsafe extern "C" fn() -> c_int>,
    pub malloc: Option<unsafe extern "C" fn(c_int) -> *mut c_void>,
    pub mprintf: Option<unsafe extern "C" fn(*const c_char, ... ) -> *mut c_char>,
    pub open: Option<unsafe extern "C" fn(*const c_char, *mut *mut sqlite3) -> c_int>,
    pub open16: Option<unsafe extern "C" fn(*const c_void, *mut *mut sqlite3) -> c_int>,
    pub prepare: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char, c_int, *mut *mut sqlite3_stmt, *mut *const c_char) -> c_int>,
    pub prepare16: Option<unsafe extern "C" fn(*mut sqlite3, *const c_void, c_int, *mut *mut sqlite3_stmt, *mut *const c_void) -> c_int>,
    pub profile: Option<unsafe extern "C" fn(*mut sqlite3, Option<unsafe extern "C" fn(*mut c_void, *const c_char, sqlite_uint64)>, *mut c_void) -> *mut c_void>,
    pub progress_handler: Option<unsafe extern "C" fn(*mut sqlite3, c_int, Option<unsafe extern "C" fn(*mut c_void) -> c_int>, *mut c_void)>,
    pub realloc: Option<unsafe extern "C" fn(*mut c_void, c_int) -> *mut c_void>,
    pub reset: Option<unsafe extern "C" fn(*mut sqlite3_stmt) -> c_int>,
    pub result_blob: Option<unsafe extern "C" fn(*mut sqlite3_context, *const c_void, c_int, Option<unsafe extern "C" fn(*mut c_void)>)>,
    pub result_double: Option<unsafe extern "C" fn(*mut sqlite3_context, f64)>,
    pub result_error: Option<unsafe extern "C" fn(*mut sqlite3_context, *const c_char, c_int)>,
    pub result_error16: Option<unsafe extern "C" fn(*mut sqlite3_context, *const c_void, c_int)>,
    pub result_int: Option<unsafe extern "C" fn(*mut sqlite3_context, c_int)>,
    pub result_int64: Option<unsafe extern "C" fn(*mut sqlite3_context, sqlite_int64)>,
    pub result_null: Option<unsafe extern "C" fn(*mut sqlite3_context)>,
    pub result_text: Option<unsafe extern "C" fn(*mut sqlite3_context, *const c_char, c_int, Option<unsafe extern "C" fn(*mut c_void)>)>,
    pub result_text16: Option<unsafe extern "C" fn(*mut sqlite3_context, *const c_void, c_int, Option<unsafe extern "C" fn(*mut c_void)>)>,
    pub result_text16be: Option<unsafe extern "C" fn(*mut sqlite3_context, *const c_void, c_int, Option<unsafe extern "C" fn(*mut c_void)>)>,
    pub result_text16le: Option<unsafe extern "C" fn(*mut sqlite3_context, *const c_void, c_int, Option<unsafe extern "C" fn(*mut c_void)>)>,
    pub result_value: Option<unsafe extern "C" fn(*mut sqlite3_context, *mut sqlite3_value)>,
    pub rollback_hook: Option<unsafe extern "C" fn(*mut sqlite3, Option<unsafe extern "C" fn(*mut c_void)>, *mut c_void) -> *mut c_void>,
    pub set_authorizer: Option<unsafe extern "C" fn(*mut sqlite3, Option<unsafe extern "C" fn(*mut c_void, c_int, *const c_char, *const c_char, *const c_char, *const c_char) -> c_int>, *mut c_void) -> c_int>,
    pub set_auxdata: Option<unsafe extern "C" fn(*mut sqlite3_context, c_int, *mut c_void, Option<unsafe extern "C" fn(*mut c_void)>)>,
    pub xsnprintf: Option<unsafe extern "C" fn(c_int, *mut c_char, *const c_char, ... ) -> *mut c_char>,
    pub step: Option<unsafe extern "C" fn(*mut sqlite3_stmt) -> c_int>,
    pub table_column_metadata: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char, *const c_char, *const c_char, *mut *const c_char, *mut *const c_char, *mut c_int, *mut c_int, *mut c_int) -> c_int>,
    pub thread_cleanup: Option<unsafe extern "C" fn()>,
    pub total_changes: Option<unsafe extern "C" fn(*mut sqlite3) -> c_int>,
    pub trace: Option<unsafe extern "C" fn(*mut sqlite3, Option<unsafe extern "C" fn(*mut c_void, *const c_char)>, *mut c_void) -> *mut c_void>,
    pub transfer_bindings: Option<unsafe extern "C" fn(*mut sqlite3_stmt, *mut sqlite3_stmt) -> c_int>,
    pub update_hook: Option<unsafe extern "C" fn(*mut sqlite3, Option<unsafe extern "C" fn(*mut c_void, c_int, *const c_char, *const c_char, sqlite_int64)>, *mut c_void) -> *mut c_void>,
    pub user_data: Option<unsafe extern "C" fn(*mut sqlite3_context) -> *mut c_void>,
    pub value_blob: Option<unsafe extern "C" fn(*mut sqlite3_value) -> *const c_void>,
    pub value_bytes: Option<unsafe extern "C" fn(*mut sqlite3_value) -> c_int>,
    pub value_bytes16: Option<unsafe extern "C" fn(*mut sqlite3_value) -> c_int>,
    pub value_double: Option<unsafe extern "C" fn(*mut sqlite3_value) -> f64>,
    pub value_int: Option<unsafe extern "C" fn(*mut sqlite3_value) -> c_int>,
    pub value_int64: Option<unsafe extern "C" fn(*mut sqlite3_value) -> sqlite_int64>,
    pub value_numeric_type: Option<unsafe extern "C" fn(*mut sqlite3_value) -> c_int>,
    pub value_text: Option<unsafe extern "C" fn(*mut sqlite3_value) -> *const c_uchar>,
    pub value_text16: Option<unsafe extern "C" fn(*mut sqlite3_value) -> *const c_void>,
    pub value_text16be: Option<unsafe extern "C" fn(*mut sqlite3_value) -> *const c_void>,
    pub value_text16le: Option<unsafe extern "C" fn(*mut sqlite3_value) -> *const c_void>,
    pub value_type: Option<unsafe extern "C" fn(*mut sqlite3_value) -> c_int>,
    pub vmprintf: Option<unsafe extern "C" fn(*const c_char, *mut c_void) -> *mut c_char>,
    pub overload_function: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char, c_int) -> c_int>,
    pub prepare_v2: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char, c_int, *mut *mut sqlite3_stmt, *mut *const c_char) -> c_int>,
    pub prepare16_v2: Option<unsafe extern "C" fn(*mut sqlite3, *const c_void, c_int, *mut *mut sqlite3_stmt, *mut *const c_void) -> c_int>,
    pub clear_bindings: Option<unsafe extern "C" fn(*mut sqlite3_stmt) -> c_int>,
    pub create_module_v2: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char, *const sqlite3_module, *mut c_void, Option<unsafe extern "C" fn(*mut c_void)>) -> c_int>,
    pub bind_zeroblob: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int, c_int) -> c_int>,
    pub blob_bytes: Option<unsafe extern "C" fn(*mut sqlite3_blob) -> c_int>,
    pub blob_close: Option<unsafe extern "C" fn(*mut sqlite3_blob) -> c_int>,
    pub blob_open: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char, *const c_char, *const c_char, sqlite3_int64, c_int, *mut *mut sqlite3_blob) -> c_int>,
    pub blob_read: Option<unsafe extern "C" fn(*mut sqlite3_blob, *mut c_void, c_int, c_int) -> c_int>,
    pub blob_write: Option<unsafe extern "C" fn(*mut sqlite3_blob, *const c_void, c_int, c_int) -> c_int>,
    pub create_collation_v2: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char, c_int, *mut c_void, Option<unsafe extern "C" fn(*mut c_void, c_int, *const c_void, c_int, *const c_void) -> c_int>, Option<unsafe extern "C" fn(*mut c_void)>) -> c_int>,
    pub file_control: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char, c_int, *mut c_void) -> c_int>,
    pub memory_highwater: Option<unsafe extern "C" fn(c_int) -> sqlite3_int64>,
    pub memory_used: Option<unsafe extern "C" fn() -> sqlite3_int64>,
    pub mutex_alloc: Option<unsafe extern "C" fn(c_int) -> *mut sqlite3_mutex>,
    pub mutex_enter: Option<unsafe extern "C" fn(*mut sqlite3_mutex)>,
    pub mutex_free: Option<unsafe extern "C" fn(*mut sqlite3_mutex)>,
    pub mutex_leave: Option<unsafe extern "C" fn(*mut sqlite3_mutex)>,
    pub mutex_try: Option<unsafe extern "C" fn(*mut sqlite3_mutex) -> c_int>,
    pub open_v2: Option<unsafe extern "C" fn(*const c_char, *mut *mut sqlite3, c_int, *const c_char) -> c_int>,
    pub release_memory: Option<unsafe extern "C" fn(c_int) -> c_int>,
    pub result_error_nomem: Option<unsafe extern "C" fn(*mut sqlite3_context)>,
    pub result_error_toobig: Option<unsafe extern "C" fn(*mut sqlite3_context)>,
    pub sleep: Option<unsafe extern "C" fn(c_int) -> c_int>,
    pub soft_heap_limit: Option<unsafe extern "C" fn(c_int)>,
    pub vfs_find: Option<unsafe extern "C" fn(*const c_char) -> *mut sqlite3_vfs>,
    pub vfs_register: Option<unsafe extern "C" fn(*mut sqlite3_vfs, c_int) -> c_int>,
    pub vfs_unregister: Option<unsafe extern "C" fn(*mut sqlite3_vfs) -> c_int>,
    pub xthreadsafe: Option<unsafe extern "C" fn() -> c_int>,
    pub result_zeroblob: Option<unsafe extern "C" fn(*mut sqlite3_context, c_int)>,
    pub result_error_code: Option<unsafe extern "C" fn(*mut sqlite3_context, c_int)>,
    pub test_control: Option<unsafe extern "C" fn(c_int, ...) -> c_int>,
    pub randomness: Option<unsafe extern "C" fn(c_int, *mut c_void)>,
    pub context_db_handle: Option<unsafe extern "C" fn(*mut sqlite3_context) -> *mut sqlite3>,
    pub extended_result_codes: Option<unsafe extern "C" fn(*mut sqlite3, c_int) -> c_int>,
    pub limit: Option<unsafe extern "C" fn(*mut sqlite3, c_int, c_int) -> c_int>,
    pub next_stmt: Option<unsafe extern "C" fn(*mut sqlite3, *mut sqlite3_stmt) -> *mut sqlite3_stmt>,
    pub sql: Option<unsafe extern "C" fn(*mut sqlite3_stmt) -> *const c_char>,
    pub status: Option<unsafe extern "C" fn(c_int, *mut c_int, *mut c_int, c_int) -> c_int>,
    pub backup_finish: Option<unsafe extern "C" fn(*mut sqlite3_backup) -> c_int>,
    pub backup_init: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char, *mut sqlite3, *const c_char) -> *mut sqlite3_backup>,
    pub backup_pagecount: Option<unsafe extern "C" fn(*mut sqlite3_backup) -> c_int>,
    pub backup_remaining: Option<unsafe extern "C" fn(*mut sqlite3_backup) -> c_int>,
    pub backup_step: Option<unsafe extern "C" fn(*mut sqlite3_backup, c_int) -> c_int>,
    pub compileoption_get: Option<unsafe extern "C" fn(c_int) -> *const c_char>,
    pub compileoption_used: Option<unsafe extern "C" fn(*const c_char) -> c_int>,
    pub create_function_v2: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char, c_int, c_int, *mut c_void, Option<unsafe extern "C" fn(*mut sqlite3_context, c_int, *mut *mut sqlite3_value)>, Option<unsafe extern "C" fn(*mut sqlite3_context, c_int, *mut *mut sqlite3_value)>, Option<unsafe extern "C" fn(*mut sqlite3_context)>, Option<unsafe extern "C" fn(*mut c_void)>) -> c_int>,
    pub db_config: Option<unsafe extern "C" fn(*mut sqlite3, c_int, ... ) -> c_int>,
    pub db_mutex: Option<unsafe extern "C" fn(*mut sqlite3) -> *mut sqlite3_mutex>,
    pub db_status: Option<unsafe extern "C" fn(*mut sqlite3, c_int, *mut c_int, *mut c_int, c_int) -> c_int>,
    pub extended_errcode: Option<unsafe extern "C" fn(*mut sqlite3) -> c_int>,
    pub log: Option<unsafe extern "C" fn(c_int, *const c_char, ...)>,
    pub soft_heap_limit64: Option<unsafe extern "C" fn(sqlite3_int64) -> sqlite3_int64>,
    pub sourceid: Option<unsafe extern "C" fn() -> *const c_char>,
    pub stmt_status: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int, c_int) -> c_int>,
    pub strnicmp: Option<unsafe extern "C" fn(*const c_char, *const c_char, c_int) -> c_int>,
    pub unlock_notify: Option<unsafe extern "C" fn(*mut sqlite3, Option<unsafe extern "C" fn(*mut *mut c_void, c_int)>, *mut c_void) -> c_int>,
    pub wal_autocheckpoint: Option<unsafe extern "C" fn(*mut sqlite3, c_int) -> c_int>,
    pub wal_checkpoint: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char) -> c_int>,
    pub wal_hook: Option<unsafe extern "C" fn(*mut sqlite3, Option<unsafe extern "C" fn(*mut c_void, *mut sqlite3, *const c_char, c_int) -> c_int>, *mut c_void) -> *mut c_void>,
    pub blob_reopen: Option<unsafe extern "C" fn(*mut sqlite3_blob, sqlite3_int64) -> c_int>,
    pub vtab_config: Option<unsafe extern "C" fn(*mut sqlite3, c_int, ... ) -> c_int>,
    pub vtab_on_conflict: Option<unsafe extern "C" fn(*mut sqlite3) -> c_int>,
    pub close_v2: Option<unsafe extern "C" fn(*mut sqlite3) -> c_int>,
    pub db_filename: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char) -> *const c_char>,
    pub db_readonly: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char) -> c_int>,
    pub db_release_memory: Option<unsafe extern "C" fn(*mut sqlite3) -> c_int>,
    pub errstr: Option<unsafe extern "C" fn(c_int) -> *const c_char>,
    pub stmt_busy: Option<unsafe extern "C" fn(*mut sqlite3_stmt) -> c_int>,
    pub stmt_readonly: Option<unsafe extern "C" fn(*mut sqlite3_stmt) -> c_int>,
    pub stricmp: Option<unsafe extern "C" fn(*const c_char, *const c_char) -> c_int>,
    pub uri_boolean: Option<unsafe extern "C" fn(*const c_char, *const c_char, c_int) -> c_int>,
    pub uri_int64: Option<unsafe extern "C" fn(*const c_char, *const c_char, sqlite3_int64) -> sqlite3_int64>,
    pub uri_parameter: Option<unsafe extern "C" fn(*const c_char, *const c_char) -> *const c_char>,
    pub xvsnprintf: Option<unsafe extern "C" fn(c_int, *mut c_char, *const c_char, *mut c_void) -> *mut c_char>,
    pub wal_checkpoint_v2: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char, c_int, *mut c_int, *mut c_int) -> c_int>,
    pub auto_extension: Option<unsafe extern "C" fn(Option<unsafe extern "C" fn()>) -> c_int>,
    pub bind_blob64: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int, *const c_void, sqlite3_uint64, Option<unsafe extern "C" fn(*mut c_void)>) -> c_int>,
    pub bind_text64: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int, *const c_char, sqlite3_uint64, Option<unsafe extern "C" fn(*mut c_void)>, c_uchar) -> c_int>,
    pub cancel_auto_extension: Option<unsafe extern "C" fn(Option<unsafe extern "C" fn()>) -> c_int>,
    pub load_extension: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char, *const c_char, *mut *mut c_char) -> c_int>,
    pub malloc64: Option<unsafe extern "C" fn(sqlite3_uint64) -> *mut c_void>,
    pub msize: Option<unsafe extern "C" fn(*mut c_void) -> sqlite3_uint64>,
    pub realloc64: Option<unsafe extern "C" fn(*mut c_void, sqlite3_uint64) -> *mut c_void>,
    pub reset_auto_extension: Option<unsafe extern "C" fn()>,
    pub result_blob64: Option<unsafe extern "C" fn(*mut sqlite3_context, *const c_void, sqlite3_uint64, Option<unsafe extern "C" fn(*mut c_void)>)>,
    pub result_text64: Option<unsafe extern "C" fn(*mut sqlite3_context, *const c_char, sqlite3_uint64, Option<unsafe extern "C" fn(*mut c_void)>, c_uchar)>,
    pub strglob: Option<unsafe extern "C" fn(*const c_char, *const c_char) -> c_int>,
    pub value_dup: Option<unsafe extern "C" fn(*const sqlite3_value) -> *mut sqlite3_value>,
    pub value_free: Option<unsafe extern "C" fn(*mut sqlite3_value)>,
    pub result_zeroblob64: Option<unsafe extern "C" fn(*mut sqlite3_context, sqlite3_uint64) -> c_int>,
    pub bind_zeroblob64: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int, sqlite3_uint64) -> c_int>,
    pub value_subtype: Option<unsafe extern "C" fn(*mut sqlite3_value) -> c_uint>,
    pub result_subtype: Option<unsafe extern "C" fn(*mut sqlite3_context, c_uint)>,
    pub status64: Option<unsafe extern "C" fn(c_int, *mut sqlite3_int64, *mut sqlite3_int64, c_int) -> c_int>,
    pub strlike: Option<unsafe extern "C" fn(*const c_char, *const c_char, c_uint) -> c_int>,
    pub db_cacheflush: Option<unsafe extern "C" fn(*mut sqlite3) -> c_int>,
    pub system_errno: Option<unsafe extern "C" fn(*mut sqlite3) -> c_int>,
    pub trace_v2: Option<unsafe extern "C" fn(*mut sqlite3, c_uint, Option<unsafe extern "C" fn(c_uint, *mut c_void, *mut c_void, *mut c_void) -> c_int>, *mut c_void) -> c_int>,
    pub expanded_sql: Option<unsafe extern "C" fn(*mut sqlite3_stmt) -> *mut c_char>,
    pub set_last_insert_rowid: Option<unsafe extern "C" fn(*mut sqlite3, sqlite3_int64)>,
    pub prepare_v3: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char, c_int, c_uint, *mut *mut sqlite3_stmt, *mut *const c_char) -> c_int>,
    pub prepare16_v3: Option<unsafe extern "C" fn(*mut sqlite3, *const c_void, c_int, c_uint, *mut *mut sqlite3_stmt, *mut *const c_void) -> c_int>,
    pub bind_pointer: Option<unsafe extern "C" fn(*mut sqlite3_stmt, c_int, *mut c_void, *const c_char, Option<unsafe extern "C" fn(*mut c_void)>) -> c_int>,
    pub result_pointer: Option<unsafe extern "C" fn(*mut sqlite3_context, *mut c_void, *const c_char, Option<unsafe extern "C" fn(*mut c_void)>)>,
    pub value_pointer: Option<unsafe extern "C" fn(*mut sqlite3_value, *const c_char) -> *mut c_void>,
    pub vtab_nochange: Option<unsafe extern "C" fn(*mut sqlite3_context) -> c_int>,
    pub value_nochange: Option<unsafe extern "C" fn(*mut sqlite3_value) -> c_int>,
    pub vtab_collation: Option<unsafe extern "C" fn(*mut sqlite3_index_info, c_int) -> *const c_char>,
    pub keyword_count: Option<unsafe extern "C" fn() -> c_int>,
    pub keyword_name: Option<unsafe extern "C" fn(c_int, *mut *const c_char, *mut c_int) -> c_int>,
    pub keyword_check: Option<unsafe extern "C" fn(*const c_char, c_int) -> c_int>,
    pub str_new: Option<unsafe extern "C" fn(*mut sqlite3) -> *mut sqlite3_str>,
    pub str_finish: Option<unsafe extern "C" fn(*mut sqlite3_str) -> *mut c_char>,
    pub str_appendf: Option<unsafe extern "C" fn(*mut sqlite3_str, *const c_char, ...)>,
    pub str_vappendf: Option<unsafe extern "C" fn(*mut sqlite3_str, *const c_char, *mut c_void)>,
    pub str_append: Option<unsafe extern "C" fn(*mut sqlite3_str, *const c_char, c_int)>,
    pub str_appendall: Option<unsafe extern "C" fn(*mut sqlite3_str, *const c_char)>,
    pub str_appendchar: Option<unsafe extern "C" fn(*mut sqlite3_str, c_int, c_char)>,
    pub str_reset: Option<unsafe extern "C" fn(*mut sqlite3_str)>,
    pub str_errcode: Option<unsafe extern "C" fn(*mut sqlite3_str) -> c_int>,
    pub str_length: Option<unsafe extern "C" fn(*mut sqlite3_str) -> c_int>,
    pub str_value: Option<unsafe extern "C" fn(*mut sqlite3_str) -> *mut c_char>,
    pub create_window_function: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char, c_int, c_int, *mut c_void, Option<unsafe extern "C" fn(*mut sqlite3_context, c_int, *mut *mut sqlite3_value)>, Option<unsafe extern "C" fn(*mut sqlite3_context)>, Option<unsafe extern "C" fn(*mut sqlite3_context)>, Option<unsafe extern "C" fn(*mut sqlite3_context, c_int, *mut *mut sqlite3_value)>, Option<unsafe extern "C" fn(*mut c_void)>) -> c_int>,
    pub normalized_sql: Option<unsafe extern "C" fn(*mut sqlite3_stmt) -> *const c_char>,
    pub stmt_isexplain: Option<unsafe extern "C" fn(*mut sqlite3_stmt) -> c_int>,
    pub value_frombind: Option<unsafe extern "C" fn(*mut sqlite3_value) -> c_int>,
    pub drop_modules: Option<unsafe extern "C" fn(*mut sqlite3, *mut *const c_char) -> c_int>,
    pub hard_heap_limit64: Option<unsafe extern "C" fn(sqlite3_int64) -> sqlite3_int64>,
    pub uri_key: Option<unsafe extern "C" fn(*const c_char, c_int) -> *const c_char>,
    pub filename_database: Option<unsafe extern "C" fn(*const c_char) -> *const c_char>,
    pub filename_journal: Option<unsafe extern "C" fn(*const c_char) -> *const c_char>,
    pub filename_wal: Option<unsafe extern "C" fn(*const c_char) -> *const c_char>,
    pub create_filename: Option<unsafe extern "C" fn(*const c_char, *const c_char, *const c_char, c_int, *mut *const c_char) -> *mut c_char>,
    pub free_filename: Option<unsafe extern "C" fn(*mut c_char)>,
    pub database_file_object: Option<unsafe extern "C" fn(*const c_char) -> *mut sqlite3_file>,
    pub txn_state: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char) -> c_int>,
    pub changes64: Option<unsafe extern "C" fn(*mut sqlite3) -> sqlite3_int64>,
    pub total_changes64: Option<unsafe extern "C" fn(*mut sqlite3) -> sqlite3_int64>,
    pub autovacuum_pages: Option<unsafe extern "C" fn(*mut sqlite3, Option<unsafe extern "C" fn(*mut c_void, *const c_char, c_uint, c_uint, c_uint) -> c_uint>, *mut c_void, Option<unsafe extern "C" fn(*mut c_void)>) -> c_int>,
    pub error_offset: Option<unsafe extern "C" fn(*mut sqlite3) -> c_int>,
    pub vtab_rhs_value: Option<unsafe extern "C" fn(*mut sqlite3_index_info, c_int, *mut *mut sqlite3_value) -> c_int>,
    pub vtab_distinct: Option<unsafe extern "C" fn(*mut sqlite3_index_info) -> c_int>,
    pub vtab_in: Option<unsafe extern "C" fn(*mut sqlite3_index_info, c_int, c_int) -> c_int>,
    pub vtab_in_first: Option<unsafe extern "C" fn(*mut sqlite3_value, *mut *mut sqlite3_value) -> c_int>,
    pub vtab_in_next: Option<unsafe extern "C" fn(*mut sqlite3_value, *mut *mut sqlite3_value) -> c_int>,
    pub deserialize: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char, *mut c_uchar, sqlite3_int64, sqlite3_int64, c_uint) -> c_int>,
    pub serialize: Option<unsafe extern "C" fn(*mut sqlite3, *const c_char, *mut sqlite3_int64, c_uint) -> *mut c_uchar>,
    pub db_name: Option<unsafe extern "C" fn(*mut sqlite3, c_int) -> *const c_char>,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct sqlite3_backup {
    _unused: [u8; 0],
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct sqlite3_blob {
    _unused: [u8; 0],
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct sqlite3_context {
    _unused: [u8; 0],
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct sqlite3_file {
    pub pMethods: *const sqlite3_io_methods,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct sqlite3_index_info {
    pub nConstraint: c_int,
    pub aConstraint: *mut sqlite3_index_info_sqlite3_index_constraint,
    pub nOrderBy: c_int,
    pub aOrderBy: *mut sqlite3_index_info_sqlite3_index_orderby,
    pub aConstraintUsage: *mut sqlite3_index_info_sqlite3_index_constraint_usage,
    pub idxNum: c_int,
    pub idxStr: *mut c_char,
    pub needToFreeIdxStr: c_int,
    pub orderByConsumed: c_int,
    pub estimatedCost: f64,
    pub estimatedRows: sqlite3_int64,
    pub idxFlags: c_int,
    pub colUsed: sqlite3_uint64,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct sqlite3_index_info_sqlite3_index_constraint {
    pub iColumn: c_int,
    pub op: c_uchar,
    pub usable: c_uchar,
    pub iTermOffset: c_int,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct sqlite3_index_info_sqlite3_index_constraint_usage {
    pub argvIndex: c_int,
    pub omit: c_uchar,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct sqlite3_index_info_sqlite3_index_orderby {
    pub iColumn: c_int,
    pub desc: c_uchar,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct sqlite3_io_methods {
    pub iVersion: c_int,
    pub xClose: Option<unsafe extern "C" fn(*mut sqlite3_file) -> c_int>,
    pub xRead: Option<unsafe extern "C" fn(*mut sqlite3_file, *mut c_void, c_int, sqlite3_int64) -> c_int>,
    pub xWrite: Option<unsafe extern "C" fn(*mut sqlite3_file, *const c_void, c_int, sqlite3_int64) -> c_int>,
    pub xTruncate: Option<unsafe extern "C" fn(*mut sqlite3_file, sqlite3_int64) -> c_int>,
    pub xSync: Option<unsafe extern "C" fn(*mut sqlite3_file, c_int) -> c_int>,
    pub xFileSize: Option<unsafe extern "C" fn(*mut sqlite3_file, *mut sqlite3_int64) -> c_int>,
    pub xLock: Option<unsafe extern "C" fn(*mut sqlite3_file, c_int) -> c_int>,
    pub xUnlock: Option<unsafe extern "C" fn(*mut sqlite3_file, c_int) -> c_int>,
    pub xCheckReservedLock: Option<unsafe extern "C" fn(*mut sqlite3_file, *mut c_int) -> c_int>,
    pub xFileControl: Option<unsafe extern "C" fn(*mut sqlite3_file, c_int, *mut c_void) -> c_int>,
    pub xSectorSize: Option<unsafe extern "C" fn(*mut sqlite3_file) -> c_int>,
    pub xDeviceCharacteristics: Option<unsafe extern "C" fn(*mut sqlite3_file) -> c_int>,
    pub xShmMap: Option<unsafe extern "C" fn(*mut sqlite3_file, c_int, c_int, c_int, *mut *mut c_void) -> c_int>,
    pub xShmLock: Option<unsafe extern "C" fn(*mut sqlite3_file, c_int, c_int, c_int) -> c_int>,
    pub xShmBarrier: Option<unsafe extern "C" fn(*mut sqlite3_file)>,
    pub xShmUnmap: Option<unsafe extern "C" fn(*mut sqlite3_file, c_int) -> c_int>,
    pub xFetch: Option<unsafe extern "C" fn(*mut sqlite3_file, sqlite3_int64, c_int, *mut *mut c_void) -> c_int>,
    pub xUnfetch: Option<unsafe extern "C" fn(*mut sqlite3_file, sqlite3_int64, *mut c_void) -> c_int>,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct sqlite3_module {
    pub iVersion: c_int,
    pub xCreate: Option<unsafe extern "C" fn(*mut sqlite3, *mut c_void, c_int, *const *const c_char, *mut *mut sqlite3_vtab, *mut *mut c_char) -> c_int>,
    pub xConnect: Option<unsafe extern "C" fn(*mut sqlite3, *mut c_void, c_int, *const *const c_char, *mut *mut sqlite3_vtab, *mut *mut c_char) -> c_int>,
    pub xBestIndex: Option<unsafe extern "C" fn(*mut sqlite3_vtab, *mut sqlite3_index_info) -> c_int>,
    pub xDisconnect: Option<unsafe extern "C" fn(*mut sqlite3_vtab) -> c_int>,
    pub xDestroy: Option<unsafe extern "C" fn(*mut sqlite3_vtab) -> c_int>,
    pub xOpen: Option<unsafe extern "C" fn(*mut sqlite3_vtab, *mut *mut sqlite3_vtab_cursor) -> c_int>,
    pub xClose: Option<unsafe extern "C" fn(*mut sqlite3_vtab_cursor) -> c_int>,
    pub xFilter: Option<unsafe extern "C" fn(*mut sqlite3_vtab_cursor, c_int, *const c_char, c_int, *mut *mut sqlite3_value) -> c_int>,
    pub xNext: Option<unsafe extern "C" fn(*mut sqlite3_vtab_cursor) -> c_int>,
    pub xEof: Option<unsafe extern "C" fn(*mut sqlite3_vtab_cursor) -> c_int>,
    pub xColumn: Option<unsafe extern "C" fn(*mut sqlite3_vtab_cursor, *mut sqlite3_context, c_int) -> c_int>,
    pub xRowid: Option<unsafe extern "C" fn(*mut sqlite3_vtab_cursor, *mut sqlite3_int64) -> c_int>,
    pub xUpdate: Option<unsafe extern "C" fn(*mut sqlite3_vtab, c_int, *mut *mut sqlite3_value, *mut sqlite3_int64) -> c_int>,
    pub xBegin: Option<unsafe extern "C" fn(*mut sqlite3_vtab) -> c_int>,
    pub xSync: Option<unsafe extern "C" fn(*mut sqlite3_vtab) -> c_int>,
    pub xCommit: Option<unsafe extern "C" fn(*mut sqlite3_vtab) -> c_int>,
    pub xRollback: Option<unsafe extern "C" fn(*mut sqlite3_vtab) -> c_int>,
    pub xFindFunction: Option<unsafe extern "C" fn(*mut sqlite3_vtab, c_int, *const c_char, *mut Option<unsafe extern "C" fn(*mut sqlite3_context, c_int, *mut *mut sqlite3_value)>, *mut *mut c_void) -> c_int>,
    pub xRename: Option<unsafe extern "C" fn(*mut sqlite3_vtab, *const c_char) -> c_int>,
    pub xSavepoint: Option<unsafe extern "C" fn(*mut sqlite3_vtab, c_int) -> c_int>,
    pub xRelease: Option<unsafe extern "C" fn(*mut sqlite3_vtab, c_int) -> c_int>,
    pub xRollbackTo: Option<unsafe extern "C" fn(*mut sqlite3_vtab, c_int) -> c_int>,
    pub xShadowName: Option<unsafe extern "C" fn(*const c_char) -> c_int>,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct sqlite3_mutex {
    _unused: [u8; 0],
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct sqlite3_stmt {
    _unused: [u8; 0],
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct sqlite3_str {
    _unused: [u8; 0],
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct sqlite3_value {
    _unused: [u8; 0],
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct sqlite3_vfs {
    pub iVersion: c_int,
    pub szOsFile: c_int,
    pub mxPathname: c_int,
    pub pNext: *mut sqlite3_vfs,
    pub zName: *const c_char,
    pub pAppData: *mut c_void,
    pub xOpen: Option<unsafe extern "C" fn(*mut sqlite3_vfs, *const c_char, *mut sqlite3_file, c_int, *mut c_int) -> c_int>,
    pub xDelete: Option<unsafe extern "C" fn(*mut sqlite3_vfs, *const c_char, c_int) -> c_int>,
    pub xAccess: Option<unsafe extern "C" fn(*mut sqlite3_vfs, *const c_char, c_int, *mut c_int) -> c_int>,
    pub xFullPathname: Option<unsafe extern "C" fn(*mut sqlite3_vfs, *const c_char, c_int, *mut c_char) -> c_int>,
    pub xDlOpen: Option<unsafe extern "C" fn(*mut sqlite3_vfs, *const c_char) -> *mut c_void>,
    pub xDlError: Option<unsafe extern "C" fn(*mut sqlite3_vfs, c_int, *mut c_char)>,
    pub xDlSym: Option<unsafe extern "C" fn(*mut sqlite3_vfs, *mut c_void, *const c_char) -> Option<unsafe extern "C" fn(*mut sqlite3_vfs, *mut c_void, *const c_char)>>,
    pub xDlClose: Option<unsafe extern "C" fn(*mut sqlite3_vfs, *mut c_void)>,
    pub xRandomness: Option<unsafe extern "C" fn(*mut sqlite3_vfs, c_int, *mut c_char) -> c_int>,
    pub xSleep: Option<unsafe extern "C" fn(*mut sqlite3_vfs, c_int) -> c_int>,
    pub xCurrentTime: Option<unsafe extern "C" fn(*mut sqlite3_vfs, *mut f64) -> c_int>,
    pub xGetLastError: Option<unsafe extern "C" fn(*mut sqlite3_vfs, c_int, *mut c_char) -> c_int>,
    pub xCurrentTimeInt64: Option<unsafe extern "C" fn(*mut sqlite3_vfs, *mut sqlite3_int64) -> c_int>,
    pub xSetSystemCall: Option<unsafe extern "C" fn(*mut sqlite3_vfs, *const c_char, sqlite3_syscall_ptr) -> c_int>,
    pub xGetSystemCall: Option<unsafe extern "C" fn(*mut sqlite3_vfs, *const c_char) -> sqlite3_syscall_ptr>,
    pub xNextSystemCall: Option<unsafe extern "C" fn(*mut sqlite3_vfs, *const c_char) -> *const c_char>,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct sqlite3_vtab {
    pub pModule: *const sqlite3_module,
    pub nRef: c_int,
    pub zErrMsg: *mut c_char,
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct sqlite3_vtab_cursor {
    pub pVtab: *mut sqlite3_vtab,
}
