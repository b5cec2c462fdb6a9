//! May the projection of a Memory be used for now?
//!
//! ```text
//! Freshness::new(authority).of(db, "s", "memory")
//! ```
//!
//! Rows of one Memory are fresh as long as every tie is where it was; a Memory that does not exist stands at 0, so that
//! its coming into being is noticed too.

use std::collections::BTreeMap;

use crate::nested::Db;
use crate::port::Authority;
use crate::projection::RULE_VERSION;
use crate::refusal::Result;

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
