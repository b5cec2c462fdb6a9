//! How are all entries of a native Memory read, for a rebuild? Each table once, in the order of the entries, side by side.
//!
//! ```text
//! let mut entries = Entries::of(db, "s", "memory")?;
//! while let Some(entry) = entries.next()? { … }         what Facts::of would have fetched entry by entry
//! ```
//!
//! Asking entry by entry costs a descent into each of eight trees for every entry; this costs a step. No more than one
//! entry is held at a time. What an entry leans on elsewhere is not read here.

use super::record::{self, find, known};
use crate::nested::{Cell, Db, Row, Statement};
use crate::port::native;
use crate::projection::facts::{Artifact, Change, Entry, EntryKey, Op, Version};
use crate::refusal::Result;

/// A statement whose first column is the entry; it stands on the next row that was not taken.
struct Stream {
    rows: Statement,
    there: bool,
}

impl Stream {
    fn open(db: &Db, sql: &str, keys: &[Cell<'_>]) -> Result<Stream> {
        let mut rows = db.prepare(sql)?;
        rows.bind(keys)?;
        let there = rows.step()?;
        Ok(Stream { rows, there })
    }

    /// Takes the rows of this entry; what is left of entries before it belongs to none.
    fn take(&mut self, entry: &str, mut each: impl FnMut(&Row) -> Result<()>) -> Result<()> {
        while self.there {
            let row = self.rows.row();
            match row.text(0)?.cmp(entry) {
                std::cmp::Ordering::Greater => break,
                std::cmp::Ordering::Equal => each(row)?,
                std::cmp::Ordering::Less => {}
            }
            self.there = self.rows.step()?;
        }
        Ok(())
    }
}

/// The entries of a Memory in byte order, with everything that is said about each.
pub struct Entries {
    scope: String,
    memory: String,
    versions: Stream,
    changes: Stream,
    evidence: Stream,
    snapshots: Stream,
    observations: Stream,
    marks: Stream,
    as_subject: Stream,
    as_object: Stream,
}

impl Entries {
    pub fn of(db: &Db, scope: &str, memory: &str) -> Result<Entries> {
        let keys: [Cell<'_>; 2] = [scope.into(), memory.into()];
        let open = |sql| Stream::open(db, sql, &keys);
        Ok(Entries {
            scope: scope.to_owned(),
            memory: memory.to_owned(),
            versions: open(VERSIONS)?,
            changes: open(CHANGES)?,
            evidence: open(EVIDENCE)?,
            snapshots: open(SNAPSHOTS)?,
            observations: open(OBSERVATIONS)?,
            marks: open(MARKS)?,
            as_subject: open(AS_SUBJECT)?,
            as_object: open(AS_OBJECT)?,
        })
    }

    pub fn next(&mut self) -> Result<Option<Entry>> {
        if !self.versions.there {
            return Ok(None);
        }
        let id = self.versions.rows.row().text(0)?.to_owned();
        let mut entry = Entry::unknown(EntryKey::new(&self.memory, &id));
        self.versions(&mut entry)?;
        self.evidence(&mut entry)?;
        self.snapshots(&mut entry)?;
        self.changes.take(&id, |row| {
            entry.changes.push(Change {
                revision: row.int(1)?,
                ordinal: row.int(2)?,
                op: known(Op::parse(row.text(3)?))?,
                reason: row.text_or_null(4)?.map(str::to_owned),
            });
            Ok(())
        })?;
        self.observations.take(&id, |row| {
            entry.observations.push(record::observation(row, 1)?);
            Ok(())
        })?;
        self.marks.take(&id, |row| {
            entry.marks.push(record::mark(row, 1)?);
            Ok(())
        })?;
        let relations = &mut entry.relations;
        self.as_subject
            .take(&id, |row| record::relation(row, 1, true, relations))?;
        self.as_object
            .take(&id, |row| record::relation(row, 1, false, relations))?;
        Ok(Some(entry))
    }

    /// The tree is in the order of version ids; the rules want that of versions.
    fn versions(&mut self, entry: &mut Entry) -> Result<()> {
        let mut texts: Vec<(Version, String)> = Vec::with_capacity(1);
        self.versions.take(&entry.key.entry, |row| {
            let version = Version {
                entry_version_id: row.text(1)?.to_owned(),
                version: row.int(2)?,
                kind: row.text(3)?.to_owned(),
                changed: false,
                created_in_revision: row.int(4)?,
                sources: vec![],
                increments: vec![],
                artifacts: vec![],
            };
            texts.push((version, row.text(5)?.to_owned()));
            Ok(())
        })?;
        texts.sort_by_key(|(version, _)| version.version);
        for at in 1..texts.len() {
            let (before, now) = (&texts[at - 1], &texts[at]);
            texts[at].0.changed = before.0.kind != now.0.kind || before.1 != now.1;
        }
        entry.versions = texts.into_iter().map(|(version, _)| version).collect();
        Ok(())
    }

    fn evidence(&mut self, entry: &mut Entry) -> Result<()> {
        let versions = &mut entry.versions;
        self.evidence.take(&entry.key.entry, |row| {
            let Some(version) = find(versions, row.text(1)?) else {
                return Ok(());
            };
            if row.text(2)? == "source" {
                let source = native::source(row, 3)?;
                if row.int(11)? == 1 {
                    version.increments.push(source);
                } else {
                    version.sources.push(source);
                }
            } else {
                version.artifacts.push(Artifact {
                    family: row.text(7)?.to_owned(),
                    artifact_id: row.text(8)?.to_owned(),
                    revision: row.int(9)?,
                    is_merge_input: row.int(10)? != 0,
                });
            }
            Ok(())
        })
    }

    fn snapshots(&mut self, entry: &mut Entry) -> Result<()> {
        let Entry { key, versions, .. } = entry;
        let scope = &self.scope;
        self.snapshots.take(&key.entry, |row| {
            record::snapshot(row, 1, scope, key, versions)
        })
    }
}

const VERSIONS: &str = "
SELECT entry_id, entry_version_id, version, kind, created_in_revision, text FROM main.pc_lifecycle_entry NOT INDEXED
WHERE scope_id = ?1 AND memory_artifact_id = ?2 ORDER BY entry_id, entry_version_id";

/// Sorted by SQLite: its index on entries would send every row to another page of the log.
const CHANGES: &str = "
SELECT entry_id, revision, ordinal, op, reason FROM main.pc_lifecycle_change NOT INDEXED
WHERE scope_id = ?1 AND memory_artifact_id = ?2 ORDER BY +entry_id, revision, ordinal";

const EVIDENCE: &str = "
SELECT entry_id, entry_version_id, evidence_type, source_type, source_id, definition_version, effective_at,
  artifact_family, artifact_id, artifact_revision, is_merge_input, is_increment
FROM main.pc_lifecycle_evidence NOT INDEXED
WHERE scope_id = ?1 AND memory_artifact_id = ?2 ORDER BY entry_id, entry_version_id, ordinal";

const SNAPSHOTS: &str = "
SELECT entry_id, entry_version_id, source_type, source_id, definition_version, declaration_version, authority,
  verification, late, recorded_at, snapshot_hash
FROM main.pc_lifecycle_snapshot
WHERE scope_id = ?1 AND memory_artifact_id = ?2 ORDER BY entry_id, entry_version_id, source_type, source_id";

const OBSERVATIONS: &str = "
SELECT entry_id, revision, entry_version_id, event, recorded_at FROM main.pc_lifecycle_observation
WHERE scope_id = ?1 AND memory_artifact_id = ?2 ORDER BY entry_id, entry_version_id, revision";

const MARKS: &str = "
SELECT entry_id, mark, value, actor_kind FROM main.pc_lifecycle_mark
WHERE scope_id = ?1 AND memory_artifact_id = ?2 ORDER BY entry_id, ordinal";

const AS_SUBJECT: &str = "
SELECT r.subject_entry_id, r.relation_id, r.kind, r.object_memory_artifact_id, r.object_entry_id,
  r.object_entry_version_id, e.status, e.subject_revision, e.object_revision
FROM main.pc_lifecycle_relation AS r INDEXED BY pc_lifecycle_relation_subject
CROSS JOIN main.pc_lifecycle_relation_event AS e ON e.scope_id = r.scope_id AND e.relation_id = r.relation_id
WHERE r.scope_id = ?1 AND r.subject_memory_artifact_id = ?2
ORDER BY r.subject_entry_id, r.relation_id, e.ordinal";

const AS_OBJECT: &str = "
SELECT r.object_entry_id, r.relation_id, r.kind, r.subject_memory_artifact_id, r.subject_entry_id,
  r.subject_entry_version_id, e.status, e.object_revision, e.subject_revision
FROM main.pc_lifecycle_relation AS r INDEXED BY pc_lifecycle_relation_object
CROSS JOIN main.pc_lifecycle_relation_event AS e ON e.scope_id = r.scope_id AND e.relation_id = r.relation_id
WHERE r.scope_id = ?1 AND r.object_memory_artifact_id = ?2
  AND NOT (r.subject_memory_artifact_id = ?2 AND r.subject_entry_id = r.object_entry_id)
ORDER BY r.object_entry_id, r.relation_id, e.ordinal";
