//! How is one function of the surface asked on each engine?
//!
//! SQLite has functions and table functions, and lets trailing arguments be left out; OceanBase has procedures of
//! fixed arity, which take NULL instead, and a view. This is the only place that knows.

use crate::backend::Backend;
use crate::cell::{Cell, Rows};
use crate::error::{Error, Result};

/// Functions that answer with one value, and how many arguments the procedure takes.
pub const CALLS: &[(&str, usize)] = &[
    ("pc_corroborate", 5),
    ("pc_digest", 2),
    ("pc_declare_source", 5),
    ("pc_disable_ranking", 2),
    ("pc_dismiss", 3),
    ("pc_enable_ranking", 2),
    ("pc_forget", 6),
    ("pc_install", 2),
    ("pc_mark", 9),
    ("pc_observe", 3),
    ("pc_reactivate", 6),
    ("pc_rebuild", 2),
    ("pc_refresh", 2),
    ("pc_register_policy", 1),
    ("pc_relate", 10),
    ("pc_remember", 8),
    ("pc_revise", 9),
    ("pc_supersede", 8),
];

/// Those that answer with rows, or (pc_trace) with one text that no write is behind.
pub const READS: &[(&str, usize)] = &[
    ("pc_fuse", 2),
    ("pc_history", 3),
    ("pc_rank", 2),
    ("pc_reorder", 2),
    ("pc_trace", 2),
];

/// Functions that answer with rows in rank order, over (what, options).
const RANKED: &[&str] = &["pc_fuse", "pc_rank", "pc_reorder"];

/// Columns of `pc_validity`, named so that both engines give them in this order.
pub const VALIDITY_COLUMNS: &str = "scope_id, memory_artifact_id, entry_id, entry_version_id, \
    validity, eligible, label, reason, successor_entry_id, successor_entry_version_id, recorded_at, \
    effective_at, time_known, importance, evidence_strength, authority, verification, tier, stale";

impl Backend {
    /// A function that answers one value: `SELECT name(…) AS result`, or `CALL name(…)`.
    pub fn call(&mut self, name: &str, arguments: &[Cell]) -> Result<Rows> {
        if name == "pc_version" {
            return self.query("SELECT pc_version() AS result", &[]);
        }
        let arity = CALLS
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, arity)| *arity)
            .ok_or_else(|| unknown(name))?;
        match self {
            Backend::Sqlite(db) => {
                let column = if name == "pc_digest" {
                    "digest"
                } else {
                    "result"
                };
                let sql = format!("SELECT {name}({}) AS {column}", places(arguments.len()));
                db.query(&sql, arguments)
            }
            Backend::Mysql(db) => {
                let arguments = padded(arguments, arity);
                db.query(&format!("CALL {name}({})", places(arity)), &arguments)
            }
        }
    }

    /// A read: `pc_validity(scope, memory[, as_of])` in identity order, `pc_history` in its own, `pc_reorder`, `pc_fuse` and `pc_rank` in
    /// rank order, `pc_trace` as one cell.
    pub fn read(&mut self, name: &str, arguments: &[Cell]) -> Result<Rows> {
        match name {
            "pc_validity" => self.read_validity(arguments),
            "pc_history" => match self {
                Backend::Sqlite(db) => {
                    let places = places(arguments.len());
                    db.query(
                        &format!("SELECT * FROM pc_history({places}) ORDER BY seq"),
                        arguments,
                    )
                }
                Backend::Mysql(db) => db.query("CALL pc_history(?, ?, ?)", &padded(arguments, 3)),
            },
            "pc_trace" => match self {
                Backend::Sqlite(db) => {
                    let sql = format!("SELECT pc_trace({}) AS trace", places(arguments.len()));
                    db.query(&sql, arguments)
                }
                Backend::Mysql(db) => {
                    let mut rows = db.query("CALL pc_trace(?, ?)", &padded(arguments, 2))?;
                    rows.columns = vec!["trace".into()];
                    Ok(rows)
                }
            },
            _ if RANKED.contains(&name) => match self {
                Backend::Sqlite(db) => {
                    let places = places(arguments.len());
                    db.query(
                        &format!("SELECT * FROM {name}({places}) ORDER BY \"rank\""),
                        arguments,
                    )
                }
                Backend::Mysql(db) => {
                    db.query(&format!("CALL {name}(?, ?)"), &padded(arguments, 2))
                }
            },
            _ => Err(unknown(name)),
        }
    }

    fn read_validity(&mut self, arguments: &[Cell]) -> Result<Rows> {
        const ORDER: &str = "ORDER BY entry_id, entry_version_id";
        match self {
            Backend::Sqlite(db) => {
                let places = places(arguments.len());
                db.query(
                    &format!("SELECT {VALIDITY_COLUMNS} FROM pc_validity({places}) {ORDER}"),
                    arguments,
                )
            }
            Backend::Mysql(db) if arguments.get(2).is_none_or(Cell::is_null) => db.query(
                &format!(
                    "SELECT {VALIDITY_COLUMNS} FROM pc_validity \
                     WHERE scope_id = ? AND memory_artifact_id = ? {ORDER}"
                ),
                &padded(arguments, 2)[..2],
            ),
            Backend::Mysql(db) => {
                db.query("CALL pc_validity_as_of(?, ?, ?)", &padded(arguments, 3))
            }
        }
    }
}

fn unknown(name: &str) -> Error {
    Error::usage(format!("{name} is no function of the surface"))
}

fn places(count: usize) -> String {
    vec!["?"; count].join(", ")
}

fn padded(arguments: &[Cell], arity: usize) -> Vec<Cell> {
    let mut all = arguments.to_vec();
    all.resize(arity.max(arguments.len()), Cell::Null);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_null() {
        assert_eq!(
            padded(&[Cell::Int(1)], 3),
            [Cell::Int(1), Cell::Null, Cell::Null]
        );
        assert_eq!(places(3), "?, ?, ?");
    }
}
