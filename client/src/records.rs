//! Typed rows of the reads that programs use most: validity, rank and trace.

use crate::backend::Backend;
use crate::cell::{Cell, Rows};
use crate::error::{Error, Result};

/// Which version of which entry in which Memory of which scope.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Identity {
    pub scope_id: String,
    pub memory_artifact_id: String,
    pub entry_id: String,
    pub entry_version_id: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValidityRow {
    pub identity: Identity,
    pub validity: String,
    pub eligible: bool,
    pub label: String,
    pub reason: Option<String>,
    pub successor_entry_id: Option<String>,
    pub successor_entry_version_id: Option<String>,
    pub recorded_at: Option<i64>,
    pub effective_at: Option<i64>,
    pub importance: i64,
    pub evidence_strength: i64,
    pub authority: i64,
    pub verification: String,
    pub tier: String,
    pub stale: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct RankRow {
    pub rank: i64,
    pub baseline_rank: i64,
    pub displacement: i64,
    pub identity: Identity,
    pub revision: i64,
    pub score: f64,
    pub matched_by: String,
    pub validity: String,
    pub label: String,
    pub reason: Option<String>,
    pub successor_entry_id: Option<String>,
    pub adjustment: i64,
    pub rules: String,
}

struct Reader<'a> {
    rows: &'a Rows,
    at: usize,
}

impl Reader<'_> {
    fn wrong<T>(&self, column: &str) -> Result<T> {
        Err(Error::usage(format!(
            "the answer's column {column} holds {} in row {}",
            self.rows.get(self.at, column),
            self.at + 1
        )))
    }

    fn text(&self, column: &str) -> Result<String> {
        match self.rows.get(self.at, column) {
            Cell::Text(text) => Ok(text.clone()),
            _ => self.wrong(column),
        }
    }

    fn optional_text(&self, column: &str) -> Option<String> {
        self.rows.text(self.at, column).map(str::to_owned)
    }

    fn int(&self, column: &str) -> Result<i64> {
        match self.rows.int(self.at, column) {
            Some(value) => Ok(value),
            None => self.wrong(column),
        }
    }

    fn identity(&self) -> Result<Identity> {
        Ok(Identity {
            scope_id: self.text("scope_id")?,
            memory_artifact_id: self.text("memory_artifact_id")?,
            entry_id: self.text("entry_id")?,
            entry_version_id: self.text("entry_version_id")?,
        })
    }
}

fn each<T>(rows: &Rows, read: impl Fn(Reader<'_>) -> Result<T>) -> Result<Vec<T>> {
    (0..rows.len())
        .map(|at| read(Reader { rows, at }))
        .collect()
}

impl ValidityRow {
    pub fn read(rows: &Rows) -> Result<Vec<ValidityRow>> {
        each(rows, |row| {
            Ok(ValidityRow {
                identity: row.identity()?,
                validity: row.text("validity")?,
                eligible: row.int("eligible")? == 1,
                label: row.text("label")?,
                reason: row.optional_text("reason"),
                successor_entry_id: row.optional_text("successor_entry_id"),
                successor_entry_version_id: row.optional_text("successor_entry_version_id"),
                recorded_at: row.rows.int(row.at, "recorded_at"),
                effective_at: row.rows.int(row.at, "effective_at"),
                importance: row.int("importance")?,
                evidence_strength: row.int("evidence_strength")?,
                authority: row.int("authority")?,
                verification: row.text("verification")?,
                tier: row.text("tier")?,
                stale: row.int("stale")? == 1,
            })
        })
    }
}

impl RankRow {
    pub fn read(rows: &Rows) -> Result<Vec<RankRow>> {
        each(rows, |row| {
            Ok(RankRow {
                rank: row.int("rank")?,
                baseline_rank: row.int("baseline_rank")?,
                displacement: row.int("displacement")?,
                identity: row.identity()?,
                revision: row.int("revision")?,
                score: match row.rows.get(row.at, "score").as_real() {
                    Some(score) => score,
                    None => row.wrong("score")?,
                },
                matched_by: row.text("matched_by")?,
                validity: row.text("validity")?,
                label: row.text("label")?,
                reason: row.optional_text("reason"),
                successor_entry_id: row.optional_text("successor_entry_id"),
                adjustment: row.int("adjustment")?,
                rules: row.text("rules")?,
            })
        })
    }
}

impl Backend {
    /// Validity of every version of a Memory, in identity order; `as_of` a revision of it, or now.
    pub fn validity(
        &mut self,
        scope: &str,
        memory: &str,
        as_of: Option<i64>,
    ) -> Result<Vec<ValidityRow>> {
        let mut arguments = vec![scope.into(), memory.into()];
        arguments.extend(as_of.map(Cell::from));
        ValidityRow::read(&self.read("pc_validity", &arguments)?)
    }

    /// The whole stage over channels of hits (JSON), in rank order.
    pub fn rank(&mut self, channels: &str, options: &str) -> Result<Vec<RankRow>> {
        RankRow::read(&self.read("pc_rank", &[channels.into(), options.into()])?)
    }

    /// How that order came about, as canonical JSON.
    pub fn trace(&mut self, channels: &str, options: &str) -> Result<String> {
        let rows = self.read("pc_trace", &[channels.into(), options.into()])?;
        match rows.scalar() {
            Cell::Text(text) => Ok(text.clone()),
            other => Err(Error::usage(format!("the trace is {other}"))),
        }
    }
}
