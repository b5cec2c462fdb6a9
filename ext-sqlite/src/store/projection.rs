//! How is the projection kept? One row a version, one header a Memory, and a tie for every Memory it leaned on.
//!
//! ```text
//! Rebuild::new(db, authority).memory("s", "memory")            derives and writes them; the caller has cleared the old
//! Freshness::new(authority).of(db, "s", "memory")               may these rows be used for now?
//! ```
//!
//! A row stands at 63 bits of its identity's hash, or at the next free number where another identity has that one, so
//! a look-up by full identity needs no long key. Rows of one Memory are fresh as long as every tie is where it was;
//! a Memory that does not exist stands at 0, so that its coming into being is noticed too.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::facts::Facts;
use crate::canonical;
use crate::nested::{Cell, Db};
use crate::port::{Authority, Head};
use crate::projection::facts::{EntryKey, View};
use crate::projection::{derive, ProjectionRow, RULE_VERSION};
use crate::refusal::{Refusal, Result};

/// What was projected last, fresh or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Projected {
    /// The head then.
    pub revision: i64,
    pub unready_entries: i64,
    /// It leaned on another Memory too.
    pub leant_on_others: bool,
}

/// What the header says, whatever happened since; none where the Memory was never projected by these rules.
pub fn projected(db: &Db, scope: &str, memory: &str) -> Result<Option<Projected>> {
    db.query_row(
        "SELECT p.authority_revision, p.unready_entries, EXISTS (
           SELECT 1 FROM main.pc_lifecycle_projection_tie AS t
           WHERE t.scope_id = p.scope_id AND t.memory_artifact_id = p.memory_artifact_id
             AND t.tied_memory_artifact_id <> p.memory_artifact_id)
         FROM main.pc_lifecycle_projection_header AS p
         WHERE p.scope_id = ?1 AND p.memory_artifact_id = ?2 AND p.rule_version = ?3",
        &[scope.into(), memory.into(), RULE_VERSION.into()],
        |row| {
            Ok(Projected {
                revision: row.int(0)?,
                unready_entries: row.int(1)?,
                leant_on_others: row.int(2)? != 0,
            })
        },
    )
}

/// Answers kept: far more than a pool names, and no bound on memory otherwise.
const KEPT: usize = 65_536;

/// Tells fresh Memories from stale ones; remembers each answer, so it must not outlive the state that it saw.
pub struct Freshness {
    sql: String,
    seen: BTreeMap<String, BTreeMap<String, bool>>,
}

impl Freshness {
    pub fn new(authority: &dyn Authority) -> Freshness {
        let sql = format!(
            "SELECT min({})
             FROM main.pc_lifecycle_projection_header AS p
             JOIN main.pc_lifecycle_projection_tie AS t
               ON t.scope_id = p.scope_id AND t.memory_artifact_id = p.memory_artifact_id
             WHERE p.scope_id = ?1 AND p.memory_artifact_id = ?2 AND p.rule_version = ?3",
            unmoved(authority)
        );
        Freshness {
            sql,
            seen: BTreeMap::new(),
        }
    }

    /// False where the projection is stale or missing.
    pub fn of(&mut self, db: &Db, scope: &str, memory: &str) -> Result<bool> {
        if let Some(known) = self.seen.get(scope).and_then(|seen| seen.get(memory)) {
            return Ok(*known);
        }
        let keys = [scope.into(), memory.into(), RULE_VERSION.into()];
        let found = db.query_row(&self.sql, &keys, |row| row.int_or_null(0))?;
        let fresh = found.flatten() == Some(1);
        if self.seen.get(scope).is_some_and(|seen| seen.len() >= KEPT) {
            self.seen.clear();
        }
        self.seen
            .entry(scope.to_owned())
            .or_default()
            .insert(memory.to_owned(), fresh);
        Ok(fresh)
    }
}

/// Is the Memory of tie `t` where it was?
fn unmoved(authority: &dyn Authority) -> String {
    let now = authority.position_sql();
    format!(
        "t.authority_revision = coalesce({}, 0) AND t.authority_generation = coalesce({}, 0)
           AND t.log_position = coalesce((SELECT l.log_position FROM main.pc_lifecycle_head AS l
             WHERE l.scope_id = t.scope_id AND l.memory_artifact_id = t.tied_memory_artifact_id), 0)",
        now.revision, now.generation
    )
}

