//! Adds an entry to a native Memory.
//!
//! ```sql
//! SELECT pc_remember('s', 'memory', 0, 'decision', 'Run make docs-test', NULL, 1767225600000000);
//! -- {"entry_id":"ent_…","entry_version_id":"ver_…","equal_to":null,"outcome":"added","revision":1}
//! ```
//!
//! The third argument is the head revision that the caller saw, 0 for a Memory that does not exist yet; another head is
//! refused (`conflict`) and nothing is written. Content equal to an entry that stands is `unchanged`.

use std::ops::RangeInclusive;

use crate::guard::{Kind, ScalarFunction, Value};
use crate::nested::Db;
use crate::refusal::Result;
use crate::write::argument::Arguments;
use crate::write::entry::{remember, Content};
use crate::write::evidence::{self, Allowed};
use crate::write::Memory;

pub struct PcRemember;

impl ScalarFunction for PcRemember {
    const NAME: &'static str = "pc_remember";
    const ARGUMENTS: RangeInclusive<usize> = 7..=8;
    const KIND: Kind = Kind::Write;

    fn answer(db: &Db, arguments: &[Value]) -> Result<Value> {
        let given = Arguments(arguments);
        let (scope, memory) = (given.scope(0)?, given.memory(1, "memory")?);
        let expected_revision = given.integer(2, "expected_revision")?;
        let content = Content {
            kind: given.kind(3)?,
            text: given.body(4)?,
            references: evidence::read(given.at(5), Allowed::All)?,
        };
        let at = Memory {
            scope,
            memory,
            expected_revision,
            recorded_at: given.integer(6, "recorded_at")?,
        };
        let id = if given.at(7).is_null() {
            None
        } else {
            Some(given.entry(7, "entry_id")?)
        };
        remember(db, at, &content, id)
    }
}
