//! How is a projection brought up to date at the cost of what changed?
//!
//! ```text
//! refresh(db, Some("s"), Some("memory"))
//! ```
//!
//! What changed in a Memory, or in one that it leans on, since it was projected is named by the manifest changes after
//! that revision and by the lifecycle log after that position. Rewritten are the entries so named, those in any relation
//! with one, and where the Memory leans on others those that cite artifacts. The rest of its rows cannot have changed.

use std::collections::BTreeSet;

use super::digest;
use super::facts::Facts;
use super::freshness::Freshness;
use super::mirror::copy_changes;
use super::projection::{
    clear, insert, position, put_header, put_tie, with_readiness, Counts, Position,
};
use super::rebuild::{each_memory, Rebuild, Written};
use crate::canonical;
use crate::nested::Db;
use crate::port::{self, Authority, Head};
use crate::projection::facts::{EntryKey, View};
use crate::projection::{derive, RULE_VERSION};
use crate::refusal::Result;

/// Everything stale of what is named; what nobody knows any more is taken away.
pub fn refresh(db: &Db, scope: Option<&str>, memory: Option<&str>) -> Result<Written> {
    let authority = port::open(db)?;
    let authority = authority.as_ref();
    forget_unknown(db, authority, scope, memory)?;
    each_memory(db, authority, scope, memory, |scope, memory| {
        copy_changes(db, authority, scope, memory)
    })?;
    let mut written = Written::default();
    let mut freshness = Freshness::new(authority);
    each_memory(db, authority, scope, memory, |scope, memory| {
        if freshness.of(db, scope, memory)? {
            return Ok(());
        }
        written.memories += 1;
        written.rows += match header(db, scope, memory)? {
            Some(counts) => Refresh::new(db, authority, scope, memory, counts).run()?,
            None => {
                clear(db, Some(scope), Some(memory))?;
                let mut rebuild = Rebuild::new(db, authority);
                rebuild.memory(scope, memory)?;
                rebuild.write()?;
                rebuild.written.rows
            }
        };
        Ok(())
    })?;
    Ok(written)
}

fn forget_unknown(
    db: &Db,
    authority: &dyn Authority,
    scope: Option<&str>,
    memory: Option<&str>,
) -> Result<()> {
    let projected = db.query(
        "SELECT scope_id, memory_artifact_id FROM main.pc_lifecycle_projection_header
         WHERE (?1 IS NULL OR scope_id = ?1) AND (?2 IS NULL OR memory_artifact_id = ?2)",
        &[scope.into(), memory.into()],
        |row| Ok((row.text(0)?.to_owned(), row.text(1)?.to_owned())),
    )?;
    for (scope, memory) in projected {
        if authority.head(&scope, &memory)?.is_none() {
            clear(db, Some(&scope), Some(&memory))?;
        }
    }
    Ok(())
}

/// The counters of a projection by these rules.
fn header(db: &Db, scope: &str, memory: &str) -> Result<Option<Counts>> {
    db.query_row(
        "SELECT active_entries, unready_entries FROM main.pc_lifecycle_projection_header
         WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND rule_version = ?3 AND digest IS NOT NULL",
        &[scope.into(), memory.into(), RULE_VERSION.into()],
        |row| {
            Ok(Counts {
                active: row.int(0)?,
                unready: row.int(1)?,
            })
        },
    )
}

struct Refresh<'a> {
    db: &'a Db,
    authority: &'a dyn Authority,
    scope: &'a str,
    memory: &'a str,
    counts: Counts,
    touched: BTreeSet<u16>,
    rows: i64,
}

