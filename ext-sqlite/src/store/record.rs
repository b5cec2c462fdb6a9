//! How does a row of a lifecycle record become a fact? One function a table, whoever reads it: for one entry, or for all of
//! a Memory side by side. `first` is the row's first column that belongs to the fact.
//!
//! A snapshot whose hash does not match its row is left out: it reads as a source nobody declared. A word that is not ours
//! was written by somebody else, or by a later release, and is refused.

use crate::nested::Row;
use crate::projection::facts::{
    EntryKey, Observation, Op, Relation, RelationEvent, RelationKind, Snapshot, Status,
    Verification, Version,
};
use crate::projection::marks::{Mark, MarkName};
use crate::projection::snapshot::{hash, SnapshotContent};
use crate::refusal::{Refusal, Result};
use crate::store::mark::USER;

pub fn known<T>(value: Option<T>) -> Result<T> {
    value.ok_or_else(|| Refusal::internal("a lifecycle record of another version"))
}

pub fn find<'a>(versions: &'a mut [Version], id: &str) -> Option<&'a mut Version> {
    versions
        .iter_mut()
        .find(|version| version.entry_version_id == id)
}

/// (revision, entry_version_id, event, recorded_at)
pub fn observation(row: &Row, first: usize) -> Result<Observation> {
    Ok(Observation {
        revision: row.int(first)?,
        entry_version_id: row.text(first + 1)?.to_owned(),
        event: known(Op::parse(row.text(first + 2)?))?,
        recorded_at: row.int(first + 3)?,
    })
}

/// (mark, value, actor_kind)
pub fn mark(row: &Row, first: usize) -> Result<Mark> {
    Ok(Mark {
        name: known(MarkName::parse(row.text(first)?))?,
        value: row.text_or_null(first + 1)?.map(str::to_owned),
        by_user: row.text(first + 2)? == USER,
    })
}

/// (entry_version_id, source_type, source_id, definition_version, declaration_version, authority, verification, late,
/// recorded_at, snapshot_hash), given to the sources of the entry's versions that it is of.
pub fn snapshot(
    row: &Row,
    first: usize,
    scope: &str,
    key: &EntryKey,
    versions: &mut [Version],
) -> Result<()> {
    let content = SnapshotContent {
        scope_id: scope,
        memory_artifact_id: &key.memory,
        entry_id: &key.entry,
        entry_version_id: row.text(first)?,
        source_type: row.text(first + 1)?,
        source_id: row.text(first + 2)?,
        definition_version: row.text(first + 3)?,
        declaration_version: row.text(first + 4)?,
        authority: row.int(first + 5)?,
        verification: row.text(first + 6)?,
        late: row.int(first + 7)? != 0,
        recorded_at: row.int(first + 8)?,
    };
    if hash(&content) != row.text(first + 9)? {
        return Ok(());
    }
    let Some(version) = find(versions, content.entry_version_id) else {
        return Ok(());
    };
    for source in version.sources.iter_mut().chain(&mut version.increments) {
        if source.source_type == content.source_type && source.source_id == content.source_id {
            source.snapshot = Some(Snapshot {
                authority: content.authority,
                verification: Verification::parse(content.verification),
            });
        }
    }
    Ok(())
}

/// (relation_id, kind, the other side's Memory, entry and version, status, own and other revision): one event a row, the rows
/// of a relation one behind the other.
pub fn relation(
    row: &Row,
    first: usize,
    is_subject: bool,
    relations: &mut Vec<Relation>,
) -> Result<()> {
    let event = RelationEvent {
        status: known(Status::parse(row.text(first + 5)?))?,
        own_revision: row.int(first + 6)?,
        other_revision: row.int(first + 7)?,
    };
    let id = row.text(first)?;
    match relations.last_mut() {
        Some(last) if last.is_subject == is_subject && last.relation_id == id => {
            last.events.push(event);
        }
        _ => relations.push(Relation {
            relation_id: id.to_owned(),
            kind: known(RelationKind::parse(row.text(first + 1)?))?,
            is_subject,
            other: EntryKey::new(row.text(first + 2)?, row.text(first + 3)?),
            other_version: row.text(first + 4)?.to_owned(),
            events: vec![event],
        }),
    }
    Ok(())
}
