//! What is an entry marked with? An append-only log an entry; `projection::marks` says whose word is in force.

use crate::nested::{Cell, Db};
use crate::projection::marks::{Mark, MarkName};
use crate::refusal::Result;
use crate::store::entry::EntryName;
use crate::store::record;

/// The log of the entry that `keys` name: scope, Memory, entry.
pub fn of(db: &Db, keys: &[Cell<'_>]) -> Result<Vec<Mark>> {
    db.query(
        "SELECT mark, value, actor_kind FROM main.pc_lifecycle_mark
         WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND entry_id = ?3 ORDER BY ordinal",
        keys,
        |row| record::mark(row, 0),
    )
}

pub const USER: &str = "user";
pub const AUTOMATIC: &str = "automatic";

/// A word to add to the log.
#[derive(Debug, Clone, Copy)]
pub struct NewMark<'a> {
    /// The head at which it is said.
    pub revision: i64,
    pub name: MarkName,
    pub value: Option<&'a str>,
    pub actor: &'a str,
    pub by_user: bool,
    pub reason: Option<&'a str>,
    pub recorded_at: i64,
}

/// Appends it; gives its place in the log.
pub fn add(db: &Db, name: EntryName<'_>, new: &NewMark<'_>) -> Result<i64> {
    let keys: [Cell<'_>; 3] = [name.scope.into(), name.memory.into(), name.entry.into()];
    let last = db.query_row(
        "SELECT max(ordinal) FROM main.pc_lifecycle_mark
         WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND entry_id = ?3",
        &keys,
        |row| row.int_or_null(0),
    )?;
    let ordinal = last.flatten().unwrap_or(0) + 1;
    let [scope, memory, entry] = keys;
    db.insert(
        "INSERT INTO main.pc_lifecycle_mark
         (scope_id, memory_artifact_id, entry_id, ordinal, revision, mark, value, actor, actor_kind, reason, recorded_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        &[
            scope,
            memory,
            entry,
            ordinal.into(),
            new.revision.into(),
            new.name.name().into(),
            new.value.into(),
            new.actor.into(),
            (if new.by_user { USER } else { AUTOMATIC }).into(),
            new.reason.into(),
            new.recorded_at.into(),
        ],
    )?;
    Ok(ordinal)
}
