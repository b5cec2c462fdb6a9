//! How is the lifecycle projection brought up to date?
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
use crate::nested::{Cell, Db};
use crate::port;
use crate::refusal::{refuse, Result};
use crate::store::projection;
use crate::write::argument::Arguments;

pub struct PcRebuild;

impl ScalarFunction for PcRebuild {
    const NAME: &'static str = "pc_rebuild";
    const ARGUMENTS: RangeInclusive<usize> = 0..=2;
    const KIND: Kind = Kind::Write;

    fn answer(db: &Db, arguments: &[Value]) -> Result<Value> {
        let arguments = Arguments(arguments);
        let given = |at| !arguments.at(at).is_null();
        if given(1) && !given(0) {
            return Err(refuse("argument_null", &["scope"]));
        }
        let scope = given(0).then(|| arguments.scope(0)).transpose()?;
        let memory = given(1)
            .then(|| arguments.memory(1, "memory"))
            .transpose()?;
        // Many small statements: keep them prepared for the time of the call.
        let db = &Db::keeping(db.connection());
        let (memories, rows) = db.write(|db| rebuild(db, scope, memory))?;
        Ok(Value::Text(format!(
            "{{\"memories\":{memories},\"rows\":{rows}}}"
        )))
    }
}

fn rebuild(db: &Db, scope: Option<&str>, memory: Option<&str>) -> Result<(i64, i64)> {
    let authority = port::open(db)?;
    let authority = authority.as_ref();
    projection::clear(db, scope, memory)?;
    // Changes first, and of all: a derivation may look into a Memory that comes later.
    each(db, authority, scope, memory, |scope, memory| {
        projection::copy_changes(db, authority, scope, memory)
    })?;
    let mut rebuild = projection::Rebuild::new(db, authority);
    each(db, authority, scope, memory, |scope, memory| {
        rebuild.memory(scope, memory)
    })?;
    rebuild.write()?;
    Ok((rebuild.memories, rebuild.rows))
}

fn each(
    db: &Db,
    authority: &dyn port::Authority,
    scope: Option<&str>,
    memory: Option<&str>,
    mut visit: impl FnMut(&str, &str) -> Result<()>,
) -> Result<()> {
    if let (Some(scope), Some(memory)) = (scope, memory) {
        return match authority.head(scope, memory)? {
            Some(_) => visit(scope, memory),
            None => Ok(()),
        };
    }
    let mut memories = db.prepare(&authority.memories_sql(scope.is_some()))?;
    memories.bind(
        &scope
            .iter()
            .map(|scope| Cell::from(*scope))
            .collect::<Vec<_>>(),
    )?;
    while memories.step()? {
        let row = memories.row();
        visit(row.text(0)?, row.text(1)?)?;
    }
    Ok(())
}
