//! The records of one scope, read row by row from the store's tables.

use crate::engine::{text, Engine};
use pc_client::Cell;

#[derive(Debug, Clone)]
pub struct Version {
    pub memory: String,
    pub entry: String,
    pub id: String,
    pub number: i64,
    pub kind: String,
    pub text: String,
    pub created_in: i64,
}

#[derive(Debug, Clone)]
pub struct Change {
    pub memory: String,
    pub entry: String,
    pub revision: i64,
    pub op: String,
    pub reason: Option<String>,
}

/// A source, an increment (`later`), or where `source` is None an artifact reference.
#[derive(Debug, Clone)]
pub struct Evidence {
    pub memory: String,
    pub entry: String,
    pub version: String,
    pub source: Option<(String, String)>,
    pub effective_at: Option<i64>,
    pub artifact: Option<(String, String, i64)>,
    pub later: bool,
}

/// Only those whose hash matches what they say.
#[derive(Debug, Clone)]
pub struct Snapshot {
    pub memory: String,
    pub entry: String,
    pub version: String,
    pub source: (String, String),
    pub authority: i64,
    pub verification: String,
}

#[derive(Debug, Clone)]
pub struct Observation {
    pub memory: String,
    pub entry: String,
    pub version: String,
    pub revision: i64,
    pub event: String,
    pub recorded_at: i64,
}

/// A relation with its events in order: status, subject's and object's revision.
#[derive(Debug, Clone)]
pub struct Relation {
    pub id: String,
    pub kind: String,
    pub subject: (String, String),
    pub object: (String, String),
    pub events: Vec<(String, i64, i64)>,
}

#[derive(Debug, Clone)]
pub struct Mark {
    pub memory: String,
    pub entry: String,
    pub name: String,
    pub value: Option<String>,
    pub by_user: bool,
}

#[derive(Debug, Clone)]
pub struct Records {
    pub scope: String,
    pub versions: Vec<Version>,
    pub changes: Vec<Change>,
    pub evidence: Vec<Evidence>,
    pub snapshots: Vec<Snapshot>,
    pub observations: Vec<Observation>,
    pub relations: Vec<Relation>,
    pub marks: Vec<Mark>,
}

fn maybe(cell: &Cell) -> Option<String> {
    (!cell.is_null()).then(|| text(cell))
}

fn int(cell: &Cell) -> i64 {
    maybe_int(cell).expect("an integer")
}

fn maybe_int(cell: &Cell) -> Option<i64> {
    match cell {
        Cell::Int(number) => Some(*number),
        _ => None,
    }
}

