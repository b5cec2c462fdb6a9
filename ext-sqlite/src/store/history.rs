//! What happened to an entry, from its first version to its last mark?
//!
//! ```text
//! history(db, "s", EntryKey::new("memory", "ent_1"))
//! ```
//!
//! One line an event: the manifest's changes, what became of relations that name the entry, and its marks. They stand in
//! the order of the revision at which they took effect; within one, changes before relations before marks. Behind them the
//! chain of supersessions from the second hop to its end, so that the entry that holds now is named.

use std::collections::BTreeSet;

use crate::nested::Db;
use crate::projection::facts::{Change, Entry, EntryKey, Op};
use crate::projection::{EntryProjection, Validity};
use crate::refusal::{refuse, Result};
use crate::store::relation;
use crate::store::standing::Reader;

/// A line of the history; what does not apply to its kind is None.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Event {
    pub revision: Option<i64>,
    /// add, revise, deactivate, reactivate, compact; equal, similar, contradicts, supersedes, superseded_by; mark; chain.
    pub event: &'static str,
    pub entry_version_id: Option<String>,
    pub kind: Option<String>,
    pub text: Option<String>,
    /// A relation's status, `mark=value`, or the hop of a chain.
    pub value: Option<String>,
    pub reason: Option<String>,
    /// The entry on the other side of a relation, or at the hop: Memory and entry.
    pub other: Option<(String, String)>,
    pub actor: Option<String>,
    pub recorded_at: Option<i64>,
    /// Of the version, today.
    pub validity: Option<Validity>,
    pub validity_reason: Option<String>,
    pub successor: Option<(String, Option<String>)>,
}

pub fn history(db: &Db, scope: &str, key: &EntryKey) -> Result<Vec<Event>> {
    let mut reader = Reader::open(db)?;
    let unknown = || refuse("entry_unknown", &[&key.entry, &key.memory]);
    let projection = reader.derived(scope, key, None)?.ok_or_else(unknown)?;
    let entry = reader.authority().entry(scope, key)?;
    let texts = reader.authority().texts(scope, key)?;
    let mut events: Vec<(Place, Event)> = Vec::new();
    for change in &entry.changes {
        let event = changed(db, scope, &entry, change, &projection, &texts)?;
        events.push(((change.revision, 0, String::new(), change.ordinal), event));
    }
    related(db, scope, key, &mut events)?;
    marked(db, scope, key, &mut events)?;
    events.sort_by(|a, b| a.0.cmp(&b.0));
    let mut events: Vec<Event> = events.into_iter().map(|event| event.1).collect();
    events.extend(chain(db, scope, key)?);
    Ok(events)
}

/// Revision, class, id, ordinal.
type Place = (i64, u8, String, i64);

fn changed(
    db: &Db,
    scope: &str,
    entry: &Entry,
    change: &Change,
    projection: &EntryProjection,
    texts: &[String],
) -> Result<Event> {
    // The version that the entry had once the change was made.
    let until = entry
        .versions
        .partition_point(|version| version.created_in_revision <= change.revision);
    let at = until.checked_sub(1);
    let version = at.map(|at| &entry.versions[at]);
    let mut event = Event {
        revision: Some(change.revision),
        event: name(change.op),
        entry_version_id: version.map(|version| version.entry_version_id.clone()),
        reason: change.reason.clone(),
        ..Event::default()
    };
    if let Some(version) = version {
        let keys = [
            scope.into(),
            (&entry.key.memory).into(),
            (&entry.key.entry).into(),
            (&version.entry_version_id).into(),
            change.revision.into(),
        ];
        event.recorded_at = db.query_row(
            "SELECT recorded_at FROM main.pc_lifecycle_observation
             WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND entry_id = ?3 AND entry_version_id = ?4 AND revision = ?5",
            &keys,
            |row| row.int(0),
        )?;
    }
    if let (Op::Add | Op::Revise, Some(at), Some(version)) = (change.op, at, version) {
        event.kind = Some(version.kind.clone());
        event.text = texts.get(at).cloned();
        if let Some(row) = projection.rows.get(at) {
            let successor = row.verdict.successor.as_ref();
            event.validity = Some(row.verdict.validity);
            event.validity_reason.clone_from(&row.verdict.reason);
            event.successor = successor.map(|s| (s.entry_id.clone(), s.entry_version_id.clone()));
        }
    }
    Ok(event)
}

