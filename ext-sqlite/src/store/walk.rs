//! Which versions does a question about standings range over, and how are they read one after the other?
//!
//! ```text
//! a full identity       one look-up
//! an entry              its versions
//! a Memory              its rows, or its entries derived one by one where they are stale
//! a scope, everything   Memory after Memory
//! ```
//!
//! Rows come in byte order of the identity, fresh or stale. A walk holds one entry at a time, whatever the size of
//! the Memory, and reads one state of the store from its first row to its last.

use crate::nested::{Cell, Db, Statement};
use crate::projection::facts::EntryKey;
use crate::refusal::{refuse, Result};
use crate::store::standing::{Depth, Identity, Reader, Standing, OF_ENTRY, OF_MEMORY};

/// The part of the world that is asked for.
#[derive(Default)]
pub struct Wanted {
    pub scope: Option<String>,
    pub memory: Option<String>,
    pub entry: Option<String>,
    pub version: Option<String>,
    /// A revision of the one Memory, instead of now.
    pub as_of: Option<i64>,
}

/// One row.
pub struct Shown {
    pub scope: String,
    pub memory: String,
    pub entry: String,
    pub version: String,
    pub standing: Standing,
}

/// A walk over the Memories of a scope or of everything, one entry at a time.
pub struct Walk {
    db: Db,
    reader: Reader,
    wanted: Wanted,
    memories: Option<Statement>,
    memory: Option<Memory>,
}

/// The Memory that a walk is in: its projection, or the ids of its entries.
struct Memory {
    scope: String,
    memory: String,
    fresh: bool,
    rows: Statement,
}

/// The first rows of an answer, and the walk that reads the others.
pub fn start(db: &Db, reader: &mut Reader, wanted: Wanted) -> Result<(Vec<Shown>, Option<Walk>)> {
    if let (Some(revision), Some(scope), Some(memory)) =
        (wanted.as_of, &wanted.scope, &wanted.memory)
    {
        if reader.head_revision(scope, memory)?.is_none() {
            return Err(refuse("memory_unknown", &[memory]));
        }
        reader.check_as_of(scope, memory, revision)?;
    }
    let as_of = wanted.as_of;
    match wanted {
        Wanted {
            scope: Some(scope),
            memory: Some(memory),
            entry: Some(entry),
            version: Some(version),
            ..
        } => {
            let id = Identity {
                scope: &scope,
                memory: &memory,
                entry: &entry,
                version: &version,
            };
            let standing = reader.standing(&id, as_of, Depth::Full)?;
            let shown = standing.map(|standing| Shown {
                scope,
                memory,
                entry,
                version,
                standing,
            });
            Ok((shown.into_iter().collect(), None))
        }
        Wanted {
            scope: Some(scope),
            memory: Some(memory),
            entry: Some(entry),
            version: None,
            ..
        } => Ok((
            of_entry(db, reader, (&scope, &memory), &entry, as_of)?,
            None,
        )),
        wanted => Ok((Vec::new(), Some(Walk::start(db, wanted)?))),
    }
}

/// The versions of one entry, in byte order.
fn of_entry(
    db: &Db,
    reader: &mut Reader,
    (scope, memory): (&str, &str),
    entry: &str,
    as_of: Option<i64>,
) -> Result<Vec<Shown>> {
    let shown = |version: &str, standing| Shown {
        scope: scope.to_owned(),
        memory: memory.to_owned(),
        entry: entry.to_owned(),
        version: version.to_owned(),
        standing,
    };
    if as_of.is_none() && reader.is_fresh(scope, memory)? {
        return db.query(
            OF_ENTRY,
            &[scope.into(), memory.into(), entry.into()],
            |row| Ok(shown(row.text(3)?, Standing::read(row, Depth::Full)?)),
        );
    }
    let derived = reader.derived(scope, &EntryKey::new(memory, entry), as_of)?;
    let rows = derived.iter().flat_map(|projection| &projection.rows);
    let mut all: Vec<Shown> = rows
        .map(|row| {
            let standing = Standing::derived(row, as_of.is_none());
            shown(&row.entry_version_id, standing)
        })
        .collect();
    all.sort_by(|a, b| a.version.cmp(&b.version));
    Ok(all)
}

impl Walk {
    /// A reader of its own: the rows are read after the cursor's next run may have begun.
    fn start(db: &Db, wanted: Wanted) -> Result<Walk> {
        let mut walk = Walk {
            db: db.clone(),
            reader: Reader::open(db)?,
            wanted,
            memories: None,
            memory: None,
        };
        match (&walk.wanted.scope, &walk.wanted.memory) {
            (Some(scope), Some(memory)) => {
                let (scope, memory) = (scope.clone(), memory.clone());
                walk.memory = Some(walk.enter(scope, memory)?);
            }
            (scope, _) => {
                let mut memories =
                    db.prepare(&walk.reader.authority().memories_sql(scope.is_some()))?;
                memories.bind(&scope.iter().map(Cell::from).collect::<Vec<_>>())?;
                walk.memories = Some(memories);
            }
        }
        Ok(walk)
    }

    fn enter(&mut self, scope: String, memory: String) -> Result<Memory> {
        let fresh = self.wanted.as_of.is_none() && self.reader.is_fresh(&scope, &memory)?;
        let sql = if fresh {
            OF_MEMORY.to_owned()
        } else {
            self.reader.authority().entries_sql()
        };
        let mut rows = self.db.prepare(&sql)?;
        rows.bind(&[(&scope).into(), (&memory).into()])?;
        Ok(Memory {
            scope,
            memory,
            fresh,
            rows,
        })
    }

    /// The next rows; none at the end.
    pub fn read_on(&mut self) -> Result<Vec<Shown>> {
        loop {
            if let Some(memory) = &mut self.memory {
                while memory.rows.step()? {
                    let row = memory.rows.row();
                    if memory.fresh {
                        return Ok(vec![Shown {
                            scope: memory.scope.clone(),
                            memory: memory.memory.clone(),
                            entry: row.text(2)?.to_owned(),
                            version: row.text(3)?.to_owned(),
                            standing: Standing::read(row, Depth::Full)?,
                        }]);
                    }
                    let key = (memory.scope.as_str(), memory.memory.as_str());
                    let entry = row.text(0)?.to_owned();
                    let shown =
                        of_entry(&self.db, &mut self.reader, key, &entry, self.wanted.as_of)?;
                    if !shown.is_empty() {
                        return Ok(shown);
                    }
                }
            }
            self.memory = None;
            let Some(memories) = &mut self.memories else {
                return Ok(Vec::new());
            };
            if !memories.step()? {
                return Ok(Vec::new());
            }
            let (scope, memory) = (
                memories.row().text(0)?.to_owned(),
                memories.row().text(1)?.to_owned(),
            );
            if self
                .wanted
                .memory
                .as_ref()
                .is_none_or(|wanted| *wanted == memory)
            {
                self.memory = Some(self.enter(scope, memory)?);
            }
        }
    }
}
