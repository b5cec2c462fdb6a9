//! What is a nested statement, and what does a row of it hold?

use std::ffi::{c_char, c_int};
use std::slice;

use sqlite3ext_sys::{
    sqlite3_stmt, SQLITE_BLOB, SQLITE_FLOAT, SQLITE_INTEGER, SQLITE_NULL, SQLITE_TEXT,
};

use super::{Db, DONE, OK, ROW};
use crate::host::{call, transient};
use crate::refusal::{Refusal, Result};

const INTEGER: c_int = SQLITE_INTEGER as c_int;
const FLOAT: c_int = SQLITE_FLOAT as c_int;
const TEXT: c_int = SQLITE_TEXT as c_int;
const BLOB: c_int = SQLITE_BLOB as c_int;
const NULL: c_int = SQLITE_NULL as c_int;

/// One value, borrowed: a parameter, or a column of an answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cell<'a> {
    Null,
    Int(i64),
    Real(f64),
    Text(&'a str),
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Cell::Text(text)
    }
}

impl<'a> From<&'a String> for Cell<'a> {
    fn from(text: &'a String) -> Self {
        Cell::Text(text)
    }
}

impl From<i64> for Cell<'_> {
    fn from(number: i64) -> Self {
        Cell::Int(number)
    }
}

impl From<i32> for Cell<'_> {
    fn from(number: i32) -> Self {
        Cell::Int(i64::from(number))
    }
}

impl From<bool> for Cell<'_> {
    fn from(yes: bool) -> Self {
        Cell::Int(i64::from(yes))
    }
}

impl From<f64> for Cell<'_> {
    fn from(number: f64) -> Self {
        Cell::Real(number)
    }
}

impl<'a, T: Into<Cell<'a>>> From<Option<T>> for Cell<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Cell::Null, Into::into)
    }
}

/// A prepared statement. Dropping it resets it and gives it back to the connection it came from.
pub struct Statement {
    row: Row,
    db: Db,
    kept: Option<Box<str>>,
    /// How many parameters hold a value.
    bound: usize,
}

impl Statement {
    pub(super) fn new(db: Db, raw: *mut sqlite3_stmt, kept: Option<Box<str>>) -> Statement {
        Statement {
            row: Row { raw },
            db,
            kept,
            bound: 0,
        }
    }

