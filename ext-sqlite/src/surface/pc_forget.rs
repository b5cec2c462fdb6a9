//! Takes an entry of a native Memory out of ordinary recall; its versions stay.
//!
//! ```sql
//! SELECT pc_forget('s', 'memory', 2, 'ent_…', 1767225800000000, 'obsolete');
//! -- {"entry_id":"ent_…","entry_version_id":"ver_…","outcome":"deactivated","revision":3}
//! ```
//!
//! Refused: a head other than expected, an unknown entry; one that is inactive already is `unchanged`.

use std::ops::RangeInclusive;

use crate::guard::{Kind, ScalarFunction, Value};
use crate::nested::Db;
use crate::refusal::Result;
use crate::write::argument::Arguments;
use crate::write::manifest::forget;
use crate::write::Memory;

pub struct PcForget;

impl ScalarFunction for PcForget {
    const NAME: &'static str = "pc_forget";
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
        forget(db, at, entry, given.reason(5)?)
    }
}
