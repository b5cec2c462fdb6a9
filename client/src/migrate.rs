//! OceanBase migrations, carried in the binary: apply what is missing, undo all.
//!
//! A migration is recorded by its own last statement, so one that was interrupted is simply run again. DDL commits
//! as it goes there; each file can be run again from any half-way point.

use crate::cell::Cell;
use crate::error::Result;
use crate::mysql::Mysql;

#[derive(Debug)]
pub struct Migration {
    pub version: u32,
    pub name: &'static str,
    pub up: &'static str,
    pub down: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// "Table does not exist", before the first migration.
const NO_SUCH_TABLE: u16 = 1146;

/// Of two sessions that create triggers at once, even in two databases, one may be told that they exist where they do not
/// (seen on seekdb 1.4.0.0). The file begins by dropping them, so running it again is the answer.
const TRIGGER_EXISTS: u16 = 5734;

/// Runs every migration that is not recorded; gives those that ran.
pub fn apply(db: &mut Mysql) -> Result<Vec<&'static Migration>> {
    allow_long_statements(db)?;
    let done = recorded(db)?;
    let mut ran = Vec::new();
    for migration in MIGRATIONS {
        if !done.contains(&(i64::from(migration.version), migration.name.to_owned())) {
            let file = format!("V{:03}__{}.sql", migration.version, migration.name);
            match db.run(migration.up, &file, None) {
                Err(e) if e.mysql_code() == Some(TRIGGER_EXISTS) => {
                    db.run(migration.up, &file, None)?
                }
                other => other?,
            };
            ran.push(migration);
        }
    }
    Ok(ran)
}

/// Undoes every migration, newest first, recorded or not: one that stopped half-way has left something too.
pub fn undo(db: &mut Mysql) -> Result<()> {
    allow_long_statements(db)?;
    for migration in MIGRATIONS.iter().rev() {
        let file = format!("U{:03}__{}.sql", migration.version, migration.name);
        match db.run(migration.down, &file, None) {
            // Nothing was ever recorded here, so there is no record to delete.
            Err(e) if e.mysql_code() == Some(NO_SUCH_TABLE) => {}
            other => other?,
        }
    }
    Ok(())
}

/// Versions and names in the order in which they were recorded; none where nothing was installed yet.
pub fn recorded(db: &mut Mysql) -> Result<Vec<(i64, String)>> {
    let sql = "SELECT version, name FROM pc_lifecycle_migration ORDER BY version";
    let rows = match db.query(sql, &[]) {
        Err(e) if e.mysql_code() == Some(NO_SUCH_TABLE) => return Ok(Vec::new()),
        other => other?,
    };
    Ok(rows
        .rows
        .iter()
        .filter_map(|row| match row.as_slice() {
            [Cell::Int(version), Cell::Text(name)] => Some((*version, name.clone())),
            _ => None,
        })
        .collect())
}

/// The default of 10 s is short for creating partitioned tables on a busy machine.
fn allow_long_statements(db: &mut Mysql) -> Result<()> {
    db.execute("SET SESSION ob_query_timeout = 120000000")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::{split, Command};
    use std::path::Path;

    #[test]
    fn each_migration_records_itself_last_and_its_undo_takes_that_back() {
        for m in MIGRATIONS {
            let last = |text: &str| match split(text).unwrap().pop().map(|s| s.command) {
                Some(Command::Sql(sql)) => sql,
                other => panic!("V{:03}__{}: {other:?}", m.version, m.name),
            };
            let record = format!(
                "REPLACE INTO pc_lifecycle_migration (version, name) VALUES ({}, '{}')",
                m.version, m.name
            );
            assert_eq!(last(m.up), record);
            assert!(
                !m.down.is_empty(),
                "V{:03}__{} has no undo",
                m.version,
                m.name
            );
        }
    }

    #[test]
    fn versions_are_unique() {
        let mut versions: Vec<u32> = MIGRATIONS.iter().map(|m| m.version).collect();
        versions.dedup();
        assert_eq!(versions.len(), MIGRATIONS.len());
    }

    #[test]
    fn the_source_scripts_list_every_migration_in_order() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sql/oceanbase");
        let listed = |file: &str| -> Vec<String> {
            let text = std::fs::read_to_string(folder.join(file)).unwrap();
            split(&text)
                .unwrap()
                .into_iter()
                .filter_map(|s| match s.command {
                    Command::Source(name) => Some(name),
                    Command::Sql(_) => None,
                })
                .collect()
        };
        let names: Vec<String> = MIGRATIONS
            .iter()
            .map(|m| format!("{:03}__{}.sql", m.version, m.name))
            .collect();
        let up: Vec<String> = names.iter().map(|name| format!("V{name}")).collect();
        let down: Vec<String> = names.iter().rev().map(|name| format!("U{name}")).collect();
        assert_eq!(listed("apply.sql"), up);
        assert_eq!(listed("undo.sql"), down);
    }
}
