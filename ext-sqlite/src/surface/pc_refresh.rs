//! How is the lifecycle projection brought up to date, at the cost of what changed?
//!
//! ```sql
//! SELECT pc_refresh();                    -- everything that is stale:  {"memories":1,"rows":2}
//! SELECT pc_refresh('s');                 -- of a scope
//! SELECT pc_refresh('s', 'memory');       -- of one Memory
//! ```
//!
//! Rewrites only the rows that may be others now; they and the digest are those that pc_rebuild gives. A Memory that was
//! never projected is projected whole. `memories` counts those that were stale. Arguments and refusals are pc_rebuild's.

use std::ops::RangeInclusive;

use crate::guard::{Kind, ScalarFunction, Value};
use crate::nested::Db;
use crate::refusal::Result;
use crate::store::refresh::refresh;
use crate::surface::pc_rebuild::{answer, named};

pub struct PcRefresh;

impl ScalarFunction for PcRefresh {
    const NAME: &'static str = "pc_refresh";
    const ARGUMENTS: RangeInclusive<usize> = 0..=2;
    const KIND: Kind = Kind::Write;

    fn answer(db: &Db, arguments: &[Value]) -> Result<Value> {
        let (scope, memory) = named(arguments)?;
        let db = &Db::keeping(db.connection());
        let written = db.write(|db| refresh(db, scope, memory))?;
        Ok(answer(written))
    }
}
