//! Adds sources to what supports an entry, without touching what it says.
//!
//! ```sql
//! SELECT pc_corroborate('s', 'memory', 'ent_1',
//!   '[{"source_type":"content","source_id":"chat/9","definition_version":"1"}]', 1767225600000000);
//! -- {"corroborated":1,"entry_id":"ent_1","entry_version_id":"ver_1","outcome":"corroborated"}
//! ```
//!
//! Each source needs a declaration in force. Refused: an undeclared source (`not_found`), an entry that is inactive or
//! superseded (`conflict`), one that authority does not know.

use std::ops::RangeInclusive;

use crate::guard::{Kind, ScalarFunction, Value};
use crate::nested::Db;
use crate::refusal::Result;
use crate::store::entry::EntryName;
use crate::write::argument::Arguments;
use crate::write::corroborate::corroborate;
use crate::write::evidence::{read, Allowed};

pub struct PcCorroborate;

impl ScalarFunction for PcCorroborate {
    const NAME: &'static str = "pc_corroborate";
    const ARGUMENTS: RangeInclusive<usize> = 5..=5;
    const KIND: Kind = Kind::Write;

    fn answer(db: &Db, arguments: &[Value]) -> Result<Value> {
        let given = Arguments(arguments);
        let of = EntryName {
            scope: given.scope(0)?,
            memory: given.memory(1, "memory")?,
            entry: given.entry(2, "entry_id")?,
        };
        let sources = read(given.at(3), Allowed::Sources)?;
        corroborate(db, of, &sources, given.integer(4, "recorded_at")?)
    }
}
