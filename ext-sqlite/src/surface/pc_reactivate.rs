//! Brings a forgotten entry of a native Memory back: the same version, no new text.
//!
//! ```sql
//! SELECT pc_reactivate('s', 'memory', 2, 'ent_…', 1767225800000000);
//! -- {"entry_id":"ent_…","entry_version_id":"ver_…","outcome":"reactivated","revision":3}
//! ```
//!
//! Refused: a head other than expected, an unknown entry; one that is active already is `unchanged`.

use std::ops::RangeInclusive;

use crate::guard::{Kind, ScalarFunction, Value};
use crate::nested::Db;
use crate::refusal::Result;
use crate::write::argument::Arguments;
use crate::write::manifest::reactivate;
use crate::write::Memory;

pub struct PcReactivate;

impl ScalarFunction for PcReactivate {
    const NAME: &'static str = "pc_reactivate";
    const ARGUMENTS: RangeInclusive<usize> = 5..=6;
    const KIND: Kind = Kind::Write;

    fn answer(db: &Db, arguments: &[Value]) -> Result<Value> {
        let given = Arguments(arguments);
        let (scope, memory) = (given.scope(0)?, given.memory(1, "memory")?);
        let expected_revision = given.integer(2, "expected_revision")?;
        let entry = given.entry(3, "entry_id")?;
        let at = Memory {
            scope,
            memory,
            expected_revision,
            recorded_at: given.integer(4, "recorded_at")?,
        };
        reactivate(db, at, entry, given.reason(5)?)
    }
}
