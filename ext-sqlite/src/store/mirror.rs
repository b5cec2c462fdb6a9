//! How do the changes of a PowerContext become rows of ours? Copied once, where it keeps them inside its revisions.

use crate::nested::Db;
use crate::port::Authority;
use crate::refusal::Result;

/// Copies the changes that came since the last time, for an authority that keeps them inside its revisions.
pub fn copy_changes(db: &Db, authority: &dyn Authority, scope: &str, memory: &str) -> Result<()> {
    let Some(adapter) = authority.mirrored() else {
        return Ok(());
    };
    let Some(head) = authority.head(scope, memory)? else {
        return Ok(());
    };
    let copied = adapter.copied_to(scope, memory)?;
    if copied >= head.revision {
        return Ok(());
    }
    adapter.parse(scope, memory, (copied, head.revision), |change| {
        let content = &change.content;
        db.insert(
            "INSERT INTO main.pc_lifecycle_change (scope_id, memory_artifact_id, revision, ordinal, op, entry_id,
               from_entry_version_id, to_entry_version_id, reason) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            &[
                scope.into(),
                memory.into(),
                change.revision.into(),
                change.ordinal.into(),
                (&content.op).into(),
                (&content.entry_id).into(),
                content.from_entry_version_id.as_deref().into(),
                content.to_entry_version_id.as_deref().into(),
                content.reason.as_deref().into(),
            ],
        )?;
        Ok(())
    })?;
    db.insert(
        "INSERT INTO main.pc_lifecycle_head (scope_id, memory_artifact_id, revision, log_position)
         VALUES (?1, ?2, ?3, 0)
         ON CONFLICT (scope_id, memory_artifact_id) DO UPDATE SET revision = excluded.revision",
        &[scope.into(), memory.into(), head.revision.into()],
    )
}
