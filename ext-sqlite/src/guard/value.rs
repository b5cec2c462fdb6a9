//! What did the caller pass? Read by its type first, and copied out at once.
//!
//! NULL is not '', a number is no text, a blob is nothing we read. The accessors refuse by the argument's name.

use std::ffi::c_int;
use std::slice;

use sqlite3ext_sys::{
    sqlite3_context, sqlite3_value, SQLITE_FLOAT, SQLITE_INTEGER, SQLITE_NULL, SQLITE_TEXT,
    SQLITE_TOOBIG,
};

use crate::host::{call, transient};
use crate::nested::Cell;
use crate::refusal::{refuse, Result};

/// An argument, owned; also what a scalar function answers.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Null,
    Int(i64),
    Real(f64),
    Text(String),
    /// Refused wherever it is looked at, so its bytes are not kept.
    Blob,
    /// A TEXT whose bytes are no UTF-8.
    BadText,
}

impl Value {
    /// # Safety
    /// `raw` is a value that SQLite passed to the running callback.
    pub(super) unsafe fn read(raw: *mut sqlite3_value) -> Value {
        let kind = u32::try_from(call!(value_type(raw))).unwrap_or(SQLITE_NULL);
        match kind {
            SQLITE_NULL => Value::Null,
            SQLITE_INTEGER => Value::Int(call!(value_int64(raw))),
            SQLITE_FLOAT => Value::Real(call!(value_double(raw))),
            SQLITE_TEXT => {
                // Text before length: the length is that of the encoding that was asked for last.
                let start = call!(value_text(raw));
                let length = usize::try_from(call!(value_bytes(raw))).unwrap_or(0);
                if length == 0 {
                    return Value::Text(String::new());
                }
                if start.is_null() {
                    return Value::BadText;
                }
                match std::str::from_utf8(slice::from_raw_parts(start, length)) {
                    Ok(text) => Value::Text(text.to_owned()),
                    Err(_) => Value::BadText,
                }
            }
            _ => Value::Blob,
        }
    }

    pub fn is_null(&self) -> bool {
        *self == Value::Null
    }

    /// A text, which may hold NUL: identifiers are checked where they are used.
    pub fn text(&self, argument: &str) -> Result<&str> {
        match self {
            Value::Text(text) => Ok(text),
            Value::Null => Err(refuse("argument_null", &[argument])),
            Value::BadText => Err(refuse("text_not_utf8", &[argument])),
            _ => Err(refuse("argument_type", &[argument, "text"])),
        }
    }

    pub fn text_or_null(&self, argument: &str) -> Result<Option<&str>> {
        if self.is_null() {
            Ok(None)
        } else {
            self.text(argument).map(Some)
        }
    }

    pub fn int(&self, argument: &str) -> Result<i64> {
        match self {
            Value::Int(number) => Ok(*number),
            Value::Null => Err(refuse("argument_null", &[argument])),
            _ => Err(refuse("argument_type", &[argument, "an integer"])),
        }
    }

    pub fn int_or_null(&self, argument: &str) -> Result<Option<i64>> {
        if self.is_null() {
            Ok(None)
        } else {
            self.int(argument).map(Some)
        }
    }

    /// The value as a column shows it again.
    pub(super) fn cell(&self) -> Cell<'_> {
        match self {
            Value::Int(number) => Cell::Int(*number),
            Value::Real(number) => Cell::Real(*number),
            Value::Text(text) => Cell::Text(text),
            Value::Null | Value::Blob | Value::BadText => Cell::Null,
        }
    }
}

/// Gives a value to SQLite, which copies the text.
///
/// # Safety
/// `context` is that of the running callback.
pub(super) unsafe fn give(context: *mut sqlite3_context, cell: Cell<'_>) {
    match cell {
        Cell::Null => call!(result_null(context)),
        Cell::Int(number) => call!(result_int64(context, number)),
        Cell::Real(number) => call!(result_double(context, number)),
        Cell::Text(text) => match c_int::try_from(text.len()) {
            Ok(length) => call!(result_text(
                context,
                text.as_ptr().cast(),
                length,
                transient()
            )),
            Err(_) => call!(result_error_code(context, SQLITE_TOOBIG as c_int)),
        },
    }
}
