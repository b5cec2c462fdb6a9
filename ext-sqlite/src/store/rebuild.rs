//! How is a projection derived anew? Memory by Memory, entry by entry, from authority and the lifecycle records.
//!
//! ```text
//! rebuild(db, Some("s"), None)      the Memories of a scope; how many, and how many rows
//! ```

use std::collections::BTreeSet;
use std::rc::Rc;

use super::bulk::Entries;
use super::digest::{self, Share};
use super::facts::Facts;
use super::mirror::copy_changes;
use super::projection::{clear, insert, position, put_header, put_tie, with_readiness, Counts};
use crate::nested::{Cell, Db};
use crate::port::{self, Authority};
use crate::projection::facts::{EntryKey, View, World};
use crate::projection::{derive, EntryProjection, ProjectionRow};
use crate::refusal::Result;

/// Memories and rows that were written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    pub memories: i64,
    pub rows: i64,
}

/// Everything, a scope's, or one Memory's. What nobody knows any more is taken away.
pub fn rebuild(db: &Db, scope: Option<&str>, memory: Option<&str>) -> Result<Written> {
    let authority = port::open(db)?;
    let authority = authority.as_ref();
    clear(db, scope, memory)?;
    // Changes first, and of all: a derivation may look into a Memory that comes later.
    each_memory(db, authority, scope, memory, |scope, memory| {
        copy_changes(db, authority, scope, memory)
    })?;
    let mut rebuild = Rebuild::new(db, authority);
    each_memory(db, authority, scope, memory, |scope, memory| {
        rebuild.memory(scope, memory)
    })?;
    rebuild.write()?;
    Ok(rebuild.written)
}

/// Visits the Memories that authority knows of what is named.
pub fn each_memory(
    db: &Db,
    authority: &dyn Authority,
    scope: Option<&str>,
    memory: Option<&str>,
    mut visit: impl FnMut(&str, &str) -> Result<()>,
) -> Result<()> {
    if let (Some(scope), Some(memory)) = (scope, memory) {
        return match authority.head(scope, memory)? {
            Some(_) => visit(scope, memory),
            None => Ok(()),
        };
    }
    let mut memories = db.prepare(&authority.memories_sql(scope.is_some()))?;
    let of_scope: Vec<Cell<'_>> = scope.iter().map(|scope| Cell::from(*scope)).collect();
    memories.bind(&of_scope)?;
    while memories.step()? {
        let row = memories.row();
        visit(row.text(0)?, row.text(1)?)?;
    }
    Ok(())
}

/// Rows are read and written in turns, and written in the order of their table. Row by row, the pages that were just
/// written, all over the table, would push out of SQLite's small cache the few that every read needs: measured at a
/// million rows, some ten reads of the file an entry.
const BATCH: usize = 4096;

/// A rebuild of several Memories, whose old rows the caller has cleared.
pub struct Rebuild<'a> {
    db: &'a Db,
    authority: &'a dyn Authority,
    facts: Facts,
    waiting: Vec<Waiting>,
    pub written: Written,
}

/// A row that is derived and not written yet.
struct Waiting {
    place: i64,
    of: Rc<Identified>,
    row: ProjectionRow,
    readiness: i64,
}

/// What the entries of a Memory come to together.
struct Sink<'a> {
    scope: &'a str,
    ties: &'a mut BTreeSet<String>,
    counts: &'a mut Counts,
    shares: &'a mut Vec<Share>,
}

struct Identified {
    scope: String,
    key: EntryKey,
}

impl<'a> Rebuild<'a> {
    pub fn new(db: &'a Db, authority: &'a dyn Authority) -> Rebuild<'a> {
        Rebuild {
            db,
            authority,
            facts: Facts::new(authority),
            waiting: Vec::new(),
            written: Written::default(),
        }
    }

    /// Derives a Memory, entry by entry, and writes its header, ties and digest.
    pub fn memory(&mut self, scope: &str, memory: &str) -> Result<()> {
        let at = position(self.db, self.authority, scope, memory)?;
        let mut ties = BTreeSet::from([memory.to_owned()]);
        let mut counts = Counts::default();
        let mut shares = Vec::new();
        let mut sink = Sink {
            scope,
            ties: &mut ties,
            counts: &mut counts,
            shares: &mut shares,
        };
        if self.authority.is_native() {
            let mut entries = Entries::of(self.db, scope, memory)?;
            let mut alone = World::new(self.authority.family());
            while let Some(entry) = entries.next()? {
                let key = entry.key.clone();
                let derived = if entry.stands_alone() {
                    alone.entries.clear();
                    alone.entries.insert(key.clone(), entry);
                    derive(&alone, &key, &View::now())
                } else {
                    let world = self.facts.with(self.db, self.authority, scope, entry)?;
                    derive(world, &key, &View::now())
                };
                self.take(&mut sink, key, derived)?;
            }
        } else {
            let mut entries = self.db.prepare(&self.authority.entries_sql())?;
            entries.bind(&[scope.into(), memory.into()])?;
            while entries.step()? {
                let key = EntryKey::new(memory, entries.row().text(0)?);
                let world = self.facts.of(self.db, self.authority, scope, &key)?;
                let derived = derive(world, &key, &View::now());
                self.take(&mut sink, key, derived)?;
            }
        }
        let digest = digest::build(self.db, scope, memory, shares)?;
        put_header(self.db, scope, memory, at, counts, &digest)?;
        for tied in &ties {
            let at = position(self.db, self.authority, scope, tied)?;
            put_tie(self.db, scope, memory, tied, at)?;
        }
        self.written.memories += 1;
        Ok(())
    }

    /// Keeps what an entry derived to for the next write, and adds it to what the Memory comes to.
    fn take(
        &mut self,
        sink: &mut Sink<'_>,
        key: EntryKey,
        derived: Option<EntryProjection>,
    ) -> Result<()> {
        let Some(mut projection) = derived else {
            return Ok(());
        };
        sink.ties.append(&mut projection.ties);
        let scope = sink.scope.to_owned();
        let of = Rc::new(Identified { scope, key });
        let readiness: Vec<i64> = with_readiness(&projection).map(|row| row.1).collect();
        let mut shares: Vec<(String, Share)> = Vec::with_capacity(projection.rows.len());
        for (row, readiness) in projection.rows.into_iter().zip(readiness) {
            let share = digest::share_of(&of.scope, &of.key, &row);
            sink.counts.add(readiness, 1);
            self.written.rows += 1;
            shares.push((row.entry_version_id.clone(), share.clone()));
            self.waiting.push(Waiting {
                place: share.place,
                of: of.clone(),
                row,
                readiness,
            });
        }
        // The digest goes by the bytes of the version ids, the entry by its versions.
        shares.sort_by(|a, b| a.0.cmp(&b.0));
        sink.shares.extend(shares.into_iter().map(|share| share.1));
        if self.waiting.len() >= BATCH {
            self.write()?;
        }
        Ok(())
    }

    /// Writes what is derived and not written yet; the last step of a rebuild.
    pub fn write(&mut self) -> Result<()> {
        self.waiting.sort_by_key(|waiting| waiting.place);
        for waiting in self.waiting.drain(..) {
            let Identified { scope, key } = waiting.of.as_ref();
            let identity = [scope.as_str(), &key.memory, &key.entry];
            insert(
                self.db,
                waiting.place,
                identity,
                &waiting.row,
                waiting.readiness,
            )?;
        }
        Ok(())
    }
}