/// SQL giving the Memories of the scope ?1 that are not both fresh (by the rules ?2) and ready, in byte order, some more
/// than once. One statement, because each search asks it of a scope, which may have a Memory for every memory.
pub fn doubtful_sql(authority: &dyn Authority) -> String {
    format!(
        "WITH m (scope_id, memory_artifact_id) AS ({})
         SELECT m.memory_artifact_id FROM m
         LEFT JOIN main.pc_lifecycle_projection_header AS p
           ON p.scope_id = ?1 AND p.memory_artifact_id = m.memory_artifact_id AND p.rule_version = ?2
         LEFT JOIN main.pc_lifecycle_projection_tie AS t
           ON t.scope_id = ?1 AND t.memory_artifact_id = m.memory_artifact_id
         WHERE (p.unready_entries = 0 AND {}) IS NOT TRUE
         ORDER BY m.memory_artifact_id",
        authority.memories_sql(true),
        unmoved(authority)
    )
}

/// Takes away what was derived: everything, a scope's, or a Memory's.
pub fn clear(db: &Db, scope: Option<&str>, memory: Option<&str>) -> Result<()> {
    for table in ["projection", "projection_header", "projection_tie"] {
        let from = format!("DELETE FROM main.pc_lifecycle_{table}");
        match (scope, memory) {
            (None, _) => db.execute(&from, &[])?,
            (Some(scope), None) => {
                db.execute(&format!("{from} WHERE scope_id = ?1"), &[scope.into()])?
            }
            (Some(scope), Some(memory)) => db.execute(
                &format!("{from} WHERE scope_id = ?1 AND memory_artifact_id = ?2"),
                &[scope.into(), memory.into()],
            )?,
        };
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
    /// Derived and not written yet: identity key, entry and row.
    waiting: Vec<(i64, Rc<Identified>, ProjectionRow)>,
    pub memories: i64,
    pub rows: i64,
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
            memories: 0,
            rows: 0,
        }
    }

    /// Derives a Memory, entry by entry, and writes its header and ties.
    pub fn memory(&mut self, scope: &str, memory: &str) -> Result<()> {
        let mut ties = BTreeSet::from([memory.to_owned()]);
        let (mut active, mut unready) = (0, 0);
        let mut entries = self.db.prepare(&self.authority.entries_sql())?;
        entries.bind(&[scope.into(), memory.into()])?;
        while entries.step()? {
            let key = EntryKey::new(memory, entries.row().text(0)?);
            let world = self.facts.of(self.db, self.authority, scope, &key)?;
            let Some(projection) = derive(world, &key, &View::now()) else {
                continue;
            };
            active += i64::from(projection.active);
            unready += i64::from(projection.active && !projection.ready);
            ties.extend(projection.ties);
            self.add(scope, key, projection.rows)?;
        }
        self.header(scope, memory, active, unready)?;
        for tied in &ties {
            tie(self.db, self.authority, scope, memory, tied)?;
        }
        self.memories += 1;
        Ok(())
    }

    fn add(&mut self, scope: &str, key: EntryKey, rows: Vec<ProjectionRow>) -> Result<()> {
        let scope = scope.to_owned();
        let entry = Rc::new(Identified { scope, key });
        for row in rows {
            let EntryKey { memory, entry: id } = &entry.key;
            let place = canonical::identity_key(&entry.scope, memory, id, &row.entry_version_id);
            self.waiting.push((place, entry.clone(), row));
            self.rows += 1;
        }
        if self.waiting.len() >= BATCH {
            self.write()?;
        }
        Ok(())
    }

    /// Writes what is derived and not written yet; the last step of a rebuild.
    pub fn write(&mut self) -> Result<()> {
        self.waiting.sort_by_key(|waiting| waiting.0);
        for (place, entry, row) in self.waiting.drain(..) {
            let EntryKey { memory, entry: id } = &entry.key;
            insert(self.db, place, [&entry.scope, memory, id], &row)?;
        }
        Ok(())
    }

    fn header(&self, scope: &str, memory: &str, active: i64, unready: i64) -> Result<()> {
        let head = self.authority.head(scope, memory)?;
        let Head {
            revision,
            generation,
        } = head.unwrap_or(NOWHERE);
        self.db.execute(
            "INSERT INTO main.pc_lifecycle_projection_header (scope_id, memory_artifact_id, authority_revision,
               authority_generation, log_position, active_entries, unready_entries, digest, rule_version)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, NULL, ?8)",
            &[
                scope.into(),
                memory.into(),
                revision.into(),
                generation.into(),
                log_position(self.db, scope, memory)?.into(),
                active.into(),
                unready.into(),
                RULE_VERSION.into(),
            ],
        )?;
        Ok(())
    }
}

