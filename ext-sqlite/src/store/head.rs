//! Where does a Memory stand? Its revision (the head under native, the mirror's position under an adapter) and the position
//! in the lifecycle log, which moves with every write that a projection has to notice.

use crate::nested::Db;
use crate::refusal::Result;

/// The native head; 0 for a Memory that does not exist yet.
pub fn revision(db: &Db, scope: &str, memory: &str) -> Result<i64> {
    let revision = db.query_row(
        "SELECT revision FROM main.pc_lifecycle_head WHERE scope_id = ?1 AND memory_artifact_id = ?2",
        &[scope.into(), memory.into()],
        |row| row.int(0),
    )?;
    Ok(revision.unwrap_or(0))
}

/// Moves the native head on to `revision`, and the log with it.
pub fn advance(db: &Db, scope: &str, memory: &str, revision: i64) -> Result<()> {
    db.insert(
        "INSERT INTO main.pc_lifecycle_head (scope_id, memory_artifact_id, revision, log_position)
         VALUES (?1, ?2, ?3, 1)
         ON CONFLICT (scope_id, memory_artifact_id)
         DO UPDATE SET revision = excluded.revision, log_position = log_position + 1",
        &[scope.into(), memory.into(), revision.into()],
    )?;
    Ok(())
}

/// Moves the log on: something was recorded about these entries of the Memory that moves no head.
pub fn touch(db: &Db, scope: &str, memory: &str, entries: &[&str]) -> Result<()> {
    db.insert(
        "INSERT INTO main.pc_lifecycle_head (scope_id, memory_artifact_id, revision, log_position)
         VALUES (?1, ?2, 0, 1)
         ON CONFLICT (scope_id, memory_artifact_id) DO UPDATE SET log_position = log_position + 1",
        &[scope.into(), memory.into()],
    )?;
    log(db, scope, memory, entries)
}

/// `touch` for both sides of a relation, each a Memory and its entry: a Memory moves once, also when both are in it.
pub fn touch_both(db: &Db, scope: &str, one: (&str, &str), other: (&str, &str)) -> Result<()> {
    if one.0 == other.0 {
        return touch(db, scope, one.0, &[one.1, other.1]);
    }
    touch(db, scope, one.0, &[one.1])?;
    touch(db, scope, other.0, &[other.1])
}

/// Names entries at the log's position: what was written about them is in no manifest change.
pub fn log(db: &Db, scope: &str, memory: &str, entries: &[&str]) -> Result<()> {
    let (first, others) = match entries {
        [] => return Ok(()),
        [first, others @ ..] => (first, others),
    };
    let named = others.iter().filter(|other| *other != first);
    for entry in std::iter::once(first).chain(named) {
        db.insert(
            "INSERT INTO main.pc_lifecycle_log (scope_id, memory_artifact_id, position, entry_id)
             SELECT h.scope_id, h.memory_artifact_id, h.log_position, ?3 FROM main.pc_lifecycle_head AS h
             WHERE h.scope_id = ?1 AND h.memory_artifact_id = ?2",
            &[scope.into(), memory.into(), (*entry).into()],
        )?;
    }
    Ok(())
}
