//! Ties two entries of a scope: `equal`, `similar` or `contradicts`.
//!
//! ```sql
//! SELECT pc_relate('s', 'r1', 'contradicts', 'memory', 'ent_a', 'memory', 'ent_b', 1767225900000000);
//! -- {"outcome":"related","relation_id":"r1"}
//! ```
//!
//! An open contradiction labels both entries `unresolved` until it is dismissed or settled by a supersession; one that is
//! only `suggested` (ninth argument) has no effect until the same call says `open`. The last argument names the sources it
//! rests on. Refused: an unknown entry, an entry with itself, a used relation id.

use std::ops::RangeInclusive;

use crate::data::limits;
use crate::guard::{Kind, ScalarFunction, Value};
use crate::nested::Db;
use crate::refusal::{refuse, Result};
use crate::write::argument::{text, Arguments};
use crate::write::evidence::{read, Allowed};
use crate::write::relate::{relate, Named, Wanted};

pub struct PcRelate;

impl ScalarFunction for PcRelate {
    const NAME: &'static str = "pc_relate";
    const ARGUMENTS: RangeInclusive<usize> = 8..=10;
    const KIND: Kind = Kind::Write;

    fn answer(db: &Db, arguments: &[Value]) -> Result<Value> {
        let given = Arguments(arguments);
        let (scope, relation_id) = (given.scope(0)?, given.relation(1, "relation_id")?);
        let kind = given.kind(2)?;
        if !["equal", "similar", "contradicts"].contains(&kind) {
            return Err(refuse("relation_kind", &[kind]));
        }
        let wanted = Wanted {
            scope,
            relation_id,
            kind,
            subject: Named {
                memory: given.memory(3, "subject_memory")?,
                entry: given.entry(4, "subject_entry")?,
            },
            object: Named {
                memory: given.memory(5, "object_memory")?,
                entry: given.entry(6, "object_entry")?,
            },
            recorded_at: given.integer(7, "recorded_at")?,
            status: status(given.at(8))?,
            evidence: match given.at(9) {
                Value::Null => None,
                named => Some(read(named, Allowed::Sources)?),
            },
        };
        relate(db, &wanted)
    }
}

fn status(value: &Value) -> Result<&str> {
    if value.is_null() {
        return Ok("open");
    }
    let status = text(value, "status", limits().kind_chars)?;
    if status == "open" || status == "suggested" {
        Ok(status)
    } else {
        Err(refuse("relation_status", &[status]))
    }
}
