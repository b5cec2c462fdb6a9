//! How is a scalar function written here? As a type with a name, a number of arguments, a kind and an answer.
//!
//! ```text
//! impl ScalarFunction for PcVersion {
//!     const NAME: &'static str = "pc_version";
//!     const ARGUMENTS: RangeInclusive<usize> = 0..=0;
//!     const KIND: Kind = Kind::Pure;
//!     fn answer(_: &Db, _: &[Value]) -> Result<Value> { … }
//! }
//! ```

use std::ffi::{c_char, c_int};
use std::ops::RangeInclusive;

use sqlite3ext_sys::{sqlite3_context, sqlite3_value};
use sqlite_loadable::FunctionFlags;

use super::value::give;
use super::{caught, Value};
use crate::host::call;
use crate::nested::Db;
use crate::refusal::{Refusal, Result};

/// What a function may do, which decides where SQLite lets it be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Answers from its arguments alone: usable in indexes, CHECKs and views.
    Pure,
    /// Reads tables of fixed names in `main`: usable in views and triggers.
    Read,
    /// Writes: only called directly, never from a schema that somebody else wrote.
    Write,
}

impl Kind {
    fn flags(self) -> FunctionFlags {
        FunctionFlags::UTF8
            | match self {
                Kind::Pure => FunctionFlags::DETERMINISTIC | FunctionFlags::INNOCUOUS,
                Kind::Read => FunctionFlags::INNOCUOUS,
                Kind::Write => FunctionFlags::DIRECTONLY,
            }
    }
}

pub trait ScalarFunction: 'static {
    const NAME: &'static str;
    const ARGUMENTS: RangeInclusive<usize>;
    const KIND: Kind;

    fn answer(db: &Db, arguments: &[Value]) -> Result<Value>;
}

/// Makes the function known to the connection, once for each number of arguments.
pub fn register_scalar<F: ScalarFunction>(db: &Db) -> Result<()> {
    for count in F::ARGUMENTS {
        let count = c_int::try_from(count).map_err(|_| Refusal::internal(F::NAME))?;
        // sqlite-loadable boxes the closure and never frees it. This one captures nothing: an empty box is no memory.
        let run = |context: *mut sqlite3_context, values: &[*mut sqlite3_value]| {
            run::<F>(context, values);
            Ok(())
        };
        sqlite_loadable::define_scalar_function(
            db.connection(),
            F::NAME,
            count,
            run,
            F::KIND.flags(),
        )
        .map_err(|_| Refusal::internal(F::NAME))?;
    }
    Ok(())
}

fn run<F: ScalarFunction>(context: *mut sqlite3_context, values: &[*mut sqlite3_value]) {
    let answer = caught(|| {
        // SAFETY: the context and the values are those of the running call.
        let (connection, arguments) = unsafe {
            let arguments: Vec<Value> = values.iter().map(|raw| Value::read(*raw)).collect();
            (call!(context_db_handle(context)), arguments)
        };
        F::answer(&Db::passing(connection), &arguments)
    });
    // SAFETY: the context is that of the running call; SQLite copies the text.
    unsafe {
        match answer {
            Ok(value) => give(context, value.cell()),
            Err(refusal) => {
                let line = refusal.line();
                let length = c_int::try_from(line.len()).unwrap_or(0);
                call!(result_error(
                    context,
                    line.as_ptr().cast::<c_char>(),
                    length
                ));
                if refusal.sqlite_code() != 1 {
                    call!(result_error_code(context, refusal.sqlite_code()));
                }
            }
        }
    }
}
