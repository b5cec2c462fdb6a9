//! Which entry versions are to be believed, now or as of a revision?
//!
//! ```sql
//! SELECT * FROM pc_validity('s', 'memory');                       -- every version of a Memory
//! SELECT * FROM pc_validity('s', 'memory', 7);                    -- as of its revision 7
//! SELECT c.* FROM candidates AS c JOIN pc_validity AS v           -- inside a channel, before its LIMIT
//!   ON v.scope_id = c.scope_id AND v.memory_artifact_id = c.memory_artifact_id
//!  AND v.entry_id = c.entry_id AND v.entry_version_id = c.entry_version_id AND v.eligible;
//! ```
//!
//! Works before any `pc_rebuild`, on a read-only file, in views and triggers, and writes nothing. A full identity is
//! one look-up; a Memory is a walk; without either everything known is walked. A NULL identity has no rows, a NULL
//! revision means now. Refused: a revision without one Memory, or one that the Memory does not have.

use crate::guard::{Answer, Argument, Bound, Call, Memo, TableFunction, Value};
use crate::nested::{Cell, Db, Statement};
use crate::projection::facts::EntryKey;
use crate::refusal::{refuse, Refusal, Result};
use crate::store::standing::{Depth, Identity, Reader, Standing, OF_ENTRY, OF_MEMORY};

pub struct PcValidity;

const SCOPE: usize = 0;
const MEMORY: usize = 1;
const AS_OF: usize = 2;

impl TableFunction for PcValidity {
    const NAME: &'static str = "pc_validity";
    const COLUMNS: &'static [&'static str] = &[
        "scope_id TEXT",
        "memory_artifact_id TEXT",
        "entry_id TEXT",
        "entry_version_id TEXT",
        "validity TEXT",
        "eligible INTEGER",
        "label TEXT",
        "reason TEXT",
        "successor_entry_id TEXT",
        "successor_entry_version_id TEXT",
        "recorded_at INTEGER",
        "effective_at INTEGER",
        "time_known INTEGER",
        "importance INTEGER",
        "evidence_strength INTEGER",
        "authority INTEGER",
        "verification TEXT",
        "tier TEXT",
        "stale INTEGER",
    ];
    const ARGUMENTS: &'static [Argument] = &[
        Argument::optional("scope"),
        Argument::optional("memory"),
        Argument::optional("as_of_revision"),
    ];
    const BINDABLE: &'static [usize] = &[0, 1, 2, 3];
    type Answer = Standings;

    /// A look-up is nearly free, a walk is not, and a walk over everything is for nobody's inner loop.
    fn cost(bound: Bound) -> (f64, i64) {
        let scope = bound.argument(SCOPE) || bound.column(0);
        let memory = bound.argument(MEMORY) || bound.column(1);
        match (scope && memory, bound.column(2), bound.column(3)) {
            (true, true, true) => (2.0, 1),
            (true, true, false) => (10.0, 3),
            (true, false, _) => (100_000.0, 10_000),
            _ if scope => (10_000_000.0, 1_000_000),
            _ => (1_000_000_000.0, 10_000_000),
        }
    }

    fn answer(db: &Db, call: &Call) -> Result<Standings> {
        PcValidity::answer_again(db, &mut None, call)
    }

    /// A join runs this once a candidate: the state that the first run saw serves the others.
    fn answer_again(db: &Db, memo: &mut Memo, call: &Call) -> Result<Standings> {
        let Some(wanted) = Wanted::of(call)? else {
            return Ok(Standings::none());
        };
        let changes = db.total_changes();
        let kept = memo.take().and_then(|memo| memo.downcast::<Kept>().ok());
        let mut kept = match kept {
            Some(kept) if kept.changes == changes => kept,
            _ => Box::new(Kept {
                changes,
                reader: Reader::open(db)?,
            }),
        };
        let answer = Standings::start(db, &mut kept.reader, wanted);
        *memo = Some(kept);
        answer
    }
}

/// What a cursor remembers, as long as its own connection writes nothing.
struct Kept {
    changes: i64,
    reader: Reader,
}

/// The part of the world that is asked for.
#[derive(Default)]
struct Wanted {
    scope: Option<String>,
    memory: Option<String>,
    entry: Option<String>,
    version: Option<String>,
    as_of: Option<i64>,
}

impl Wanted {
    /// None: something is compared with NULL, which is true of no row.
    fn of(call: &Call) -> Result<Option<Wanted>> {
        let arguments = [call.argument(SCOPE), call.argument(MEMORY)];
        let columns = [0, 1, 2, 3].map(|column| call.bound(column));
        if arguments
            .iter()
            .chain(&columns)
            .flatten()
            .any(|value| value.is_null())
        {
            return Ok(None);
        }
        let mut wanted = Wanted::default();
        for (at, value) in columns.iter().enumerate() {
            // Anything but text is left to SQLite, which compares again by its own rules.
            if let Some(Value::Text(text)) = value {
                *wanted.place(at) = Some(text.clone());
            }
        }
        for (at, name) in [(SCOPE, "scope"), (MEMORY, "memory")] {
            if let Some(value) = call.argument(at) {
                *wanted.place(at) = Some(value.text(name)?.to_owned());
            }
        }
        if let Some(value) = call.argument(AS_OF) {
            wanted.as_of = value.int_or_null("as_of_revision")?;
        }
        if wanted.as_of.is_some() && (wanted.scope.is_none() || wanted.memory.is_none()) {
            return Err(refuse("as_of_without_memory", &[]));
        }
        Ok(Some(wanted))
    }

