//! Which relations are recorded, and in which state? A relation is written once; its state is its last event.

use crate::nested::{Db, Row};
use crate::refusal::Result;

/// The version that every relation written here names as its rule.
const RULE_VERSION: &str = "relation.v1";

/// One side of a relation: an entry and the version it had then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    pub memory: String,
    pub entry: String,
    pub version: String,
}

impl Side {
    /// Do both name the same entry, whatever the version?
    pub fn names(&self, memory: &str, entry: &str) -> bool {
        self.memory == memory && self.entry == entry
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    pub relation_id: String,
    pub kind: String,
    pub subject: Side,
    pub object: Side,
}

/// The state that a relation comes to.
#[derive(Debug, Clone, Copy)]
pub struct Event<'a> {
    pub status: &'a str,
    pub subject_revision: i64,
    pub object_revision: i64,
    pub operation_id: Option<&'a str>,
    pub recorded_at: i64,
}

const COLUMNS: &str = "r.relation_id, r.kind, r.subject_memory_artifact_id, r.subject_entry_id, \
     r.subject_entry_version_id, r.object_memory_artifact_id, r.object_entry_id, r.object_entry_version_id";

fn read(row: &Row) -> Result<Relation> {
    let side = |at| {
        Ok(Side {
            memory: row.text(at)?.to_owned(),
            entry: row.text(at + 1)?.to_owned(),
            version: row.text(at + 2)?.to_owned(),
        })
    };
    Ok(Relation {
        relation_id: row.text(0)?.to_owned(),
        kind: row.text(1)?.to_owned(),
        subject: side(2)?,
        object: side(5)?,
    })
}

pub fn find(db: &Db, scope: &str, relation_id: &str) -> Result<Option<Relation>> {
    db.query_row(
        &format!(
            "SELECT {COLUMNS} FROM main.pc_lifecycle_relation AS r WHERE r.scope_id = ?1 AND r.relation_id = ?2"
        ),
        &[scope.into(), relation_id.into()],
        read,
    )
}

/// The first and the last state of a relation.
pub fn statuses(db: &Db, scope: &str, relation_id: &str) -> Result<Option<(String, String)>> {
    let all = db.query(
        "SELECT status FROM main.pc_lifecycle_relation_event
         WHERE scope_id = ?1 AND relation_id = ?2 ORDER BY ordinal",
        &[scope.into(), relation_id.into()],
        |row| row.text(0).map(str::to_owned),
    )?;
    Ok(all.first().cloned().zip(all.last().cloned()))
}

/// The standing supersession of which this entry is the predecessor.
pub fn supersession(db: &Db, scope: &str, memory: &str, entry: &str) -> Result<Option<Relation>> {
    db.query_row(
        &format!(
            "SELECT {COLUMNS} FROM main.pc_lifecycle_relation AS r INDEXED BY pc_lifecycle_relation_object
             WHERE r.scope_id = ?1 AND r.object_memory_artifact_id = ?2 AND r.object_entry_id = ?3
               AND r.kind = 'supersedes' AND 'standing' = (
                 SELECT e.status FROM main.pc_lifecycle_relation_event AS e
                 WHERE e.scope_id = r.scope_id AND e.relation_id = r.relation_id
                 ORDER BY e.ordinal DESC LIMIT 1)
             ORDER BY r.relation_id LIMIT 1"
        ),
        &[scope.into(), memory.into(), entry.into()],
        read,
    )
}

/// Records a relation in its first state. `evidence`: what was named for it, canonical JSON.
pub fn add(
    db: &Db,
    scope: &str,
    relation: &Relation,
    evidence: Option<&str>,
    event: &Event<'_>,
) -> Result<()> {
    db.insert(
        "INSERT INTO main.pc_lifecycle_relation
         (scope_id, relation_id, kind, subject_memory_artifact_id, subject_entry_id, subject_entry_version_id,
          object_memory_artifact_id, object_entry_id, object_entry_version_id, rule_version, evidence, recorded_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        &[
            scope.into(),
            (&relation.relation_id).into(),
            (&relation.kind).into(),
            (&relation.subject.memory).into(),
            (&relation.subject.entry).into(),
            (&relation.subject.version).into(),
            (&relation.object.memory).into(),
            (&relation.object.entry).into(),
            (&relation.object.version).into(),
            RULE_VERSION.into(),
            evidence.into(),
            event.recorded_at.into(),
        ],
    )?;
    add_event(db, scope, &relation.relation_id, event)
}

/// Moves a relation to its next state.
pub fn add_event(db: &Db, scope: &str, relation_id: &str, event: &Event<'_>) -> Result<()> {
    let last = db.query_row(
        "SELECT max(ordinal) FROM main.pc_lifecycle_relation_event WHERE scope_id = ?1 AND relation_id = ?2",
        &[scope.into(), relation_id.into()],
        |row| row.int_or_null(0),
    )?;
    db.insert(
        "INSERT INTO main.pc_lifecycle_relation_event
         (scope_id, relation_id, ordinal, status, subject_revision, object_revision, operation_id, recorded_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        &[
            scope.into(),
            relation_id.into(),
            (last.flatten().unwrap_or(0) + 1).into(),
            event.status.into(),
            event.subject_revision.into(),
            event.object_revision.into(),
            event.operation_id.into(),
            event.recorded_at.into(),
        ],
    )?;
    Ok(())
}

/// The operation of this id: its kind and canonical body.
pub fn operation(db: &Db, scope: &str, operation_id: &str) -> Result<Option<(String, String)>> {
    db.query_row(
        "SELECT kind, body FROM main.pc_lifecycle_operation WHERE scope_id = ?1 AND operation_id = ?2",
        &[scope.into(), operation_id.into()],
        |row| Ok((row.text(0)?.to_owned(), row.text(1)?.to_owned())),
    )
}

pub fn add_operation(
    db: &Db,
    scope: &str,
    operation_id: &str,
    kind: &str,
    body: &str,
    recorded_at: i64,
) -> Result<()> {
    db.insert(
        "INSERT INTO main.pc_lifecycle_operation (scope_id, operation_id, kind, body, recorded_at)
         VALUES (?1, ?2, ?3, ?4, ?5)",
        &[
            scope.into(),
            operation_id.into(),
            kind.into(),
            body.into(),
            recorded_at.into(),
        ],
    )?;
    Ok(())
}
