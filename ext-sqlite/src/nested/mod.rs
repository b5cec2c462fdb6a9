//! How does the extension run SQL on the connection that called it, without losing an error on the way?
//!
//! ```text
//! db.query_row("SELECT revision FROM main.pc_lifecycle_head WHERE scope_id = ?1", &[scope.into()], |row| row.int(0))?
//! db.write(|db| { db.execute(…)?; db.execute(…) })?     all or nothing, commits only outside a transaction
//! let _pin = db.pin(&["main"])?;                         what is read from here on is one snapshot
//! ```
//!
//! sqlite-loadable's own `exec` hides errors, so this goes through the host's table: each return code is looked at.
//! A line that a trigger raised (`pc: …`) passes through as it is; anything else that SQLite says becomes one.
//!
//! A `Db` with a cache belongs to a table function, whose object SQLite destroys before it closes the connection; a
//! statement kept anywhere else would keep the connection from closing. Nested SQL never reads one of our own table
//! functions: a cached statement would then hold the object that owns the cache.

mod failure;
mod statement;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::ffi::{c_char, c_int, c_uint, CString};
use std::ptr;
use std::rc::Rc;

use sqlite3ext_sys::{
    sqlite3, sqlite3_stmt, SQLITE_BUSY, SQLITE_DONE, SQLITE_INTERRUPT, SQLITE_OK,
    SQLITE_PREPARE_PERSISTENT, SQLITE_ROW,
};

use crate::host::call;
use crate::refusal::{refuse, Refusal, Result};

pub use statement::{Cell, Row, Statement};

/// SQLite's result codes are C ints; the generated constants are not.
pub(crate) const OK: c_int = SQLITE_OK as c_int;
pub(crate) const ROW: c_int = SQLITE_ROW as c_int;
pub(crate) const DONE: c_int = SQLITE_DONE as c_int;
const BUSY: c_int = SQLITE_BUSY as c_int;
const INTERRUPT: c_int = SQLITE_INTERRUPT as c_int;

/// Statements that a table function keeps between calls.
const CACHED: usize = 64;

/// The connection that called us.
#[derive(Clone)]
pub struct Db(Rc<Inner>);

struct Inner {
    connection: *mut sqlite3,
    keeps: bool,
    /// Idle statements, reset and unbound.
    cache: RefCell<Vec<(Box<str>, *mut sqlite3_stmt)>>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        for (_, raw) in self.cache.get_mut().drain(..) {
            // SAFETY: idle statements belong to this cache alone. Finalising gives the code of an earlier step.
            unsafe { call!(finalize(raw)) };
        }
    }
}

impl Db {
    /// Statements are finalised after use: for scalar functions, which no one tells that the connection closes.
    pub(crate) fn passing(connection: *mut sqlite3) -> Db {
        Db::new(connection, false)
    }

    /// Statements are kept until the last clone is dropped: for table functions.
    pub(crate) fn keeping(connection: *mut sqlite3) -> Db {
        Db::new(connection, true)
    }

    fn new(connection: *mut sqlite3, keeps: bool) -> Db {
        Db(Rc::new(Inner {
            connection,
            keeps,
            cache: RefCell::new(Vec::new()),
        }))
    }

    pub(crate) fn connection(&self) -> *mut sqlite3 {
        self.0.connection
    }

    /// A statement, from the cache when it holds one.
    pub fn prepare(&self, sql: &str) -> Result<Statement> {
        let idle = {
            let mut cache = self.0.cache.borrow_mut();
            let at = cache.iter().position(|(known, _)| **known == *sql);
            at.map(|at| cache.swap_remove(at))
        };
        if let Some((sql, raw)) = idle {
            return Ok(Statement::new(self.clone(), raw, Some(sql)));
        }
        let flags = if self.0.keeps {
            SQLITE_PREPARE_PERSISTENT
        } else {
            0
        };
        let (raw, _) = self.prepare_first(sql, flags)?;
        if raw.is_null() {
            return Err(Refusal::internal("a statement without SQL"));
        }
        let kept = self.0.keeps.then(|| sql.into());
        Ok(Statement::new(self.clone(), raw, kept))
    }

