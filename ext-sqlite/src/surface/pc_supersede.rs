//! Puts one entry in another's place, on evidence at least as strong as the predecessor's.
//!
//! ```sql
//! SELECT pc_supersede('s', 'op1', 'memory', 'ent_old', 'memory', 'ent_new',
//!   '[{"source_type":"content","source_id":"adr/12","definition_version":"1"}]', 1767226100000000);
//! -- {"operation_id":"op1","outcome":"superseded","relation_id":"op1"}
//! ```
//!
//! Refused: an unknown entry, a circle, a successor that does not stand, a predecessor that has a successor, evidence that
//! is undeclared or weaker (`protected`: propose it instead). Nothing is deleted.

use std::ops::RangeInclusive;

use crate::guard::{Kind, ScalarFunction, Value};
use crate::nested::Db;
use crate::refusal::Result;
use crate::write::argument::Arguments;
use crate::write::evidence::{self, Allowed};
use crate::write::relate::Named;
use crate::write::supersede::{supersede, Wanted};

pub struct PcSupersede;

impl ScalarFunction for PcSupersede {
    const NAME: &'static str = "pc_supersede";
    const ARGUMENTS: RangeInclusive<usize> = 8..=8;
    const KIND: Kind = Kind::Write;

    fn answer(db: &Db, arguments: &[Value]) -> Result<Value> {
        let given = Arguments(arguments);
        let wanted = Wanted {
            scope: given.scope(0)?,
            operation_id: given.relation(1, "operation_id")?,
            predecessor: Named {
                memory: given.memory(2, "predecessor_memory")?,
                entry: given.entry(3, "predecessor_entry")?,
            },
            successor: Named {
                memory: given.memory(4, "successor_memory")?,
                entry: given.entry(5, "successor_entry")?,
            },
            evidence: evidence::read(given.at(6), Allowed::Sources)?,
            recorded_at: given.integer(7, "recorded_at")?,
        };
        supersede(db, &wanted)
    }
}
