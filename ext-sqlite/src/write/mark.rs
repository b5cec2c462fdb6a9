//! How is an entry marked? By a user or by automation, under a name and with a reason, in a log of its own.
//!
//! An automatic mark never replaces a user's, and importance is a user's alone. That a user retired an entry is said by
//! `pc_forget` and taken back by `pc_reactivate`. Marks are ours under every adapter; they move no head.

use crate::data::named_level;
use crate::guard::Value;
use crate::nested::Db;
use crate::port;
use crate::projection::facts::EntryKey;
use crate::projection::marks::{in_force, MarkName};
use crate::refusal::{refuse, Result};
use crate::store::entry::EntryName;
use crate::store::mark::{self, NewMark};
use crate::store::{head, setting};
use crate::write::answer;

/// The mark that a caller wants.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    pub of: EntryName<'a>,
    pub name: MarkName,
    pub value: Option<&'a str>,
    pub actor: &'a str,
    pub by_user: bool,
    pub reason: Option<&'a str>,
    pub recorded_at: i64,
}

/// Is this a value that the mark can have?
pub fn check_value(name: MarkName, value: &str) -> Result<()> {
    match name.dimension() {
        Some(dimension) if named_level(dimension, value).is_none() => {
            Err(refuse("mark_value", &[name.name(), value]))
        }
        _ => Ok(()),
    }
}

pub fn mark(db: &Db, wanted: &Wanted<'_>) -> Result<Value> {
    let of = wanted.of;
    db.write(|db| {
        setting::installed(db)?;
        let authority = port::open(db)?;
        let entry = authority.entry(of.scope, &EntryKey::new(of.memory, of.entry))?;
        if entry.versions.is_empty() {
            return Err(refuse("entry_unknown", &[of.entry, of.memory]));
        }
        if wanted.name == MarkName::Importance && !wanted.by_user {
            return Err(refuse("mark_importance", &[]));
        }
        let marks = mark::of(db, &[of.scope.into(), of.memory.into(), of.entry.into()])?;
        let said = in_force(&marks, wanted.name);
        if said.is_some_and(|(_, by_user)| by_user) && !wanted.by_user {
            return Err(refuse("mark_protected", &[of.entry, wanted.name.name()]));
        }
        if said == wanted.value.map(|value| (value, wanted.by_user)) {
            return Ok(told(wanted, None));
        }
        let head = authority.head(of.scope, of.memory)?;
        let new = NewMark {
            revision: head.map_or(0, |head| head.revision),
            name: wanted.name,
            value: wanted.value,
            actor: wanted.actor,
            by_user: wanted.by_user,
            reason: wanted.reason,
            recorded_at: wanted.recorded_at,
        };
        let ordinal = mark::add(db, of, &new)?;
        head::touch(db, of.scope, of.memory, &[of.entry])?;
        Ok(told(wanted, Some(ordinal)))
    })
}

fn told(wanted: &Wanted<'_>, ordinal: Option<i64>) -> Value {
    let outcome = if ordinal.is_some() {
        "marked"
    } else {
        "unchanged"
    };
    answer(&[
        ("entry_id", wanted.of.entry.into()),
        ("mark", wanted.name.name().into()),
        ("ordinal", ordinal.into()),
        ("outcome", outcome.into()),
    ])
}
