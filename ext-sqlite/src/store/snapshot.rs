//! Keeps what a source was declared to be when an entry version cited it. A snapshot is written once and never replaced.

use crate::nested::Db;
use crate::projection::snapshot::{hash, SnapshotContent};
use crate::refusal::Result;

pub fn add(db: &Db, snapshot: &SnapshotContent<'_>) -> Result<()> {
    db.insert(
        "INSERT INTO main.pc_lifecycle_snapshot
         (scope_id, memory_artifact_id, entry_id, entry_version_id, source_type, source_id, definition_version,
          declaration_version, authority, verification, late, recorded_at, snapshot_hash)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        &[
            snapshot.scope_id.into(),
            snapshot.memory_artifact_id.into(),
            snapshot.entry_id.into(),
            snapshot.entry_version_id.into(),
            snapshot.source_type.into(),
            snapshot.source_id.into(),
            snapshot.definition_version.into(),
            snapshot.declaration_version.into(),
            snapshot.authority.into(),
            snapshot.verification.into(),
            snapshot.late.into(),
            snapshot.recorded_at.into(),
            (&hash(snapshot)).into(),
        ],
    )?;
    Ok(())
}

/// Does anything stand where this snapshot would go? Whether its hash still matches plays no part.
pub fn exists(db: &Db, snapshot: &SnapshotContent<'_>) -> Result<bool> {
    let found = db.query_row(
        "SELECT 1 FROM main.pc_lifecycle_snapshot
         WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND entry_id = ?3 AND entry_version_id = ?4
           AND source_type = ?5 AND source_id = ?6",
        &[
            snapshot.scope_id.into(),
            snapshot.memory_artifact_id.into(),
            snapshot.entry_id.into(),
            snapshot.entry_version_id.into(),
            snapshot.source_type.into(),
            snapshot.source_id.into(),
        ],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}