    /// Prepares the first statement of `sql` and says how many bytes it took.
    fn prepare_first(&self, sql: &str, flags: c_uint) -> Result<(*mut sqlite3_stmt, usize)> {
        let length = c_int::try_from(sql.len()).map_err(|_| Refusal::internal("SQL over 2 GiB"))?;
        let mut raw = ptr::null_mut();
        let mut tail: *const c_char = ptr::null();
        let start = sql.as_ptr().cast::<c_char>();
        // SAFETY: the text is `length` bytes long and outlives the call; both out-parameters are ours.
        let code = unsafe {
            call!(prepare_v3(
                self.0.connection,
                start,
                length,
                flags,
                &mut raw,
                &mut tail
            ))
        };
        if code != OK {
            return Err(self.failure(code));
        }
        // SAFETY: SQLite leaves `tail` inside the text or at its end.
        let used = unsafe { tail.offset_from(start) };
        Ok((raw, usize::try_from(used).unwrap_or(sql.len())))
    }

    /// Takes a statement back: into the cache, or to its end.
    fn give_back(&self, sql: Option<Box<str>>, raw: *mut sqlite3_stmt) {
        let surplus = match sql {
            None => Some(raw),
            Some(sql) => {
                let mut cache = self.0.cache.borrow_mut();
                cache.push((sql, raw));
                (cache.len() > CACHED).then(|| cache.remove(0).1)
            }
        };
        if let Some(raw) = surplus {
            // SAFETY: the statement has no other owner any more.
            unsafe { call!(finalize(raw)) };
        }
    }