fn name(op: Op) -> &'static str {
    match op {
        Op::Add => "add",
        Op::Revise => "revise",
        Op::Deactivate => "deactivate",
        Op::Reactivate => "reactivate",
        Op::Compact => "compact",
    }
}

fn related(db: &Db, scope: &str, key: &EntryKey, into: &mut Vec<(Place, Event)>) -> Result<()> {
    let mut rows = db.prepare(
        "SELECT r.relation_id, e.ordinal, r.kind, e.status, e.subject_revision, r.subject_entry_version_id,
           r.object_memory_artifact_id, r.object_entry_id, e.recorded_at, 1
         FROM main.pc_lifecycle_relation AS r INDEXED BY pc_lifecycle_relation_subject
         CROSS JOIN main.pc_lifecycle_relation_event AS e ON e.scope_id = r.scope_id AND e.relation_id = r.relation_id
         WHERE r.scope_id = ?1 AND r.subject_memory_artifact_id = ?2 AND r.subject_entry_id = ?3
         UNION ALL
         SELECT r.relation_id, e.ordinal, r.kind, e.status, e.object_revision, r.object_entry_version_id,
           r.subject_memory_artifact_id, r.subject_entry_id, e.recorded_at, 0
         FROM main.pc_lifecycle_relation AS r INDEXED BY pc_lifecycle_relation_object
         CROSS JOIN main.pc_lifecycle_relation_event AS e ON e.scope_id = r.scope_id AND e.relation_id = r.relation_id
         WHERE r.scope_id = ?1 AND r.object_memory_artifact_id = ?2 AND r.object_entry_id = ?3",
    )?;
    rows.bind(&[scope.into(), (&key.memory).into(), (&key.entry).into()])?;
    while rows.step()? {
        let row = rows.row();
        let id = row.text(0)?.to_owned();
        let is_subject = row.int(9)? == 1;
        let event = match (row.text(2)?, is_subject) {
            ("equal", _) => "equal",
            ("similar", _) => "similar",
            ("contradicts", _) => "contradicts",
            (_, true) => "supersedes",
            (_, false) => "superseded_by",
        };
        let revision = row.int(4)?;
        into.push((
            (revision, 1, id.clone(), row.int(1)?),
            Event {
                revision: Some(revision),
                event,
                entry_version_id: Some(row.text(5)?.to_owned()),
                value: Some(row.text(3)?.to_owned()),
                reason: Some(id),
                other: Some((row.text(6)?.to_owned(), row.text(7)?.to_owned())),
                recorded_at: Some(row.int(8)?),
                ..Event::default()
            },
        ));
    }
    Ok(())
}

fn marked(db: &Db, scope: &str, key: &EntryKey, into: &mut Vec<(Place, Event)>) -> Result<()> {
    let mut rows = db.prepare(
        "SELECT ordinal, revision, mark, value, actor, reason, recorded_at FROM main.pc_lifecycle_mark
         WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND entry_id = ?3",
    )?;
    rows.bind(&[scope.into(), (&key.memory).into(), (&key.entry).into()])?;
    while rows.step()? {
        let row = rows.row();
        let revision = row.int(1)?;
        let value = format!("{}={}", row.text(2)?, row.text_or_null(3)?.unwrap_or(""));
        into.push((
            (revision, 2, String::new(), row.int(0)?),
            Event {
                revision: Some(revision),
                event: "mark",
                value: Some(value),
                reason: row.text_or_null(5)?.map(str::to_owned),
                actor: Some(row.text(4)?.to_owned()),
                recorded_at: Some(row.int(6)?),
                ..Event::default()
            },
        ));
    }
    Ok(())
}

/// The supersessions behind the entry's own, one hop a line.
fn chain(db: &Db, scope: &str, key: &EntryKey) -> Result<Vec<Event>> {
    let mut events = Vec::new();
    let mut met = BTreeSet::from([key.clone()]);
    let mut at = key.clone();
    for hop in 1.. {
        let Some(next) = relation::supersession(db, scope, &at.memory, &at.entry)? else {
            break;
        };
        at = EntryKey::new(&next.subject.memory, &next.subject.entry);
        if !met.insert(at.clone()) {
            break;
        }
        if hop > 1 {
            events.push(Event {
                event: "chain",
                value: Some(hop.to_string()),
                reason: Some(next.relation_id),
                other: Some((at.memory.clone(), at.entry.clone())),
                ..Event::default()
            });
        }
    }
    Ok(events)
}
