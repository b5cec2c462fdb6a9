//! Which facts does the derivation of an entry need? Authority's word on it, and our records about it: snapshots,
//! observations, increments, relations, marks; and the same for every entry it leans on.
//!
//! ```text
//! Facts::new(authority).of(db, authority, "s", &EntryKey::new("memory", "ent_1"))
//! ```
//!
//! A snapshot whose hash does not match its row is left out: it reads as a source nobody declared.

use super::record::{self, find};
use crate::nested::{Cell, Db};
use crate::port::{native, Authority};
use crate::projection::facts::{Entry, EntryKey, Need, Observation, Relation, Version, World};
use crate::refusal::Result;
use crate::store::mark;

/// Entries kept from one derivation to the next, so that what many lean on is fetched once.
const KEPT: usize = 4096;

/// The facts of one scope that were fetched so far. It must not outlive the state of the store that it saw.
pub struct Facts {
    scope: String,
    world: World,
    /// The scope has relations at all: where it has none, no entry is asked for its own.
    related: bool,
    /// Nothing but what the entries cite.
    only_evidence: bool,
}

impl Facts {
    pub fn new(authority: &dyn Authority) -> Facts {
        Facts {
            scope: String::new(),
            world: World::new(authority.family()),
            related: false,
            only_evidence: false,
        }
    }

    /// Only what entries cite and what was declared of that: enough for `projection::is_unready`.
    pub fn of_evidence(authority: &dyn Authority) -> Facts {
        Facts {
            only_evidence: true,
            ..Facts::new(authority)
        }
    }

    /// Everything that `projection::derive` asks for about this entry: fetched, round after round, until no need is left.
    pub fn of(
        &mut self,
        db: &Db,
        authority: &dyn Authority,
        scope: &str,
        root: &EntryKey,
    ) -> Result<&World> {
        self.make_room(db, authority, scope)?;
        loop {
            let needs = self.world.needs(root);
            if needs.is_empty() {
                return Ok(&self.world);
            }
            for need in needs {
                match need {
                    Need::Entry(key) => {
                        let mut entry = cited(db, authority, scope, &key)?;
                        if !self.only_evidence && !entry.versions.is_empty() {
                            complete(db, scope, &mut entry, self.related)?;
                        }
                        self.world.entries.insert(key, entry);
                    }
                    Need::Revision(memory, revision) => {
                        let versions = authority.created_in(scope, &memory, revision)?;
                        self.world.revisions.insert((memory, revision), versions);
                    }
                }
            }
        }
    }
}

impl Facts {
    /// The same for an entry that was read already, with everything that is said about it.
    pub fn with(
        &mut self,
        db: &Db,
        authority: &dyn Authority,
        scope: &str,
        root: Entry,
    ) -> Result<&World> {
        self.make_room(db, authority, scope)?;
        let key = root.key.clone();
        self.world.entries.insert(key.clone(), root);
        self.of(db, authority, scope, &key)
    }

    /// Another scope is another world; one that grew too large is left for a new one.
    fn make_room(&mut self, db: &Db, authority: &dyn Authority, scope: &str) -> Result<()> {
        if self.scope == scope && self.world.entries.len() < KEPT {
            return Ok(());
        }
        self.scope = scope.to_owned();
        self.world = World::new(authority.family());
        let sql = "SELECT 1 FROM main.pc_lifecycle_relation WHERE scope_id = ?1 LIMIT 1";
        self.related =
            !self.only_evidence && db.query_row(sql, &[scope.into()], |_| Ok(()))?.is_some();
        Ok(())
    }
}

/// One entry as authority has it, with increments and snapshots: what it cites, and what was declared of that.
pub fn cited(db: &Db, authority: &dyn Authority, scope: &str, key: &EntryKey) -> Result<Entry> {
    let mut entry = authority.entry(scope, key)?;
    if entry.versions.is_empty() {
        return Ok(entry);
    }
    let keys = [scope.into(), (&key.memory).into(), (&key.entry).into()];
    increments(db, &keys, &mut entry.versions)?;
    let cites = |version: &Version| !version.sources.is_empty() || !version.increments.is_empty();
    if entry.versions.iter().any(cites) {
        snapshots(db, &keys, scope, &mut entry)?;
    }
    Ok(entry)
}