    /// Starts over with these parameters, from `?1` on. SQLite copies texts: nothing needs to outlive the call.
    pub fn bind(&mut self, params: &[Cell<'_>]) -> Result<()> {
        self.reset();
        self.bound = self.bound.max(params.len());
        for (at, param) in params.iter().enumerate() {
            self.bind_one(at, *param)?;
        }
        Ok(())
    }

    fn bind_one(&mut self, at: usize, param: Cell<'_>) -> Result<()> {
        let raw = self.row.raw;
        let place =
            c_int::try_from(at + 1).map_err(|_| Refusal::internal("too many parameters"))?;
        // SAFETY: the statement is ours and reset; the text is copied before the call returns.
        let code = unsafe {
            match param {
                Cell::Null => call!(bind_null(raw, place)),
                Cell::Int(number) => call!(bind_int64(raw, place, number)),
                Cell::Real(number) => call!(bind_double(raw, place, number)),
                Cell::Text(text) => {
                    let length = c_int::try_from(text.len())
                        .map_err(|_| Refusal::internal("a text over 2 GiB"))?;
                    call!(bind_text(
                        raw,
                        place,
                        text.as_ptr().cast::<c_char>(),
                        length,
                        transient()
                    ))
                }
            }
        };
        if code == OK {
            Ok(())
        } else {
            Err(self.db.failure(code))
        }
    }

    /// True: there is a row. False: that was the end.
    pub fn step(&mut self) -> Result<bool> {
        // SAFETY: the statement is ours.
        match unsafe { call!(step(self.row.raw)) } {
            ROW => Ok(true),
            DONE => Ok(false),
            code => Err(self.db.failure(code)),
        }
    }

    /// Runs to the end with these parameters, whatever rows it gives, and says how many rows it changed.
    pub fn execute(&mut self, params: &[Cell<'_>]) -> Result<i64> {
        self.bind(params)?;
        let ran = loop {
            match self.step() {
                Ok(true) => {}
                Ok(false) => break Ok(self.db.changes()),
                Err(refusal) => break Err(refusal),
            }
        };
        self.reset();
        ran
    }

    /// The row that `step` came to.
    pub fn row(&self) -> &Row {
        &self.row
    }

    /// Ends the run, and with it the read transaction it held. Parameters stay.
    pub fn reset(&mut self) {
        // SAFETY: the statement is ours. The code repeats that of the last step, which was looked at there.
        unsafe { call!(reset(self.row.raw)) };
    }
}

impl Drop for Statement {
    fn drop(&mut self) {
        self.reset();
        if self.kept.is_some() {
            // Unbound, so that the cache holds no copy of a caller's text. One by one: sqlite3_clear_bindings makes an
            // SQLite built with ENABLE_STAT4 plan the statement anew at its next step (a tenth of a pc_reorder).
            for place in 1..=c_int::try_from(self.bound).unwrap_or(0) {
                // SAFETY: the statement is ours and was reset.
                unsafe { call!(bind_null(self.row.raw, place)) };
            }
        }
        self.db.give_back(self.kept.take(), self.row.raw);
    }
}

/// The current row. Columns count from 0. A value of another type than asked for means that somebody else wrote into
/// the store: it is an internal refusal, never a guess.
pub struct Row {
    raw: *mut sqlite3_stmt,
}

impl Row {
    fn kind(&self, column: usize) -> c_int {
        // SAFETY: for a column that does not exist SQLite answers NULL.
        unsafe { call!(column_type(self.raw, place(column))) }
    }

    pub fn is_null(&self, column: usize) -> bool {
        self.kind(column) == NULL
    }

    pub fn int(&self, column: usize) -> Result<i64> {
        if self.kind(column) != INTEGER {
            return Err(Refusal::internal("a stored value is no integer"));
        }
        // SAFETY: the type was looked at.
        Ok(unsafe { call!(column_int64(self.raw, place(column))) })
    }

    pub fn int_or_null(&self, column: usize) -> Result<Option<i64>> {
        if self.is_null(column) {
            Ok(None)
        } else {
            self.int(column).map(Some)
        }
    }

    pub fn real(&self, column: usize) -> Result<f64> {
        if self.kind(column) != FLOAT {
            return Err(Refusal::internal("a stored value is no double"));
        }
        // SAFETY: the type was looked at.
        Ok(unsafe { call!(column_double(self.raw, place(column))) })
    }

    pub fn text(&self, column: usize) -> Result<&str> {
        if self.kind(column) != TEXT {
            return Err(Refusal::internal("a stored value is no text"));
        }
        std::str::from_utf8(self.bytes(column, true)?)
            .map_err(|_| Refusal::internal("a stored text is no UTF-8"))
    }

    pub fn text_or_null(&self, column: usize) -> Result<Option<&str>> {
        if self.is_null(column) {
            Ok(None)
        } else {
            self.text(column).map(Some)
        }
    }

    /// The bytes of a BLOB or a TEXT: PowerContext keeps its JSON in BLOB columns.
    pub fn blob(&self, column: usize) -> Result<&[u8]> {
        match self.kind(column) {
            BLOB => self.bytes(column, false),
            TEXT => self.bytes(column, true),
            _ => Err(Refusal::internal("a stored value is no blob")),
        }
    }

    /// Whatever the column holds; a blob has no cell.
    pub fn cell(&self, column: usize) -> Result<Cell<'_>> {
        match self.kind(column) {
            NULL => Ok(Cell::Null),
            INTEGER => self.int(column).map(Cell::Int),
            FLOAT => self.real(column).map(Cell::Real),
            TEXT => self.text(column).map(Cell::Text),
            _ => Err(Refusal::internal("a stored value is a blob")),
        }
    }

    fn bytes(&self, column: usize, text: bool) -> Result<&[u8]> {
        let column = place(column);
        // SAFETY: the bytes belong to the statement until it steps, resets or is converted; `step` and `reset` need
        // it mutably, and a column is only ever read as the type it has. The pointer is asked for before the length.
        unsafe {
            let start = if text {
                call!(column_text(self.raw, column))
            } else {
                call!(column_blob(self.raw, column)).cast::<u8>()
            };
            let length = usize::try_from(call!(column_bytes(self.raw, column))).unwrap_or(0);
            if length == 0 {
                return Ok(&[]);
            }
            if start.is_null() {
                return Err(Refusal::internal("out of memory").with_sqlite_code(7));
            }
            Ok(slice::from_raw_parts(start, length))
        }
    }
}

fn place(column: usize) -> c_int {
    c_int::try_from(column).unwrap_or(c_int::MAX)
}
