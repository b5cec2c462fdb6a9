//! How is the projection kept? One row a version, one header a Memory, and a tie for every Memory it leaned on.
//!
//! A row stands at 63 bits of its identity's hash, or at the next free number where another identity has that one, so
//! a look-up by full identity needs no long key.

use crate::nested::{Cell, Db};
use crate::port::{Authority, Head};
use crate::projection::{EntryProjection, ProjectionRow, RULE_VERSION};
use crate::refusal::{refuse, Result};

/// `readiness` of a row: the newest one of an active entry says whether the entry is ready for ranking.
pub const NOT_ASKED: i64 = 0;
pub const READY: i64 = 1;
pub const UNREADY: i64 = 2;

/// The rows of an entry with the readiness of each.
pub fn with_readiness(projection: &EntryProjection) -> impl Iterator<Item = (&ProjectionRow, i64)> {
    let newest = projection.rows.len().saturating_sub(1);
    projection.rows.iter().enumerate().map(move |(at, row)| {
        let readiness = match (at == newest && projection.active, projection.ready) {
            (false, _) => NOT_ASKED,
            (true, true) => READY,
            (true, false) => UNREADY,
        };
        (row, readiness)
    })
}

/// How many entries of a Memory are active, and how many of those are not ready.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub active: i64,
    pub unready: i64,
}

impl Counts {
    /// Counts a row of this readiness in, or with -1 out.
    pub fn add(&mut self, readiness: i64, times: i64) {
        self.active += if readiness == NOT_ASKED { 0 } else { times };
        self.unready += if readiness == UNREADY { times } else { 0 };
    }
}

/// Where a Memory stands: 0 where it does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub head: Head,
    pub log: i64,
}

pub fn position(db: &Db, authority: &dyn Authority, scope: &str, memory: &str) -> Result<Position> {
    let nowhere = Head {
        revision: 0,
        generation: 0,
    };
    let sql = "SELECT log_position FROM main.pc_lifecycle_head WHERE scope_id = ?1 AND memory_artifact_id = ?2";
    Ok(Position {
        head: authority.head(scope, memory)?.unwrap_or(nowhere),
        log: db
            .query_row(sql, &[scope.into(), memory.into()], |row| row.int(0))?
            .unwrap_or(0),
    })
}

/// Says what the rows of a Memory were derived from, and what they come to.
pub fn put_header(
    db: &Db,
    scope: &str,
    memory: &str,
    at: Position,
    counts: Counts,
    digest: &str,
) -> Result<()> {
    db.execute(
        "INSERT OR REPLACE INTO main.pc_lifecycle_projection_header (scope_id, memory_artifact_id, authority_revision,
           authority_generation, log_position, active_entries, unready_entries, digest, rule_version)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        &[
            scope.into(),
            memory.into(),
            at.head.revision.into(),
            at.head.generation.into(),
            at.log.into(),
            counts.active.into(),
            counts.unready.into(),
            digest.into(),
            RULE_VERSION.into(),
        ],
    )?;
    Ok(())
}

/// Says where a Memory stood that the rows lean on.
pub fn put_tie(db: &Db, scope: &str, memory: &str, tied: &str, at: Position) -> Result<()> {
    db.execute(
        "INSERT OR REPLACE INTO main.pc_lifecycle_projection_tie (scope_id, memory_artifact_id, tied_memory_artifact_id,
           authority_revision, authority_generation, log_position) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        &[
            scope.into(),
            memory.into(),
            tied.into(),
            at.head.revision.into(),
            at.head.generation.into(),
            at.log.into(),
        ],
    )?;
    Ok(())
}

/// Takes away what was derived: everything, a scope's, or a Memory's.
pub fn clear(db: &Db, scope: Option<&str>, memory: Option<&str>) -> Result<()> {
    for table in [
        "projection",
        "projection_header",
        "projection_tie",
        "digest_node",
    ] {
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

const INSERT: &str = "
INSERT INTO main.pc_lifecycle_projection (identity_key, scope_id, memory_artifact_id, entry_id, entry_version_id,
  importance, importance_source, evidence_strength, authority_min, authority_max, verification,
  equal_count, similar_count, contradicts_count, supersedes_count,
  validity, validity_reason, successor_entry_id, successor_entry_version_id,
  recorded_at, effective_at, time_known, tier, session_id, pinned, protected, user_retired, state_class,
  interval_no, interval_started_at, automatic_action_reason, source_count, artifact_count, rule_version, readiness)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23,
  ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33, ?34, ?35)
ON CONFLICT (identity_key) DO NOTHING";

/// A row stands at most so far behind its place: that many identities of one hash there are not. Where none of the numbers
/// takes a row, something else keeps it out.
pub const NEXT_FREE: i64 = 1 << 16;

/// Writes a row at its place, or at the next free one.
pub fn insert(
    db: &Db,
    place: i64,
    identity: [&str; 3],
    row: &ProjectionRow,
    readiness: i64,
) -> Result<()> {
    let cells = row.cells();
    let mut params: Vec<Cell<'_>> = Vec::with_capacity(6 + cells.len());
    params.push(place.into());
    params.extend(identity.map(Cell::from));
    params.push((&row.entry_version_id).into());
    params.extend(cells);
    params.push(readiness.into());
    for behind in 0..NEXT_FREE {
        params[0] = place.saturating_add(behind).into();
        if db.execute(INSERT, &params)? == 1 {
            return Ok(());
        }
    }
    Err(refuse("row_dropped", &[]))
}
