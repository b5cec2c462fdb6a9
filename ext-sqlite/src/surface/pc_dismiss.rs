//! Takes a relation back: it has no effect any more, and stays on record.
//!
//! ```sql
//! SELECT pc_dismiss('s', 'r1', 1767226000000000);   -- {"outcome":"dismissed","relation_id":"r1"}
//! ```
//!
//! A supersession is refused (`conflict`): only compensating its operation undoes it.

use std::ops::RangeInclusive;

use crate::guard::{Kind, ScalarFunction, Value};
use crate::nested::Db;
use crate::refusal::Result;
use crate::write::argument::Arguments;
use crate::write::relate::dismiss;

pub struct PcDismiss;

impl ScalarFunction for PcDismiss {
    const NAME: &'static str = "pc_dismiss";
    const ARGUMENTS: RangeInclusive<usize> = 3..=3;
    const KIND: Kind = Kind::Write;

    fn answer(db: &Db, arguments: &[Value]) -> Result<Value> {
        let given = Arguments(arguments);
        let (scope, relation_id) = (given.scope(0)?, given.relation(1, "relation_id")?);
        dismiss(db, scope, relation_id, given.integer(2, "recorded_at")?)
    }
}
