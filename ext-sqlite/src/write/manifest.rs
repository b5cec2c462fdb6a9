//! How does an entry leave ordinary recall, and come back? By a manifest change: its versions stay as they are.
//!
//! Both go by the manifest alone. An entry that a relation supersedes can still be forgotten, and reactivating it does not
//! bring a withdrawn fact back: only compensating the supersession does.

use crate::guard::Value;
use crate::nested::Db;
use crate::projection::marks::{in_force, MarkName};
use crate::refusal::{refuse, Result};
use crate::store::entry::{add_change, is_active, newest, EntryName, NewChange};
use crate::store::head;
use crate::store::mark::{self, NewMark};
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
            retire(db, of, &new)?;
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

/// A user's forget says that he retired the entry, so that no automation touches it; his reactivate takes that back.
fn retire(db: &Db, of: EntryName<'_>, change: &NewChange<'_>) -> Result<()> {
    let name = MarkName::UserRetired;
    let marks = mark::of(db, &[of.scope.into(), of.memory.into(), of.entry.into()])?;
    let retired = in_force(&marks, name).is_some_and(|(value, _)| value == RETIRED);
    let (value, actor) = match change.op {
        "deactivate" => (RETIRED, "pc_forget"),
        _ => (NOT_RETIRED, "pc_reactivate"),
    };
    if retired == (value == RETIRED) {
        return Ok(());
    }
    let new = NewMark {
        revision: change.revision,
        name,
        value: Some(value),
        actor,
        by_user: true,
        reason: change.reason,
        recorded_at: change.recorded_at,
    };
    mark::add(db, of, &new)?;
    Ok(())
}

const RETIRED: &str = "1";
const NOT_RETIRED: &str = "0";