impl Records {
    /// Reads the scope's records; versions come in the order of their numbers, changes and marks in that of their logs.
    pub fn read(engine: &mut dyn Engine, scope: &str) -> Records {
        let mut rows = |sql: &str| {
            let sql = format!("SELECT {sql}");
            engine.query(&sql, &[Cell::from(scope)]).expect(&sql).rows
        };
        let versions = rows("memory_artifact_id, entry_id, entry_version_id, version, kind, text, created_in_revision FROM pc_lifecycle_entry WHERE scope_id = ? ORDER BY 1, 2, version");
        let changes = rows("memory_artifact_id, entry_id, revision, op, reason FROM pc_lifecycle_change WHERE scope_id = ? ORDER BY 1, revision, ordinal");
        let evidence = rows("memory_artifact_id, entry_id, entry_version_id, evidence_type, source_type, source_id, effective_at, artifact_family, artifact_id, artifact_revision, is_increment FROM pc_lifecycle_evidence WHERE scope_id = ? ORDER BY 1, 2, 3, ordinal");
        let snapshots = rows("memory_artifact_id, entry_id, entry_version_id, source_type, source_id, definition_version, declaration_version, authority, verification, late, recorded_at, snapshot_hash FROM pc_lifecycle_snapshot WHERE scope_id = ?");
        let observations = rows("memory_artifact_id, entry_id, entry_version_id, revision, event, recorded_at FROM pc_lifecycle_observation WHERE scope_id = ? ORDER BY revision");
        let relations = rows("relation_id, kind, subject_memory_artifact_id, subject_entry_id, object_memory_artifact_id, object_entry_id FROM pc_lifecycle_relation WHERE scope_id = ? ORDER BY 1");
        let events = rows("relation_id, status, subject_revision, object_revision FROM pc_lifecycle_relation_event WHERE scope_id = ? ORDER BY 1, ordinal");
        let marks = rows("memory_artifact_id, entry_id, mark, value, actor_kind FROM pc_lifecycle_mark WHERE scope_id = ? ORDER BY 1, 2, ordinal");
        Records {
            scope: scope.to_owned(),
            versions: versions
                .iter()
                .map(|r| Version {
                    memory: text(&r[0]),
                    entry: text(&r[1]),
                    id: text(&r[2]),
                    number: int(&r[3]),
                    kind: text(&r[4]),
                    text: text(&r[5]),
                    created_in: int(&r[6]),
                })
                .collect(),
            changes: changes
                .iter()
                .map(|r| Change {
                    memory: text(&r[0]),
                    entry: text(&r[1]),
                    revision: int(&r[2]),
                    op: text(&r[3]),
                    reason: maybe(&r[4]),
                })
                .collect(),
            evidence: evidence
                .iter()
                .map(|r| {
                    let is_source = text(&r[3]) == "source";
                    Evidence {
                        memory: text(&r[0]),
                        entry: text(&r[1]),
                        version: text(&r[2]),
                        source: is_source.then(|| (text(&r[4]), text(&r[5]))),
                        effective_at: maybe_int(&r[6]),
                        artifact: (!is_source).then(|| (text(&r[7]), text(&r[8]), int(&r[9]))),
                        later: int(&r[10]) == 1,
                    }
                })
                .collect(),
            snapshots: snapshots
                .iter()
                .filter(|r| super::digest::snapshot_hash(scope, r) == text(&r[11]))
                .map(|r| Snapshot {
                    memory: text(&r[0]),
                    entry: text(&r[1]),
                    version: text(&r[2]),
                    source: (text(&r[3]), text(&r[4])),
                    authority: int(&r[7]),
                    verification: text(&r[8]),
                })
                .collect(),
            observations: observations
                .iter()
                .map(|r| Observation {
                    memory: text(&r[0]),
                    entry: text(&r[1]),
                    version: text(&r[2]),
                    revision: int(&r[3]),
                    event: text(&r[4]),
                    recorded_at: int(&r[5]),
                })
                .collect(),
            relations: relations
                .iter()
                .map(|r| Relation {
                    id: text(&r[0]),
                    kind: text(&r[1]),
                    subject: (text(&r[2]), text(&r[3])),
                    object: (text(&r[4]), text(&r[5])),
                    events: events
                        .iter()
                        .filter(|e| text(&e[0]) == text(&r[0]))
                        .map(|e| (text(&e[1]), int(&e[2]), int(&e[3])))
                        .collect(),
                })
                .collect(),
            marks: marks
                .iter()
                .map(|r| Mark {
                    memory: text(&r[0]),
                    entry: text(&r[1]),
                    name: text(&r[2]),
                    value: maybe(&r[3]),
                    by_user: text(&r[4]) == "user",
                })
                .collect(),
        }
    }

    /// The versions of an entry in their order.
    pub fn of_entry(&self, memory: &str, entry: &str) -> Vec<&Version> {
        self.versions
            .iter()
            .filter(|v| v.memory == memory && v.entry == entry)
            .collect()
    }

    pub fn version(&self, memory: &str, entry: &str, id: &str) -> &Version {
        let mut of_entry = self.of_entry(memory, entry).into_iter();
        of_entry.find(|v| v.id == id).expect("a known version")
    }

    /// What a version itself cites, increments left out or the only ones kept.
    pub fn cites(&self, version: &Version, later: bool) -> Vec<&Evidence> {
        self.evidence
            .iter()
            .filter(|e| e.memory == version.memory && e.entry == version.entry)
            .filter(|e| e.version == version.id && e.later == later)
            .collect()
    }

    pub fn snapshot(&self, version: &Version, source: &(String, String)) -> Option<&Snapshot> {
        self.snapshots.iter().find(|s| {
            s.memory == version.memory
                && s.entry == version.entry
                && s.version == version.id
                && s.source == *source
        })
    }
}
