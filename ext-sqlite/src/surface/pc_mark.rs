//! Marks an entry: its tier or session, pinned, protected, what class of state it is, or an importance that a user sets.
//!
//! ```sql
//! SELECT pc_mark('s', 'memory', 'ent_1', 'tier', 'session', 'alice', 'user', 1767225600000000, 'for this task only');
//! -- {"entry_id":"ent_1","mark":"tier","ordinal":1,"outcome":"marked"}
//! ```
//!
//! Arguments: scope, Memory, entry, mark, value (NULL clears it), actor, actor kind (`user` or `automatic`), time in
//! microseconds and, optionally, a reason. Refused: another mark or value; an automatic mark where a user's stands
//! (`protected`); an entry that authority does not know.

use std::ops::RangeInclusive;

use crate::data::limits;
use crate::guard::{Kind, ScalarFunction, Value};
use crate::nested::Db;
use crate::projection::marks::MarkName;
use crate::refusal::{refuse, Result};
use crate::store::entry::EntryName;
use crate::store::mark::{AUTOMATIC, USER};
use crate::write::argument::{text, Arguments};
use crate::write::mark::{check_value, mark, Wanted};

pub struct PcMark;

impl ScalarFunction for PcMark {
    const NAME: &'static str = "pc_mark";
    const ARGUMENTS: RangeInclusive<usize> = 8..=9;
    const KIND: Kind = Kind::Write;

    fn answer(db: &Db, arguments: &[Value]) -> Result<Value> {
        let given = Arguments(arguments);
        let of = EntryName {
            scope: given.scope(0)?,
            memory: given.memory(1, "memory")?,
            entry: given.entry(2, "entry_id")?,
        };
        let name = name(given.at(3))?;
        let wanted = Wanted {
            of,
            name,
            value: value(name, given.at(4))?,
            actor: text(given.at(5), "actor", limits().artifact_id_chars)?,
            by_user: by_user(given.at(6))?,
            recorded_at: given.integer(7, "recorded_at")?,
            reason: given.reason(8)?,
        };
        mark(db, &wanted)
    }
}

fn name(value: &Value) -> Result<MarkName> {
    let name = text(value, "mark", limits().kind_chars)?;
    match MarkName::parse(name) {
        Some(MarkName::UserRetired) => Err(refuse("mark_user_retired", &[])),
        Some(name) => Ok(name),
        None => Err(refuse("mark_unknown", &[name])),
    }
}

/// A flag may be given as the integer 0 or 1.
fn value(name: MarkName, value: &Value) -> Result<Option<&str>> {
    let flag = name.dimension() == Some("flag");
    let value = match value {
        Value::Null => return Ok(None),
        Value::Int(0) if flag => "0",
        Value::Int(1) if flag => "1",
        value => text(value, "value", limits().artifact_id_chars)?,
    };
    check_value(name, value)?;
    Ok(Some(value))
}

fn by_user(value: &Value) -> Result<bool> {
    match text(value, "actor_kind", limits().kind_chars)? {
        USER => Ok(true),
        AUTOMATIC => Ok(false),
        other => Err(refuse("actor_kind", &[other])),
    }
}