impl<'a> Refresh<'a> {
    fn new(
        db: &'a Db,
        authority: &'a dyn Authority,
        scope: &'a str,
        memory: &'a str,
        counts: Counts,
    ) -> Refresh<'a> {
        Refresh {
            db,
            authority,
            scope,
            memory,
            counts,
            touched: BTreeSet::new(),
            rows: 0,
        }
    }

    fn run(mut self) -> Result<i64> {
        let ties = self.ties()?;
        let mut tied: BTreeSet<String> = ties.iter().map(|tie| tie.0.clone()).collect();
        let mut facts = Facts::new(self.authority);
        for entry in self.affected(&ties)? {
            self.take_out(&entry)?;
            let key = EntryKey::new(self.memory, &entry);
            let world = facts.of(self.db, self.authority, self.scope, &key)?;
            let Some(mut projection) = derive(world, &key, &View::now()) else {
                continue;
            };
            tied.append(&mut projection.ties);
            for (row, readiness) in with_readiness(&projection) {
                let version = &row.entry_version_id;
                let place = canonical::identity_key(self.scope, self.memory, &entry, version);
                let identity = [self.scope, self.memory, &entry];
                insert(self.db, place, identity, row, readiness)?;
                self.touched.insert(digest::leaf(place));
                self.counts.add(readiness, 1);
                self.rows += 1;
            }
        }
        let digest = digest::update(self.db, self.scope, self.memory, &self.touched)?;
        let at = self.position(self.memory)?;
        put_header(self.db, self.scope, self.memory, at, self.counts, &digest)?;
        for other in &tied {
            put_tie(
                self.db,
                self.scope,
                self.memory,
                other,
                self.position(other)?,
            )?;
        }
        Ok(self.rows)
    }

    fn position(&self, memory: &str) -> Result<Position> {
        position(self.db, self.authority, self.scope, memory)
    }

    /// Every Memory that the rows lean on, and where it stood.
    fn ties(&self) -> Result<Vec<(String, Position)>> {
        self.db.query(
            "SELECT tied_memory_artifact_id, authority_revision, authority_generation, log_position
             FROM main.pc_lifecycle_projection_tie
             WHERE scope_id = ?1 AND memory_artifact_id = ?2 ORDER BY tied_memory_artifact_id",
            &[self.scope.into(), self.memory.into()],
            |row| {
                let head = Head {
                    revision: row.int(1)?,
                    generation: row.int(2)?,
                };
                let log = row.int(3)?;
                Ok((row.text(0)?.to_owned(), Position { head, log }))
            },
        )
    }

    /// The entries of this Memory whose rows may be others now, in byte order.
    fn affected(&self, ties: &[(String, Position)]) -> Result<BTreeSet<String>> {
        let mut affected = BTreeSet::new();
        for (tied, then) in ties {
            if *then == self.position(tied)? {
                continue;
            }
            for entry in self.changed(tied, *then)? {
                self.related(tied, &entry, &mut affected)?;
                if tied == self.memory {
                    affected.insert(entry);
                }
            }
        }
        if ties.len() > 1 {
            affected.extend(self.authority.citing_artifacts(self.scope, self.memory)?);
        }
        Ok(affected)
    }

    fn changed(&self, tied: &str, then: Position) -> Result<BTreeSet<String>> {
        let revision = then.head.revision;
        let changed = self.authority.changed_since(self.scope, tied, revision)?;
        let mut changed: BTreeSet<String> = changed.into_iter().collect();
        changed.extend(self.db.query(
            "SELECT entry_id FROM main.pc_lifecycle_log
             WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND position > ?3",
            &[self.scope.into(), tied.into(), then.log.into()],
            |row| row.text(0).map(str::to_owned),
        )?);
        Ok(changed)
    }

    /// The entries of this Memory that any relation ties to this entry.
    fn related(&self, memory: &str, entry: &str, into: &mut BTreeSet<String>) -> Result<()> {
        into.extend(self.db.query(
            "SELECT r.object_entry_id FROM main.pc_lifecycle_relation AS r INDEXED BY pc_lifecycle_relation_subject
             WHERE r.scope_id = ?1 AND r.subject_memory_artifact_id = ?2 AND r.subject_entry_id = ?3
               AND r.object_memory_artifact_id = ?4
             UNION
             SELECT r.subject_entry_id FROM main.pc_lifecycle_relation AS r INDEXED BY pc_lifecycle_relation_object
             WHERE r.scope_id = ?1 AND r.object_memory_artifact_id = ?2 AND r.object_entry_id = ?3
               AND r.subject_memory_artifact_id = ?4",
            &[self.scope.into(), memory.into(), entry.into(), self.memory.into()],
            |row| row.text(0).map(str::to_owned),
        )?);
        Ok(())
    }

    /// Takes away the rows of an entry, and what they counted for.
    fn take_out(&mut self, entry: &str) -> Result<()> {
        let keys = [self.scope.into(), self.memory.into(), entry.into()];
        let old = self.db.query(
            "SELECT entry_version_id, readiness FROM main.pc_lifecycle_projection
             WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND entry_id = ?3",
            &keys,
            |row| Ok((row.text(0)?.to_owned(), row.int(1)?)),
        )?;
        for (version, readiness) in old {
            self.counts.add(readiness, -1);
            self.touch(entry, &version);
        }
        self.db.execute(
            "DELETE FROM main.pc_lifecycle_projection
             WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND entry_id = ?3",
            &keys,
        )?;
        Ok(())
    }

    fn touch(&mut self, entry: &str, version: &str) {
        let place = canonical::identity_key(self.scope, self.memory, entry, version);
        self.touched.insert(digest::leaf(place));
    }
}
