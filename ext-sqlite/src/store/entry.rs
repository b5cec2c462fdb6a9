//! What do the native authority's own tables hold of an entry, and how is a version added?

use crate::nested::{Db, Row};
use crate::refusal::{Refusal, Result};
use crate::write::evidence::Reference;

/// An entry of a Memory, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryName<'a> {
    pub scope: &'a str,
    pub memory: &'a str,
    pub entry: &'a str,
}

/// The newest version of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Newest {
    pub entry_version_id: String,
    pub version: i64,
    pub content_hash: String,
}

pub fn newest(db: &Db, name: EntryName<'_>) -> Result<Option<Newest>> {
    db.query_row(
        "SELECT entry_version_id, version, content_hash FROM main.pc_lifecycle_entry
         WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND entry_id = ?3 ORDER BY version DESC LIMIT 1",
        &[name.scope.into(), name.memory.into(), name.entry.into()],
        |row| {
            Ok(Newest {
                entry_version_id: row.text(0)?.to_owned(),
                version: row.int(1)?,
                content_hash: row.text(2)?.to_owned(),
            })
        },
    )
}

/// The entries whose newest version has this content, in byte order, with that version.
pub fn with_content(
    db: &Db,
    scope: &str,
    memory: &str,
    hash: &str,
) -> Result<Vec<(String, String)>> {
    db.query(
        "SELECT entry_id, entry_version_id FROM main.pc_lifecycle_entry AS e INDEXED BY pc_lifecycle_entry_content
         WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND content_hash = ?3 AND NOT EXISTS (
           SELECT 1 FROM main.pc_lifecycle_entry AS later
           WHERE later.scope_id = e.scope_id AND later.memory_artifact_id = e.memory_artifact_id
             AND later.entry_id = e.entry_id AND later.version > e.version)
         ORDER BY entry_id",
        &[scope.into(), memory.into(), hash.into()],
        |row| Ok((row.text(0)?.to_owned(), row.text(1)?.to_owned())),
    )
}

/// Is the entry active in the manifest? None: it is in no manifest (any more). A revise keeps the state it finds.
pub fn is_active(db: &Db, name: EntryName<'_>) -> Result<Option<bool>> {
    let op = db.query_row(
        "SELECT op FROM main.pc_lifecycle_change INDEXED BY pc_lifecycle_change_entry
         WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND entry_id = ?3 AND op <> 'revise'
         ORDER BY revision DESC, ordinal DESC LIMIT 1",
        &[name.scope.into(), name.memory.into(), name.entry.into()],
        |row| row.text(0).map(str::to_owned),
    )?;
    match op.as_deref() {
        None | Some("compact") => Ok(None),
        Some("add" | "reactivate") => Ok(Some(true)),
        Some("deactivate") => Ok(Some(false)),
        Some(_) => Err(Refusal::internal("an unknown change")),
    }
}

/// The references of a version in their order; increments are no part of its content.
pub fn references(db: &Db, name: EntryName<'_>, version: &str) -> Result<Vec<Reference>> {
    db.query(
        "SELECT evidence_type, source_type, source_id, definition_version, materialization, effective_at,
                artifact_family, artifact_id, artifact_revision
         FROM main.pc_lifecycle_evidence
         WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND entry_id = ?3 AND entry_version_id = ?4
           AND is_increment = 0
         ORDER BY ordinal",
        &[name.scope.into(), name.memory.into(), name.entry.into(), version.into()],
        reference,
    )
}

fn reference(row: &Row) -> Result<Reference> {
    let owned = |column| Ok(row.text_or_null(column)?.map(str::to_owned));
    Ok(match row.text(0)? {
        "source" => Reference::Source {
            source_type: row.text(1)?.to_owned(),
            source_id: row.text(2)?.to_owned(),
            definition_version: owned(3)?,
            materialization: owned(4)?,
            effective_at: row.int_or_null(5)?,
        },
        _ => Reference::Artifact {
            family: row.text(6)?.to_owned(),
            artifact_id: row.text(7)?.to_owned(),
            revision: row.int(8)?,
        },
    })
}

