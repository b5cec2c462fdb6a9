//! What stands between sqlite-loadable 0.0.6-alpha.6 and our code? This module, and nothing else uses that crate.
//!
//! Its traps, and where each is answered (`traps.rs` springs every one of them):
//!
//! | # | trap | answer |
//! | --- | --- | --- |
//! | 1 | error text of a table function is the *format* of `sqlite3_mprintf` | `%` doubled in [`told`], the one way out; no idxStr |
//! | 2 | no callback catches a panic | [`caught`] around every one |
//! | 3 | formatting its `Error` panics | never formatted; our `Refusal` is turned into one at the door |
//! | 4 | `value_blob` of NULL is a slice from a null pointer | own reader (`value.rs`), which refuses blobs |
//! | 5 | `value_text` reads NULL as '' and a BLOB as text | own reader: the type first |
//! | 6 | borrowed values have free lifetimes | own reader copies at once |
//! | 7 | `value_text_notnull` stops at NUL | own reader takes the length |
//! | 8 | `result_text` frees by strlen | own `result_text`, copied by SQLite |
//! | 9 | a message with NUL, or another error kind, is dropped | only `Message`; a refusal's line is printable ASCII |
//! | 10 | every error has code 1 | scalar functions set SQLite's own code beside the text |
//! | 11 | a table is handed out as `&mut` twice; layout is the implementor's duty | offsets asserted at compile time; a table holds no state but `Db` |
//! | 12 | `InValues` can loop for ever | not used: `IN` comes one value at a time |
//! | 13 | closures and aux of scalars are leaked | closures capture nothing, so there is nothing to leak |
//! | 14 | the entry macro ignores pzErrMsg and overwrites its static table | own entry point, table kept once (`host.rs`) |
//! | 15 | xDestroy leaks; updates are `todo!()` | eponymous-only and read-only |
//! | 16 | `exec` hides errors | own nested SQL (`nested/`) |
//! | 17 | an error of xBestIndex carries no text | a missing argument gets a dear plan and is refused by name in xFilter |

mod call;
mod plan;
mod scalar;
mod table;
#[cfg(test)]
mod traps;
mod value;

use std::any::Any;
use std::panic::{catch_unwind, AssertUnwindSafe};

use crate::refusal::{Refusal, Result};

pub use call::{Bound, Call};
pub use scalar::{register_scalar, Kind, ScalarFunction};
pub use table::{register_table, Answer, Argument, Memo, TableFunction};
pub use value::Value;

/// Runs `work`; a panic becomes an internal refusal instead of the end of the host process.
pub(crate) fn caught<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(answer) => answer,
        Err(panic) => Err(Refusal::internal(&panic_text(panic.as_ref()))),
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    if let Some(text) = panic.downcast_ref::<&str>() {
        return (*text).to_owned();
    }
    panic
        .downcast_ref::<String>()
        .cloned()
        .unwrap_or_else(|| "a panic without text".to_owned())
}

/// The refusal as sqlite-loadable's error, for callbacks of a table function: what goes out here is a printf format.
pub(crate) fn told(refusal: &Refusal) -> sqlite_loadable::Error {
    let format = refusal.line().replace('%', "%%");
    sqlite_loadable::Error::new_message(format)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_internal_line() {
        let refusal = caught::<()>(|| panic!("at %s")).unwrap_err();
        assert_eq!(refusal.line(), "pc: internal: at %s; please report it");
        let refusal = caught::<()>(|| std::panic::panic_any(7)).unwrap_err();
        assert_eq!(
            refusal.line(),
            "pc: internal: a panic without text; please report it"
        );
    }

    #[test]
    fn what_leaves_a_table_function_is_no_format() {
        let error = told(&Refusal::internal("100%s %n"));
        assert_eq!(
            error.into_kind(),
            sqlite_loadable::ErrorKind::Message(
                "pc: internal: 100%%s %%n; please report it".into()
            )
        );
    }
}