/// Where a Memory stands that does not exist.
const NOWHERE: Head = Head {
    revision: 0,
    generation: 0,
};

fn tie(db: &Db, authority: &dyn Authority, scope: &str, memory: &str, tied: &str) -> Result<()> {
    let head = authority.head(scope, tied)?;
    let Head {
        revision,
        generation,
    } = head.unwrap_or(NOWHERE);
    db.execute(
        "INSERT INTO main.pc_lifecycle_projection_tie (scope_id, memory_artifact_id, tied_memory_artifact_id,
           authority_revision, authority_generation, log_position) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        &[
            scope.into(),
            memory.into(),
            tied.into(),
            revision.into(),
            generation.into(),
            log_position(db, scope, tied)?.into(),
        ],
    )?;
    Ok(())
}

fn log_position(db: &Db, scope: &str, memory: &str) -> Result<i64> {
    let sql = "SELECT log_position FROM main.pc_lifecycle_head WHERE scope_id = ?1 AND memory_artifact_id = ?2";
    Ok(db
        .query_row(sql, &[scope.into(), memory.into()], |row| row.int(0))?
        .unwrap_or(0))
}

const INSERT: &str = "
INSERT INTO main.pc_lifecycle_projection (identity_key, scope_id, memory_artifact_id, entry_id, entry_version_id,
  importance, importance_source, evidence_strength, authority_min, authority_max, verification,
  equal_count, similar_count, contradicts_count, supersedes_count,
  validity, validity_reason, successor_entry_id, successor_entry_version_id,
  recorded_at, effective_at, time_known, tier, session_id, pinned, protected, user_retired, state_class,
  interval_no, interval_started_at, automatic_action_reason, source_count, artifact_count, rule_version)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23,
  ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33, ?34)
ON CONFLICT (identity_key) DO NOTHING";

fn insert(db: &Db, place: i64, identity: [&str; 3], row: &ProjectionRow) -> Result<()> {
    let mut place = place;
    let cells = row.cells();
    let mut params: Vec<Cell<'_>> = Vec::with_capacity(5 + cells.len());
    params.push(place.into());
    params.extend(identity.map(Cell::from));
    params.push((&row.entry_version_id).into());
    params.extend(cells);
    while db.execute(INSERT, &params)? == 0 {
        place = place.checked_add(1).unwrap_or(0);
        params[0] = place.into();
    }
    Ok(())
}

/// Copies the changes that came since the last time, for an authority that keeps them inside its revisions.
pub fn copy_changes(db: &Db, authority: &dyn Authority, scope: &str, memory: &str) -> Result<()> {
    let Some(adapter) = authority.mirrored() else {
        return Ok(());
    };
    let Some(head) = authority.head(scope, memory)? else {
        return Ok(());
    };
    let copied = adapter.copied_to(scope, memory)?;
    if copied >= head.revision {
        return Ok(());
    }
    adapter.parse(scope, memory, (copied, head.revision), |change| {
        let content = &change.content;
        db.execute(
            "INSERT INTO main.pc_lifecycle_change (scope_id, memory_artifact_id, revision, ordinal, op, entry_id,
               from_entry_version_id, to_entry_version_id, reason) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            &[
                scope.into(),
                memory.into(),
                change.revision.into(),
                change.ordinal.into(),
                (&content.op).into(),
                (&content.entry_id).into(),
                content.from_entry_version_id.as_deref().into(),
                content.to_entry_version_id.as_deref().into(),
                content.reason.as_deref().into(),
            ],
        )?;
        Ok(())
    })?;
    let moved = db.execute(
        "INSERT INTO main.pc_lifecycle_head (scope_id, memory_artifact_id, revision, log_position)
         VALUES (?1, ?2, ?3, 0)
         ON CONFLICT (scope_id, memory_artifact_id) DO UPDATE SET revision = excluded.revision",
        &[scope.into(), memory.into(), head.revision.into()],
    )?;
    if moved == 1 {
        Ok(())
    } else {
        Err(Refusal::internal("the mirror position did not move"))
    }
}
