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

use crate::data::limits;
use crate::guard::{Answer, Argument, Bound, Call, Memo, TableFunction, Value};
use crate::nested::{Cell, Db};
use crate::refusal::{refuse, Refusal, Result};
use crate::store::standing::Reader;
use crate::store::walk::{self, Shown, Walk, Wanted};
use crate::write::argument;

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
        let Some(wanted) = wanted(call)? else {
            return Ok(Standings {
                current: Vec::new(),
                before: 0,
                walk: None,
            });
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
        let answer = walk::start(db, &mut kept.reader, wanted).map(|(current, walk)| Standings {
            current,
            before: 0,
            walk,
        });
        *memo = Some(kept);
        answer
    }
}

/// What a cursor remembers, as long as its own connection writes nothing.
struct Kept {
    changes: i64,
    reader: Reader,
}

/// None: something is compared with NULL, which is true of no row.
fn wanted(call: &Call) -> Result<Option<Wanted>> {
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
            *place(&mut wanted, at) = Some(text.clone());
        }
    }
    for (at, name) in [(SCOPE, "scope"), (MEMORY, "memory")] {
        if let Some(value) = call.argument(at) {
            *place(&mut wanted, at) = Some(value.text(name)?.to_owned());
        }
    }
    if let Some(value) = call.argument(AS_OF) {
        wanted.as_of = value.int_or_null("as_of_revision")?;
    }
    if wanted.as_of.is_some() {
        // A question about one Memory, not a candidate of a join: an id that can be none is refused, as in a call.
        for (at, name, limit) in [
            (SCOPE, "scope", limits().scope_id_chars),
            (MEMORY, "memory", limits().artifact_id_chars),
        ] {
            if let Some(value) = call.argument(at) {
                argument::text(value, name, limit)?;
            }
        }
        if wanted.scope.is_none() || wanted.memory.is_none() {
            return Err(refuse("as_of_without_memory", &[]));
        }
    }
    Ok(Some(wanted))
}

fn place(wanted: &mut Wanted, at: usize) -> &mut Option<String> {
    match at {
        0 => &mut wanted.scope,
        1 => &mut wanted.memory,
        2 => &mut wanted.entry,
        _ => &mut wanted.version,
    }
}

/// The rows that are read, or the walk that reads them as they are asked for.
pub struct Standings {
    current: Vec<Shown>,
    /// How many rows were shown before `current`.
    before: usize,
    walk: Option<Walk>,
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
            let next = walk.read_on()?;
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
            _ => standing.stale.into(),
        }
    }
}
