//! How is a table function written here? As a type that says its columns, its cost and its answer, without `unsafe`.
//!
//! ```text
//! impl TableFunction for PcReorder {
//!     const NAME: &'static str = "pc_reorder";
//!     const COLUMNS: &'static [&'static str] = &["rank INTEGER", …];
//!     const ARGUMENTS: &'static [Argument] = &[Argument::required("pool"), Argument::optional("options")];
//!     type Answer = Reordered;
//!     fn cost(_: Bound) -> (f64, i64) { (100.0, 100) }
//!     fn answer(db: &Db, call: &Call) -> Result<Reordered> { … }
//! }
//! ```
//!
//! It exists without CREATE (eponymous-only), cannot be written to, and is INNOCUOUS, so that it works in views where
//! `trusted_schema` is off: it reads its arguments and the tables of fixed names in `main`.

use std::any::Any;
use std::ffi::c_int;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::marker::PhantomData;
use std::mem::offset_of;

use sqlite3ext_sys::{
    sqlite3, sqlite3_context, sqlite3_value, sqlite3_vtab, sqlite3_vtab_cursor,
    SQLITE_VTAB_INNOCUOUS,
};
use sqlite_loadable::table::{IndexInfo, VTab, VTabArguments, VTabCursor};
use sqlite_loadable::BestIndexError;

use super::value::give;
use super::{caught, plan, told, Bound, Call, Value};
use crate::host::call;
use crate::nested::{Cell, Db, OK};
use crate::refusal::{refuse, Refusal, Result};

/// A hidden column that is an argument of the call.
#[derive(Debug, Clone, Copy)]
pub struct Argument {
    pub name: &'static str,
    pub required: bool,
}

impl Argument {
    pub const fn required(name: &'static str) -> Argument {
        Argument {
            name,
            required: true,
        }
    }

    pub const fn optional(name: &'static str) -> Argument {
        Argument {
            name,
            required: false,
        }
    }
}

/// What a function keeps from one run of a cursor to the next: a join runs it once a row of the other side. It ends with
/// the statement.
pub type Memo = Option<Box<dyn Any>>;

pub trait TableFunction: Sized + 'static {
    const NAME: &'static str;
    /// The visible columns with their types.
    const COLUMNS: &'static [&'static str];
    /// The arguments in the order of the call.
    const ARGUMENTS: &'static [Argument];
    /// Visible columns of which an equality is worth knowing.
    const BINDABLE: &'static [usize] = &[];
    type Answer: Answer;

    /// The truth for the planner: cost, and number of rows.
    fn cost(bound: Bound) -> (f64, i64);

    /// One run. `db` keeps its statements as long as the connection lives.
    fn answer(db: &Db, call: &Call) -> Result<Self::Answer>;

    /// The same for a function that keeps something.
    fn answer_again(db: &Db, memo: &mut Memo, call: &Call) -> Result<Self::Answer> {
        let _ = memo;
        Self::answer(db, call)
    }
}

/// The rows of one run.
pub trait Answer: 'static {
    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A visible column of a row that `advance` said is there.
    fn column(&self, row: usize, column: usize) -> Cell<'_>;

    /// Makes `row` (0, 1, 2, …) the current one, or says that the end was reached. An answer that is not held in
    /// memory as a whole reads on here.
    fn advance(&mut self, row: usize) -> Result<bool> {
        Ok(row < self.len())
    }
}

/// Makes the function known to the connection.
pub fn register_table<T: TableFunction>(db: &Db) -> Result<()> {
    const { assert!(T::ARGUMENTS.len() + T::BINDABLE.len() < 31) };
    sqlite_loadable::define_table_function::<Table<T>>(db.connection(), T::NAME, None)
        .map_err(|_| Refusal::internal(T::NAME))
}

/// What SQLite keeps for the function on one connection. It holds no state of its own: sqlite-loadable hands it out
/// mutably to every cursor of a self-join.
#[repr(C)]
struct Table<T> {
    base: sqlite3_vtab,
    db: Db,
    function: PhantomData<T>,
}

#[repr(C)]
struct Cursor<T: TableFunction> {
    base: sqlite3_vtab_cursor,
    db: Db,
    run: Option<(Call, T::Answer)>,
    memo: Memo,
    row: usize,
    has_row: bool,
}

impl<'vtab, T: TableFunction> VTab<'vtab> for Table<T> {
    type Aux = ();
    type Cursor = Cursor<T>;

