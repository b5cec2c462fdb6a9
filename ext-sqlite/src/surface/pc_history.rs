//! What happened to an entry: its versions with their texts, what they are worth today, who marked it, and what took its
//! place?
//!
//! ```sql
//! SELECT seq, event, reason, text, validity, successor_entry_id FROM pc_history('s', 'memory', 'ent_1') ORDER BY seq;
//! ```
//!
//! One row an event, `store::history` says which. Nothing is left out: what recall filters is told here. Refused: an entry
//! that authority does not know.

use crate::data::limits;
use crate::guard::{Answer, Argument, Bound, Call, TableFunction, Value};
use crate::nested::{Cell, Db};
use crate::projection::facts::EntryKey;
use crate::refusal::Result;
use crate::store::history::{history, Event};
use crate::write::argument;

pub struct PcHistory;

pub struct Rows(Vec<Event>);

impl TableFunction for PcHistory {
    const NAME: &'static str = "pc_history";
    const COLUMNS: &'static [&'static str] = &[
        "seq INTEGER",
        "revision INTEGER",
        "event TEXT",
        "entry_version_id TEXT",
        "kind TEXT",
        "text TEXT",
        "value TEXT",
        "reason TEXT",
        "other_memory_artifact_id TEXT",
        "other_entry_id TEXT",
        "actor TEXT",
        "recorded_at INTEGER",
        "validity TEXT",
        "validity_reason TEXT",
        "successor_entry_id TEXT",
        "successor_entry_version_id TEXT",
    ];
    const ARGUMENTS: &'static [Argument] = &[
        Argument::required("scope"),
        Argument::required("memory"),
        Argument::required("entry_id"),
    ];
    type Answer = Rows;

    fn cost(_: Bound) -> (f64, i64) {
        (1_000.0, 10)
    }

    fn answer(db: &Db, call: &Call) -> Result<Rows> {
        let limits = limits();
        let text = |at, name, limit| {
            argument::text(call.argument(at).unwrap_or(&Value::Null), name, limit)
        };
        let scope = text(0, "scope", limits.scope_id_chars)?;
        let memory = text(1, "memory", limits.artifact_id_chars)?;
        let entry = text(2, "entry_id", limits.entry_id_chars)?;
        let db = Db::keeping(db.connection());
        history(&db, scope, &EntryKey::new(memory, entry)).map(Rows)
    }
}

impl Answer for Rows {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn column(&self, row: usize, column: usize) -> Cell<'_> {
        let event = &self.0[row];
        let other = event.other.as_ref();
        let successor = event.successor.as_ref();
        match column {
            0 => Cell::Int(row as i64 + 1),
            1 => event.revision.into(),
            2 => event.event.into(),
            3 => event.entry_version_id.as_deref().into(),
            4 => event.kind.as_deref().into(),
            5 => event.text.as_deref().into(),
            6 => event.value.as_deref().into(),
            7 => event.reason.as_deref().into(),
            8 => other.map(|other| other.0.as_str()).into(),
            9 => other.map(|other| other.1.as_str()).into(),
            10 => event.actor.as_deref().into(),
            11 => event.recorded_at.into(),
            12 => event.validity.map(|validity| validity.name()).into(),
            13 => event.validity_reason.as_deref().into(),
            14 => successor.map(|successor| successor.0.as_str()).into(),
            _ => successor
                .and_then(|successor| successor.1.as_deref())
                .into(),
        }
    }
}