/// The records that are about the entry rather than about its evidence.
fn complete(db: &Db, scope: &str, entry: &mut Entry, related: bool) -> Result<()> {
    let key = entry.key.clone();
    let keys = [scope.into(), (&key.memory).into(), (&key.entry).into()];
    entry.observations = observations(db, &keys)?;
    entry.marks = mark::of(db, &keys)?;
    if related {
        relations(db, &keys, true, &mut entry.relations)?;
        relations(db, &keys, false, &mut entry.relations)?;
    }
    Ok(())
}

fn increments(db: &Db, keys: &[Cell<'_>], versions: &mut [Version]) -> Result<()> {
    let mut rows = db.prepare(
        "SELECT entry_version_id, source_type, source_id, definition_version, effective_at
         FROM main.pc_lifecycle_evidence
         WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND entry_id = ?3 AND is_increment = 1
         ORDER BY entry_version_id, ordinal",
    )?;
    rows.bind(keys)?;
    while rows.step()? {
        let row = rows.row();
        if let Some(version) = find(versions, row.text(0)?) {
            version.increments.push(native::source(row, 1)?);
        }
    }
    Ok(())
}

fn snapshots(db: &Db, keys: &[Cell<'_>], scope: &str, entry: &mut Entry) -> Result<()> {
    let mut rows = db.prepare(
        "SELECT entry_version_id, source_type, source_id, definition_version, declaration_version, authority,
                verification, late, recorded_at, snapshot_hash
         FROM main.pc_lifecycle_snapshot
         WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND entry_id = ?3
         ORDER BY entry_version_id, source_type, source_id",
    )?;
    rows.bind(keys)?;
    while rows.step()? {
        record::snapshot(rows.row(), 0, scope, &entry.key, &mut entry.versions)?;
    }
    Ok(())
}

fn observations(db: &Db, keys: &[Cell<'_>]) -> Result<Vec<Observation>> {
    db.query(
        "SELECT revision, entry_version_id, event, recorded_at FROM main.pc_lifecycle_observation
         WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND entry_id = ?3 ORDER BY entry_version_id, revision",
        keys,
        |row| record::observation(row, 0),
    )
}

/// The relations of which the entry is the subject, or the object. One that ties an entry to itself is read once.
fn relations(
    db: &Db,
    keys: &[Cell<'_>],
    is_subject: bool,
    relations: &mut Vec<Relation>,
) -> Result<()> {
    let mut rows = db.prepare(if is_subject { AS_SUBJECT } else { AS_OBJECT })?;
    rows.bind(keys)?;
    while rows.step()? {
        record::relation(rows.row(), 0, is_subject, relations)?;
    }
    Ok(())
}

const AS_SUBJECT: &str = "
SELECT r.relation_id, r.kind, r.object_memory_artifact_id, r.object_entry_id, r.object_entry_version_id,
       e.status, e.subject_revision, e.object_revision
FROM main.pc_lifecycle_relation AS r INDEXED BY pc_lifecycle_relation_subject
CROSS JOIN main.pc_lifecycle_relation_event AS e ON e.scope_id = r.scope_id AND e.relation_id = r.relation_id
WHERE r.scope_id = ?1 AND r.subject_memory_artifact_id = ?2 AND r.subject_entry_id = ?3
ORDER BY r.relation_id, e.ordinal";

const AS_OBJECT: &str = "
SELECT r.relation_id, r.kind, r.subject_memory_artifact_id, r.subject_entry_id, r.subject_entry_version_id,
       e.status, e.object_revision, e.subject_revision
FROM main.pc_lifecycle_relation AS r INDEXED BY pc_lifecycle_relation_object
CROSS JOIN main.pc_lifecycle_relation_event AS e ON e.scope_id = r.scope_id AND e.relation_id = r.relation_id
WHERE r.scope_id = ?1 AND r.object_memory_artifact_id = ?2 AND r.object_entry_id = ?3
  AND NOT (r.subject_memory_artifact_id = ?2 AND r.subject_entry_id = ?3)
ORDER BY r.relation_id, e.ordinal";
