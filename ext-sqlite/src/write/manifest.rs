//! How does an entry leave ordinary recall, and come back? By a manifest change: its versions stay as they are.
//!
//! Both go by the manifest alone. An entry that a relation supersedes can still be forgotten, and reactivating it does not
//! bring a withdrawn fact back: only compensating the supersession does.

use crate::guard::Value;
use crate::nested::Db;
use crate::refusal::{refuse, Result};
use crate::store::entry::{add_change, is_active, newest, EntryName, NewChange};
use crate::store::head;
use crate::write::{answer, Memory};

pub fn forget(db: &Db, at: Memory<'_>, entry: &str, reason: Option<&str>) -> Result<Value> {
    change(db, at, entry, reason, false)
}

pub fn reactivate(db: &Db, at: Memory<'_>, entry: &str, reason: Option<&str>) -> Result<Value> {
    change(db, at, entry, reason, true)
}

fn change(
    db: &Db,
    at: Memory<'_>,
    entry: &str,
    reason: Option<&str>,
    active: bool,
) -> Result<Value> {
    at.write(db, |db, revision| {
        let of = EntryName {
            scope: at.scope,
            memory: at.memory,
            entry,
        };
        let unknown = || refuse("entry_unknown", &[entry, at.memory]);
        let version = newest(db, of)?.ok_or_else(unknown)?.entry_version_id;
        let was_active = is_active(db, of)?.ok_or_else(unknown)?;
        let (outcome, revision) = if was_active == active {
            ("unchanged", at.expected_revision)
        } else {
            let (op, from, to) = if active {
                ("reactivate", None, Some(version.as_str()))
            } else {
                ("deactivate", Some(version.as_str()), None)
            };
            let new = NewChange {
                revision,
                op,
                from,
                to,
                reason,
                recorded_at: at.recorded_at,
            };
            add_change(db, of, &new)?;
            head::advance(db, at.scope, at.memory, revision)?;
            (if active { "reactivated" } else { "deactivated" }, revision)
        };
        Ok(answer(&[
            ("entry_id", entry.into()),
            ("entry_version_id", (&version).into()),
            ("outcome", outcome.into()),
            ("revision", revision.into()),
        ]))
    })
}