    /// Runs one statement to its end, whatever rows it gives, and says how many rows it changed.
    pub fn execute(&self, sql: &str, params: &[Cell<'_>]) -> Result<i64> {
        self.prepare(sql)?.execute(params)
    }

    /// Writes one row. A trigger of somebody's own may drop a row without a word (RAISE(IGNORE)); what was not written must
    /// not be claimed.
    pub fn insert(&self, sql: &str, params: &[Cell<'_>]) -> Result<()> {
        match self.execute(sql, params)? {
            0 => Err(refuse("row_dropped", &[])),
            _ => Ok(()),
        }
    }

    /// Runs several statements without parameters.
    pub fn execute_batch(&self, sql: &str) -> Result<()> {
        let mut rest = sql;
        while !rest.is_empty() {
            let (raw, used) = self.prepare_first(rest, 0)?;
            if !raw.is_null() {
                let mut statement = Statement::new(self.clone(), raw, None);
                while statement.step()? {}
            }
            rest = &rest[used..];
        }
        Ok(())
    }

    /// The first row, if there is one.
    pub fn query_row<T>(
        &self,
        sql: &str,
        params: &[Cell<'_>],
        read: impl FnOnce(&Row) -> Result<T>,
    ) -> Result<Option<T>> {
        let mut statement = self.prepare(sql)?;
        statement.bind(params)?;
        if statement.step()? {
            read(statement.row()).map(Some)
        } else {
            Ok(None)
        }
    }

    /// All rows.
    pub fn query<T>(
        &self,
        sql: &str,
        params: &[Cell<'_>],
        mut read: impl FnMut(&Row) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut statement = self.prepare(sql)?;
        statement.bind(params)?;
        let mut rows = Vec::new();
        while statement.step()? {
            rows.push(read(statement.row())?);
        }
        Ok(rows)
    }

    /// Runs `work` as one: a refusal undoes what `work` did and nothing else. Outside a transaction the end commits.
    ///
    /// The write lock is taken first, while nothing has been read yet: a deferred transaction that reads and then
    /// writes is refused at once by a second writer, without the caller's busy timeout being waited for.
    pub fn write<T>(&self, work: impl FnOnce(&Db) -> Result<T>) -> Result<T> {
        let mut lock = self.prepare("DELETE FROM main.pc_lifecycle_setting WHERE name IS NULL")?;
        let answer = self.savepoint(|db| {
            let locked = lock.step();
            // Also where it is refused: SQLite keeps a busy statement running, and no savepoint ends while one writes.
            lock.reset();
            locked?;
            work(db)
        });
        if answer
            .as_ref()
            .is_err_and(|refusal| refusal.sqlite_code() & 0xff == INTERRUPT)
        {
            // An interrupt lasts until the calling statement ends: the savepoint's ROLLBACK was interrupted too, and half
            // of the write is still there. Of an interrupted write SQLite itself takes the whole transaction back; this
            // is one, and changes nothing where the interrupt is over. It is prepared already: preparing would fail.
            let _ = lock.step();
        }
        answer
    }

    /// A savepoint around `work`, for writes that cannot take the lock through a table yet (`pc_install`).
    pub fn savepoint<T>(&self, work: impl FnOnce(&Db) -> Result<T>) -> Result<T> {
        let owns = self.in_autocommit();
        // Prepared while there is memory to prepare with.
        let undo = [
            self.prepare("ROLLBACK TO pc_write")?,
            self.prepare("RELEASE pc_write")?,
        ];
        self.execute("SAVEPOINT pc_write", &[]).map_err(|refusal| {
            // SQLite refuses a savepoint while a statement writes: SAVEPOINT itself never waits for a lock.
            if refusal.sqlite_code() & 0xff == BUSY {
                refuse("write_inside_statement", &[])
            } else {
                refusal
            }
        })?;
        let guard = Undo {
            db: self,
            undo,
            armed: true,
            owns,
        };
        let answer = work(self)?;
        guard.release()?;
        Ok(answer)
    }

    /// Keeps a read transaction open on each schema, so that what follows reads one state of it.
    pub fn pin(&self, schemas: &[&str]) -> Result<Pin> {
        let mut held = Vec::with_capacity(schemas.len());
        for schema in schemas {
            let mut statement = if *schema == "main" {
                self.prepare("SELECT 1 FROM main.sqlite_schema LIMIT 1")?
            } else {
                self.prepare(&format!(
                    "SELECT 1 FROM {}.sqlite_schema LIMIT 1",
                    quote_name(schema)
                ))?
            };
            statement.step()?;
            held.push(statement);
        }
        Ok(Pin(held))
    }

    /// Is a database attached under this name?
    pub fn has_schema(&self, name: &str) -> Result<bool> {
        let name = CString::new(name).map_err(|_| Refusal::internal("a schema name with NUL"))?;
        // SAFETY: -1 says that there is no database of that name.
        Ok(unsafe { call!(db_readonly(self.0.connection, name.as_ptr())) } >= 0)
    }

    /// Does the schema have this table (or view)?
    pub fn has_table(&self, schema: &str, table: &str) -> Result<bool> {
        let sql = format!(
            "SELECT 1 FROM {}.sqlite_schema WHERE type IN ('table', 'view') AND name = ?1 COLLATE NOCASE",
            quote_name(schema)
        );
        Ok(self.query_row(&sql, &[table.into()], |_| Ok(()))?.is_some())
    }

    /// How many rows the last write changed.
    fn changes(&self) -> i64 {
        // SAFETY: a plain question to the connection.
        i64::from(unsafe { call!(changes(self.0.connection)) })
    }

    /// How many rows this connection has written so far: what was read is still so while it stays the same.
    pub fn total_changes(&self) -> i64 {
        // SAFETY: a plain question to the connection.
        i64::from(unsafe { call!(total_changes(self.0.connection)) })
    }

    fn in_autocommit(&self) -> bool {
        // SAFETY: a plain question to the connection.
        unsafe { call!(get_autocommit(self.0.connection)) != 0 }
    }

    fn failure(&self, code: c_int) -> Refusal {
        failure::failure(self.0.connection, code)
    }
}

/// Undoes an unfinished write, on a refusal as on a panic.
struct Undo<'a> {
    db: &'a Db,
    /// ROLLBACK TO, RELEASE.
    undo: [Statement; 2],
    armed: bool,
    /// Outside a transaction: the savepoint is one.
    owns: bool,
}

impl Undo<'_> {
    fn release(mut self) -> Result<()> {
        self.undo[1].execute(&[])?;
        self.armed = false;
        Ok(())
    }
}

impl Drop for Undo<'_> {
    fn drop(&mut self) {
        if self.armed {
            // A full disk rolls back the whole transaction, savepoints included: then there is nothing left to undo, and
            // the refusal that brought us here is the one to report. For an interrupt see `write`.
            for statement in &mut self.undo {
                let _ = statement.execute(&[]);
            }
            // Damaged pages can keep a savepoint from ending; no transaction that is not the caller's may stay open.
            if self.owns && !self.db.in_autocommit() {
                let _ = self.db.execute("ROLLBACK", &[]);
            }
        }
    }
}

/// See [`Db::pin`].
pub struct Pin(
    /// Held, not read: the snapshot ends with them.
    #[allow(dead_code)]
    Vec<Statement>,
);

/// A name as SQL writes it.
pub fn quote_name(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
