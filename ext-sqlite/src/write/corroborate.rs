//! How does an entry gain support after it was written? By an evidence increment: a further source with the declaration
//! that is in force for it now. Body, content hash and authority stay as they are; it counts for evidence strength, and
//! as new evidence for importance.
//!
//! Increments are ours under every adapter. What the version cites already, or was corroborated by, adds nothing.

use crate::guard::Value;
use crate::nested::Db;
use crate::port;
use crate::projection::facts::EntryKey;
use crate::projection::snapshot::SnapshotContent;
use crate::refusal::{refuse, Refusal, Result};
use crate::store::entry::EntryName;
use crate::store::{declaration, evidence, facts, head, setting, snapshot};
use crate::write::answer;
use crate::write::evidence::Reference;
use crate::write::standing::known;

pub fn corroborate(
    db: &Db,
    of: EntryName<'_>,
    sources: &[Reference],
    recorded_at: i64,
) -> Result<Value> {
    db.write(|db| {
        setting::installed(db)?;
        let now = known(db, of)?;
        if !now.stands() {
            return Err(refuse(
                "entry_not_current",
                &[of.entry, now.validity.name()],
            ));
        }
        let version = now.entry_version_id.as_str();
        let cited = cited(db, of, version)?;
        let mut added = 0;
        for source in sources {
            let Reference::Source {
                source_type,
                source_id,
                definition_version,
                ..
            } = source
            else {
                return Err(Refusal::internal("an increment that is no source"));
            };
            if cited.contains(&(source_type.clone(), source_id.clone())) {
                continue;
            }
            let named = definition_version.as_deref().unwrap_or("");
            let declared = declaration::in_force(db, source_type, named)?
                .ok_or_else(|| refuse("source_undeclared", &[source_type, named]))?;
            evidence::add_increment(db, of, version, source)?;
            snapshot::add(
                db,
                &SnapshotContent {
                    scope_id: of.scope,
                    memory_artifact_id: of.memory,
                    entry_id: of.entry,
                    entry_version_id: version,
                    source_type,
                    source_id,
                    definition_version: named,
                    declaration_version: &declared.declaration_version,
                    authority: declared.authority,
                    verification: &declared.verification,
                    late: false,
                    recorded_at,
                },
            )?;
            added += 1;
        }
        if added > 0 {
            head::touch(db, of.scope, of.memory, &[of.entry])?;
        }
        let outcome = if added > 0 {
            "corroborated"
        } else {
            "unchanged"
        };
        Ok(answer(&[
            ("corroborated", added.into()),
            ("entry_id", of.entry.into()),
            ("entry_version_id", version.into()),
            ("outcome", outcome.into()),
        ]))
    })
}

/// The sources that the version cites or was corroborated by.
fn cited(db: &Db, of: EntryName<'_>, version: &str) -> Result<Vec<(String, String)>> {
    let authority = port::open(db)?;
    let key = EntryKey::new(of.memory, of.entry);
    let entry = facts::cited(db, authority.as_ref(), of.scope, &key)?;
    let version = entry
        .versions
        .iter()
        .find(|v| v.entry_version_id == version);
    let sources = version
        .iter()
        .flat_map(|v| v.sources.iter().chain(&v.increments));
    Ok(sources
        .map(|source| (source.source_type.clone(), source.source_id.clone()))
        .collect())
}