    fn connect(
        connection: *mut sqlite3,
        _: Option<&()>,
        _: VTabArguments,
    ) -> sqlite_loadable::Result<(String, Self)> {
        const { assert!(offset_of!(Table<T>, base) == 0) };
        const { assert!(offset_of!(Cursor<T>, base) == 0) };
        caught(|| {
            // SAFETY: called during xConnect, as SQLite demands.
            let code = unsafe { call!(vtab_config(connection, SQLITE_VTAB_INNOCUOUS as c_int)) };
            if code != OK {
                return Err(Refusal::internal(T::NAME));
            }
            let hidden = T::ARGUMENTS
                .iter()
                .map(|argument| format!("{} HIDDEN", argument.name));
            let columns: Vec<String> = T::COLUMNS
                .iter()
                .map(ToString::to_string)
                .chain(hidden)
                .collect();
            let table = Table {
                // SAFETY: a plain C struct of which zeros are the empty state; SQLite fills it in.
                base: unsafe { std::mem::zeroed() },
                db: Db::keeping(connection),
                function: PhantomData,
            };
            Ok((format!("CREATE TABLE x({})", columns.join(", ")), table))
        })
        .map_err(|refusal| told(&refusal))
    }

    fn best_index(&self, info: IndexInfo) -> std::result::Result<(), BestIndexError> {
        caught(|| Ok(plan::plan::<T>(&info))).unwrap_or(Err(BestIndexError::Error))
    }

    fn open(&'vtab mut self) -> sqlite_loadable::Result<Cursor<T>> {
        Ok(Cursor {
            // SAFETY: as above.
            base: unsafe { std::mem::zeroed() },
            db: self.db.clone(),
            run: None,
            memo: None,
            row: 0,
            has_row: false,
        })
    }
}

impl<T: TableFunction> Cursor<T> {
    fn start(&mut self, bits: c_int, values: &[*mut sqlite3_value]) -> Result<()> {
        self.run = None;
        self.has_row = false;
        self.row = 0;
        let bound = plan::bound::<T>(bits);
        let mut given = values.iter();
        let values = (0..T::ARGUMENTS.len() + T::BINDABLE.len())
            .map(|bit| {
                if bits & (1 << bit) == 0 {
                    return None;
                }
                // SAFETY: SQLite passes one live value for each argvIndex that the plan set, in that order.
                given.next().map(|raw| unsafe { Value::read(*raw) })
            })
            .collect();
        let call = Call { bound, values };
        for (at, argument) in T::ARGUMENTS.iter().enumerate() {
            if argument.required && call.argument(at).is_none() {
                return Err(refuse("argument_missing", &[argument.name]));
            }
        }
        let mut answer = T::answer_again(&self.db, &mut self.memo, &call)?;
        self.has_row = answer.advance(0)?;
        self.run = Some((call, answer));
        Ok(())
    }

    fn move_on(&mut self) -> Result<()> {
        let Some((_, answer)) = &mut self.run else {
            return Err(Refusal::internal("a cursor that was not started"));
        };
        self.has_row = false;
        self.row += 1;
        self.has_row = answer.advance(self.row)?;
        Ok(())
    }

    fn show(&self, context: *mut sqlite3_context, column: c_int) -> Result<()> {
        let Some((call, answer)) = &self.run else {
            return Err(Refusal::internal("a cursor that was not started"));
        };
        let column = usize::try_from(column).unwrap_or(usize::MAX);
        let cell = match column.checked_sub(T::COLUMNS.len()) {
            None => answer.column(self.row, column),
            // An argument shows itself, so that SQLite can check a second condition on it.
            Some(at) => call.argument(at).map_or(Cell::Null, Value::cell),
        };
        // SAFETY: the context of the running xColumn.
        unsafe { give(context, cell) };
        Ok(())
    }

    /// The rowid, made of what the row holds. SQLite tells the rows of several runs apart by it, for an OR that it answers
    /// branch by branch and for a RIGHT JOIN: places within a run would make strangers the same row, and lose them.
    fn number(&self) -> Result<i64> {
        let Some((call, answer)) = &self.run else {
            return Err(Refusal::internal("a cursor that was not started"));
        };
        let mut hasher = DefaultHasher::new();
        for column in 0..T::COLUMNS.len() {
            format!("{:?}", answer.column(self.row, column)).hash(&mut hasher);
        }
        for at in 0..T::ARGUMENTS.len() {
            format!("{:?}", call.argument(at)).hash(&mut hasher);
        }
        Ok(hasher.finish() as i64)
    }
}

impl<T: TableFunction> VTabCursor for Cursor<T> {
    fn filter(
        &mut self,
        bits: c_int,
        _: Option<&str>,
        values: &[*mut sqlite3_value],
    ) -> sqlite_loadable::Result<()> {
        caught(|| self.start(bits, values)).map_err(|refusal| told(&refusal))
    }

    fn next(&mut self) -> sqlite_loadable::Result<()> {
        caught(|| self.move_on()).map_err(|refusal| told(&refusal))
    }

    fn eof(&self) -> bool {
        !self.has_row
    }

    fn column(&self, context: *mut sqlite3_context, column: c_int) -> sqlite_loadable::Result<()> {
        caught(|| self.show(context, column)).map_err(|refusal| told(&refusal))
    }

    fn rowid(&self) -> sqlite_loadable::Result<i64> {
        caught(|| self.number()).map_err(|refusal| told(&refusal))
    }
}
