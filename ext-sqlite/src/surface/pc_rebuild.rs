//! How is the lifecycle projection derived anew?
//!
//! ```sql
//! SELECT pc_rebuild();                    -- everything:  {"memories":3,"rows":71}
//! SELECT pc_rebuild('s');                 -- a scope
//! SELECT pc_rebuild('s', 'memory');       -- one Memory
//! ```
//!
//! Derives every row anew from authority and the lifecycle records, and copies the changes of PowerContext 1.2 first.
//! All or nothing, and twice is as once. A Memory that nobody knows gives no rows; NULL is as left out. Refused: a
//! Memory without its scope.

use std::ops::RangeInclusive;

use crate::guard::{Kind, ScalarFunction, Value};
use crate::nested::Db;
use crate::refusal::{refuse, Result};
use crate::store::rebuild::{rebuild, Written};
use crate::write;
use crate::write::argument::Arguments;

pub struct PcRebuild;

impl ScalarFunction for PcRebuild {
    const NAME: &'static str = "pc_rebuild";
    const ARGUMENTS: RangeInclusive<usize> = 0..=2;
    const KIND: Kind = Kind::Write;

    fn answer(db: &Db, arguments: &[Value]) -> Result<Value> {
        let (scope, memory) = named(arguments)?;
        // Many small statements: keep them prepared for the time of the call.
        let db = &Db::keeping(db.connection());
        let written = db.write(|db| rebuild(db, scope, memory))?;
        Ok(answer(written))
    }
}

/// How a rebuild or a refresh says what it wrote.
pub fn answer(written: Written) -> Value {
    write::answer(&[
        ("memories", written.memories.into()),
        ("rows", written.rows.into()),
    ])
}

/// The scope and the Memory that are named: both, a scope's all, or all.
pub fn named(arguments: &[Value]) -> Result<(Option<&str>, Option<&str>)> {
    let arguments = Arguments(arguments);
    let given = |at| !arguments.at(at).is_null();
    if given(1) && !given(0) {
        return Err(refuse("argument_null", &["scope"]));
    }
    let scope = given(0).then(|| arguments.scope(0)).transpose()?;
    let memory = given(1)
        .then(|| arguments.memory(1, "memory"))
        .transpose()?;
    Ok((scope, memory))
}
