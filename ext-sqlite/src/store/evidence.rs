//! Evidence increments: what was cited for a version after it was written.

use crate::data::limits;
use crate::nested::Db;
use crate::refusal::{Refusal, Result};
use crate::store::entry::EntryName;
use crate::write::evidence::Reference;

/// Appends a source to what supports the version. Increments are numbered from a number on that no citation reaches: what a
/// PowerContext cites is copied with its own, later perhaps.
pub fn add_increment(db: &Db, of: EntryName<'_>, version: &str, source: &Reference) -> Result<()> {
    let Reference::Source {
        source_type,
        source_id,
        definition_version,
        materialization,
        effective_at,
    } = source
    else {
        return Err(Refusal::internal("an increment that is no source"));
    };
    db.insert(
        "INSERT INTO main.pc_lifecycle_evidence
         (scope_id, memory_artifact_id, entry_id, entry_version_id, ordinal, evidence_type, source_type, source_id,
          definition_version, materialization, effective_at, is_increment)
         SELECT ?1, ?2, ?3, ?4, 1 + coalesce(max(ordinal), ?10), 'source', ?5, ?6, ?7, ?8, ?9, 1
         FROM main.pc_lifecycle_evidence
         WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND entry_id = ?3 AND entry_version_id = ?4 AND is_increment = 1",
        &[
            of.scope.into(),
            of.memory.into(),
            of.entry.into(),
            version.into(),
            source_type.into(),
            source_id.into(),
            definition_version.as_ref().into(),
            materialization.as_ref().into(),
            (*effective_at).into(),
            limits().increments_after.into(),
        ],
    )?;
    Ok(())
}
