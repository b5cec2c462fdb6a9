//! How does a Memory learn of declarations that came after its entries?
//!
//! ```sql
//! SELECT pc_observe('s', 'memory', 1764547200000000);     -- {"missing":0,"observed":12}
//! ```
//!
//! For every citation of every version that has no snapshot yet, the declaration in force is snapshotted, marked late.
//! A snapshot that is there is never replaced, and no entry gets a time by it. `missing` counts the citations that
//! still have nobody's word: undeclared ones, and those whose snapshot no longer matches its hash. Nothing to observe
//! writes nothing.
//!
//! Refused: a Memory that authority does not know.

use std::ops::RangeInclusive;

use crate::guard::{Kind, ScalarFunction, Value};
use crate::nested::Db;
use crate::port::{self, Authority};
use crate::projection::facts::{EntryKey, Source, Version};
use crate::projection::snapshot::SnapshotContent;
use crate::refusal::{refuse, Result};
use crate::store::{declaration, facts, head, snapshot};
use crate::write::argument::Arguments;

pub struct PcObserve;

impl ScalarFunction for PcObserve {
    const NAME: &'static str = "pc_observe";
    const ARGUMENTS: RangeInclusive<usize> = 3..=3;
    const KIND: Kind = Kind::Write;

    fn answer(db: &Db, arguments: &[Value]) -> Result<Value> {
        let arguments = Arguments(arguments);
        let (scope, memory) = (arguments.scope(0)?, arguments.memory(1, "memory")?);
        let recorded_at = arguments.integer(2, "recorded_at")?;
        // Many small statements: keep them prepared for the time of the call.
        let db = &Db::keeping(db.connection());
        let (missing, observed) = db.write(|db| observe(db, scope, memory, recorded_at))?;
        Ok(Value::Text(format!(
            "{{\"missing\":{missing},\"observed\":{observed}}}"
        )))
    }
}

fn observe(db: &Db, scope: &str, memory: &str, recorded_at: i64) -> Result<(i64, i64)> {
    let authority = port::open(db)?;
    if authority.head(scope, memory)?.is_none() {
        return Err(refuse("memory_unknown", &[memory]));
    }
    let (mut missing, mut observed) = (0, 0);
    let mut touched: Vec<EntryKey> = Vec::new();
    for key in entries(db, authority.as_ref(), scope, memory)? {
        let entry = facts::cited(db, authority.as_ref(), scope, &key)?;
        let before = observed;
        for version in &entry.versions {
            for source in version
                .sources
                .iter()
                .filter(|source| source.snapshot.is_none())
            {
                if add_late(db, scope, &key, version, source, recorded_at)? {
                    observed += 1;
                } else {
                    missing += 1;
                }
            }
        }
        if observed > before {
            touched.push(key);
        }
    }
    if observed > 0 {
        let entries: Vec<&str> = touched.iter().map(|key| key.entry.as_str()).collect();
        head::touch(db, scope, memory, &entries)?;
    }
    Ok((missing, observed))
}

fn entries(db: &Db, authority: &dyn Authority, scope: &str, memory: &str) -> Result<Vec<EntryKey>> {
    db.query(
        &authority.entries_sql(),
        &[scope.into(), memory.into()],
        |row| Ok(EntryKey::new(memory, row.text(0)?)),
    )
}

/// Snapshots the declaration in force, if there is one and nothing stands in its place.
fn add_late(
    db: &Db,
    scope: &str,
    key: &EntryKey,
    version: &Version,
    source: &Source,
    recorded_at: i64,
) -> Result<bool> {
    let Some(definition_version) = &source.definition_version else {
        return Ok(false);
    };
    let Some(declaration) = declaration::in_force(db, &source.source_type, definition_version)?
    else {
        return Ok(false);
    };
    let content = SnapshotContent {
        scope_id: scope,
        memory_artifact_id: &key.memory,
        entry_id: &key.entry,
        entry_version_id: &version.entry_version_id,
        source_type: &source.source_type,
        source_id: &source.source_id,
        definition_version,
        declaration_version: &declaration.declaration_version,
        authority: declaration.authority,
        verification: &declaration.verification,
        late: true,
        recorded_at,
    };
    if snapshot::exists(db, &content)? {
        return Ok(false);
    }
    snapshot::add(db, &content)?;
    Ok(true)
}