/// A version to add.
#[derive(Debug)]
pub struct NewVersion<'a> {
    pub entry_version_id: &'a str,
    pub version: i64,
    pub previous: Option<&'a str>,
    pub kind: &'a str,
    pub text: &'a str,
    pub content_hash: &'a str,
    pub created_in_revision: i64,
    pub references: &'a [Reference],
}

pub fn add_version(db: &Db, name: EntryName<'_>, new: &NewVersion<'_>) -> Result<()> {
    db.insert(
        "INSERT INTO main.pc_lifecycle_entry
         (scope_id, memory_artifact_id, entry_id, entry_version_id, version, previous_version_id, kind, text,
          content_hash, created_in_revision)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        &[
            name.scope.into(),
            name.memory.into(),
            name.entry.into(),
            new.entry_version_id.into(),
            new.version.into(),
            new.previous.into(),
            new.kind.into(),
            new.text.into(),
            new.content_hash.into(),
            new.created_in_revision.into(),
        ],
    )?;
    for (at, reference) in new.references.iter().enumerate() {
        add_reference(db, name, new.entry_version_id, at + 1, reference)?;
    }
    Ok(())
}

fn add_reference(
    db: &Db,
    name: EntryName<'_>,
    version: &str,
    ordinal: usize,
    reference: &Reference,
) -> Result<()> {
    let ordinal = i64::try_from(ordinal).map_err(|_| Refusal::internal("too many references"))?;
    let identity = [
        name.scope.into(),
        name.memory.into(),
        name.entry.into(),
        version.into(),
    ];
    match reference {
        Reference::Source {
            source_type,
            source_id,
            definition_version,
            materialization,
            effective_at,
        } => db.insert(
            "INSERT INTO main.pc_lifecycle_evidence
             (scope_id, memory_artifact_id, entry_id, entry_version_id, ordinal, evidence_type,
              source_type, source_id, definition_version, materialization, effective_at)
             VALUES (?1, ?2, ?3, ?4, ?5, 'source', ?6, ?7, ?8, ?9, ?10)",
            &[
                identity[0],
                identity[1],
                identity[2],
                identity[3],
                ordinal.into(),
                source_type.into(),
                source_id.into(),
                definition_version.as_ref().into(),
                materialization.as_ref().into(),
                (*effective_at).into(),
            ],
        )?,
        Reference::Artifact {
            family,
            artifact_id,
            revision,
        } => db.insert(
            "INSERT INTO main.pc_lifecycle_evidence
             (scope_id, memory_artifact_id, entry_id, entry_version_id, ordinal, evidence_type,
              artifact_family, artifact_id, artifact_revision)
             VALUES (?1, ?2, ?3, ?4, ?5, 'artifact', ?6, ?7, ?8)",
            &[
                identity[0],
                identity[1],
                identity[2],
                identity[3],
                ordinal.into(),
                family.into(),
                artifact_id.into(),
                (*revision).into(),
            ],
        )?,
    };
    Ok(())
}

/// A manifest change, the only one of its revision, and when it was recorded.
#[derive(Debug, Clone, Copy)]
pub struct NewChange<'a> {
    pub revision: i64,
    pub op: &'static str,
    pub from: Option<&'a str>,
    pub to: Option<&'a str>,
    pub reason: Option<&'a str>,
    pub recorded_at: i64,
}

pub fn add_change(db: &Db, name: EntryName<'_>, new: &NewChange<'_>) -> Result<()> {
    db.insert(
        "INSERT INTO main.pc_lifecycle_change
         (scope_id, memory_artifact_id, revision, ordinal, op, entry_id, from_entry_version_id,
          to_entry_version_id, reason)
         VALUES (?1, ?2, ?3, 1, ?4, ?5, ?6, ?7, ?8)",
        &[
            name.scope.into(),
            name.memory.into(),
            new.revision.into(),
            new.op.into(),
            name.entry.into(),
            new.from.into(),
            new.to.into(),
            new.reason.into(),
        ],
    )?;
    db.insert(
        "INSERT INTO main.pc_lifecycle_observation
         (scope_id, memory_artifact_id, revision, entry_id, entry_version_id, event, recorded_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        &[
            name.scope.into(),
            name.memory.into(),
            new.revision.into(),
            name.entry.into(),
            new.to.or(new.from).into(),
            new.op.into(),
            new.recorded_at.into(),
        ],
    )?;
    Ok(())
}
