//! How does an entry get its first version, and its next?
//!
//! ```text
//! remember  add an entry; equal to one that stands: nothing is written. Equal to one that does not: a new entry, tied to
//!           the old one by an `equal` relation, because its text must not be lost to a dead record
//! revise    the next version of an entry that stands: it keeps what was cited before and adds what is given
//! ```

use crate::guard::Value;
use crate::nested::Db;
use crate::projection::snapshot::SnapshotContent;
use crate::refusal::{refuse, Result};
use crate::store::entry::{
    add_change, add_version, newest, references, with_content, EntryName, NewChange, NewVersion,
};
use crate::store::{declaration, head, relation, snapshot};
use crate::write::content::{content_hash, entry_id, equal_relation_id, version_id};
use crate::write::evidence::{merged, Reference};
use crate::write::standing::{standing, Standing};
use crate::write::{answer, Memory};

/// What an entry says and cites.
#[derive(Debug)]
pub struct Content<'a> {
    pub kind: &'a str,
    pub text: &'a str,
    pub references: Vec<Reference>,
}

pub fn remember(db: &Db, at: Memory<'_>, content: &Content<'_>, id: Option<&str>) -> Result<Value> {
    at.write(db, |db, revision| {
        let hash = content_hash(content.kind, content.text, &content.references);
        let mut fallen: Option<(String, String)> = None;
        for (entry, version) in with_content(db, at.scope, at.memory, &hash)? {
            if standing(db, name(at, &entry))?.is_some_and(|now| now.stands()) {
                return Ok(answer(&[
                    ("entry_id", (&entry).into()),
                    ("entry_version_id", (&version).into()),
                    ("equal_to", None::<&str>.into()),
                    ("outcome", "unchanged".into()),
                    ("revision", at.expected_revision.into()),
                ]));
            }
            fallen.get_or_insert((entry, version));
        }
        let entry = id.map_or_else(|| entry_id(at.scope, at.memory, revision), str::to_owned);
        if newest(db, name(at, &entry))?.is_some() {
            return Err(refuse("entry_exists", &[&entry]));
        }
        let version = version_id(at.scope, at.memory, revision);
        let new = NewVersion {
            entry_version_id: &version,
            version: 1,
            previous: None,
            kind: content.kind,
            text: content.text,
            content_hash: &hash,
            created_in_revision: revision,
            references: &content.references,
        };
        add(db, at, name(at, &entry), &new, "add", None)?;
        if let Some((old, old_version)) = &fallen {
            tie_equals(db, at, revision, (&entry, &version), (old, old_version))?;
        }
        head::advance(db, at.scope, at.memory, revision)?;
        if let Some((old, _)) = &fallen {
            head::log(db, at.scope, at.memory, &[old])?;
        }
        Ok(answer(&[
            ("entry_id", (&entry).into()),
            ("entry_version_id", (&version).into()),
            ("equal_to", fallen.as_ref().map(|(old, _)| old).into()),
            ("outcome", "added".into()),
            ("revision", revision.into()),
        ]))
    })
}

pub fn revise(
    db: &Db,
    at: Memory<'_>,
    entry: &str,
    content: Content<'_>,
    reason: Option<&str>,
) -> Result<Value> {
    at.write(db, |db, revision| {
        let of = name(at, entry);
        let unknown = || refuse("entry_unknown", &[entry, at.memory]);
        let before = newest(db, of)?.ok_or_else(unknown)?;
        let now: Standing = standing(db, of)?.ok_or_else(unknown)?;
        if !now.stands() {
            return Err(refuse("entry_not_current", &[entry, now.validity.name()]));
        }
        let cited = references(db, of, &before.entry_version_id)?;
        let cited = merged(cited, content.references);
        let hash = content_hash(content.kind, content.text, &cited);
        if hash == before.content_hash {
            return Ok(answer(&[
                ("entry_id", entry.into()),
                ("entry_version_id", (&before.entry_version_id).into()),
                ("outcome", "unchanged".into()),
                ("revision", at.expected_revision.into()),
            ]));
        }
        let version = version_id(at.scope, at.memory, revision);
        let new = NewVersion {
            entry_version_id: &version,
            version: before.version + 1,
            previous: Some(&before.entry_version_id),
            kind: content.kind,
            text: content.text,
            content_hash: &hash,
            created_in_revision: revision,
            references: &cited,
        };
        add(db, at, of, &new, "revise", reason)?;
        head::advance(db, at.scope, at.memory, revision)?;
        Ok(answer(&[
            ("entry_id", entry.into()),
            ("entry_version_id", (&version).into()),
            ("outcome", "revised".into()),
            ("revision", revision.into()),
        ]))
    })
}

fn name<'a>(at: Memory<'a>, entry: &'a str) -> EntryName<'a> {
    EntryName {
        scope: at.scope,
        memory: at.memory,
        entry,
    }
}

/// Writes a version with its change, its time and what its sources were declared to be.
fn add(
    db: &Db,
    at: Memory<'_>,
    of: EntryName<'_>,
    new: &NewVersion<'_>,
    op: &'static str,
    reason: Option<&str>,
) -> Result<()> {
    add_version(db, of, new)?;
    let change = NewChange {
        revision: new.created_in_revision,
        op,
        from: new.previous,
        to: Some(new.entry_version_id),
        reason,
        recorded_at: at.recorded_at,
    };
    add_change(db, of, &change)?;
    for reference in new.references {
        let Reference::Source {
            source_type,
            source_id,
            definition_version: Some(definition_version),
            ..
        } = reference
        else {
            continue;
        };
        let Some(declared) = declaration::in_force(db, source_type, definition_version)? else {
            continue;
        };
        snapshot::add(
            db,
            &SnapshotContent {
                scope_id: of.scope,
                memory_artifact_id: of.memory,
                entry_id: of.entry,
                entry_version_id: new.entry_version_id,
                source_type,
                source_id,
                definition_version,
                declaration_version: &declared.declaration_version,
                authority: declared.authority,
                verification: &declared.verification,
                late: false,
                recorded_at: at.recorded_at,
            },
        )?;
    }
    Ok(())
}

fn tie_equals(
    db: &Db,
    at: Memory<'_>,
    revision: i64,
    new: (&str, &str),
    old: (&str, &str),
) -> Result<()> {
    let side = |(entry, version): (&str, &str)| relation::Side {
        memory: at.memory.to_owned(),
        entry: entry.to_owned(),
        version: version.to_owned(),
    };
    let tie = relation::Relation {
        relation_id: equal_relation_id(at.scope, at.memory, new.0, old.0),
        kind: "equal".to_owned(),
        subject: side(new),
        object: side(old),
    };
    let event = relation::Event {
        status: "open",
        subject_revision: revision,
        object_revision: revision,
        operation_id: None,
        recorded_at: at.recorded_at,
    };
    if relation::find(db, at.scope, &tie.relation_id)?.is_some() {
        return Err(refuse("relation_exists", &[&tie.relation_id]));
    }
    relation::add(db, at.scope, &tie, None, &event)
}
