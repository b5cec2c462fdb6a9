//! Gives an entry of a native Memory its next version.
//!
//! ```sql
//! SELECT pc_revise('s', 'memory', 1, 'ent_…', 'decision', 'Run make docs', NULL, 1767225700000000, 'renamed');
//! -- {"entry_id":"ent_…","entry_version_id":"ver_…","outcome":"revised","revision":2}
//! ```
//!
//! The new version keeps what the one before cited. Refused: a head other than expected, an unknown entry, one that is
//! inactive or superseded. Equal content is `unchanged`.

use std::ops::RangeInclusive;

use crate::guard::{Kind, ScalarFunction, Value};
use crate::nested::Db;
use crate::refusal::Result;
use crate::write::argument::Arguments;
use crate::write::entry::{revise, Content};
use crate::write::evidence::{self, Allowed};
use crate::write::Memory;

pub struct PcRevise;

impl ScalarFunction for PcRevise {
    const NAME: &'static str = "pc_revise";
    const ARGUMENTS: RangeInclusive<usize> = 8..=9;
    const KIND: Kind = Kind::Write;

    fn answer(db: &Db, arguments: &[Value]) -> Result<Value> {
        let given = Arguments(arguments);
        let (scope, memory) = (given.scope(0)?, given.memory(1, "memory")?);
        let expected_revision = given.integer(2, "expected_revision")?;
        let entry = given.entry(3, "entry_id")?;
        let content = Content {
            kind: given.kind(4)?,
            text: given.body(5)?,
            references: evidence::read(given.at(6), Allowed::All)?,
        };
        let at = Memory {
            scope,
            memory,
            expected_revision,
            recorded_at: given.integer(7, "recorded_at")?,
        };
        revise(db, at, entry, content, given.reason(8)?)
    }
}