    fn place(&mut self, at: usize) -> &mut Option<String> {
        match at {
            0 => &mut self.scope,
            1 => &mut self.memory,
            2 => &mut self.entry,
            _ => &mut self.version,
        }
    }
}

/// One row.
struct Shown {
    scope: String,
    memory: String,
    entry: String,
    version: String,
    standing: Standing,
    stale: bool,
}

/// The rows that are read, or the walk that reads them as they are asked for.
pub struct Standings {
    current: Vec<Shown>,
    /// How many rows were shown before `current`.
    before: usize,
    walk: Option<Walk>,
}

/// A walk over the Memories of a scope or of everything, one entry at a time.
struct Walk {
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

impl Standings {
    fn none() -> Standings {
        Standings {
            current: Vec::new(),
            before: 0,
            walk: None,
        }
    }

    fn start(db: &Db, reader: &mut Reader, wanted: Wanted) -> Result<Standings> {
        if let (Some(revision), Some(scope), Some(memory)) =
            (wanted.as_of, &wanted.scope, &wanted.memory)
        {
            reader.check_as_of(scope, memory, revision)?;
        }
        let mut answer = Standings::none();
        match (
            &wanted.scope,
            &wanted.memory,
            &wanted.entry,
            &wanted.version,
        ) {
            (Some(scope), Some(memory), Some(entry), Some(version)) => {
                let id = Identity {
                    scope,
                    memory,
                    entry,
                    version,
                };
                if let Some(standing) = reader.standing(&id, wanted.as_of, Depth::Full)? {
                    let stale = wanted.as_of.is_none() && !reader.is_fresh(scope, memory)?;
                    answer.current.push(Shown {
                        scope: scope.clone(),
                        memory: memory.clone(),
                        entry: entry.clone(),
                        version: version.clone(),
                        standing,
                        stale,
                    });
                }
            }
            (Some(scope), Some(memory), Some(entry), None) => {
                answer.current = of_entry(db, reader, (scope, memory), entry, wanted.as_of)?;
            }
            _ => answer.walk = Some(Walk::start(db, wanted)?),
        }
        Ok(answer)
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
    let shown = |version: &str, standing, stale| Shown {
        scope: scope.to_owned(),
        memory: memory.to_owned(),
        entry: entry.to_owned(),
        version: version.to_owned(),
        standing,
        stale,
    };
    if as_of.is_none() && reader.is_fresh(scope, memory)? {
        return db.query(
            OF_ENTRY,
            &[scope.into(), memory.into(), entry.into()],
            |row| {
                Ok(shown(
                    row.text(3)?,
                    Standing::read(row, Depth::Full)?,
                    false,
                ))
            },
        );
    }
    let derived = reader.derived(scope, &EntryKey::new(memory, entry), as_of)?;
    let rows = derived.iter().flat_map(|projection| &projection.rows);
    let mut all: Vec<Shown> = rows
        .map(|row| {
            shown(
                &row.entry_version_id,
                Standing::derived(row),
                as_of.is_none(),
            )
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
    fn next(&mut self) -> Result<Vec<Shown>> {
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
                            stale: false,
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

impl Answer for Standings {
    fn len(&self) -> usize {
        self.before + self.current.len()
    }

    fn advance(&mut self, row: usize) -> Result<bool> {
        while row >= self.len() {
            let Some(walk) = &mut self.walk else {
                return Ok(false);
            };
            let next = walk.next()?;
            if next.is_empty() {
                return Ok(false);
            }
            self.before += self.current.len();
            self.current = next;
        }
        if row < self.before {
            return Err(Refusal::internal("a row that was left behind"));
        }
        Ok(true)
    }

    fn column(&self, row: usize, column: usize) -> Cell<'_> {
        let Some(shown) = row
            .checked_sub(self.before)
            .and_then(|at| self.current.get(at))
        else {
            return Cell::Null;
        };
        let standing = &shown.standing;
        match column {
            0 => (&shown.scope).into(),
            1 => (&shown.memory).into(),
            2 => (&shown.entry).into(),
            3 => (&shown.version).into(),
            4 => standing.validity.name().into(),
            5 => standing.validity.eligible().into(),
            6 => standing.validity.label().into(),
            7 => standing.reason.as_ref().into(),
            8 => standing.successor.as_ref().map(|s| &s.0).into(),
            9 => standing
                .successor
                .as_ref()
                .and_then(|s| s.1.as_ref())
                .into(),
            10 => standing.recorded_at.into(),
            11 => standing.effective_at.into(),
            12 => standing.recorded_at.is_some().into(),
            13 => standing.importance.into(),
            14 => standing.evidence_strength.into(),
            15 => standing.authority_min.into(),
            16 => standing.verification.name().into(),
            17 => standing.tier.into(),
            _ => shown.stale.into(),
        }
    }
}
