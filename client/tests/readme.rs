//! Do the README's two sessions run, and answer what it says they answer?
//!
//! Every statement of the first block of each section is run. Comment lines after a statement are its rows, cells
//! separated by two blanks or more, NULL left out.

use pc_client::script::{split, Command};
use pc_client::{Backend, Cell, Rows};
use std::path::Path;

fn readme() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    std::fs::read_to_string(path).unwrap()
}

/// The first SQL block under a heading.
fn block(heading: &str) -> String {
    let text = readme();
    let section = text
        .split(&format!("\n{heading}\n"))
        .nth(1)
        .expect("the section");
    let block = section.split("```sql\n").nth(1).expect("an SQL block");
    block.split("```").next().unwrap().to_owned()
}

/// Statements with the rows that the comment behind them promises.
fn statements(block: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut open = String::new();
    for line in block.lines() {
        if let Some(comment) = line.strip_prefix("-- ") {
            if comment.contains("  ") {
                let cells: Vec<&str> = comment
                    .split("  ")
                    .map(str::trim)
                    .filter(|c| !c.is_empty())
                    .collect();
                found
                    .last_mut()
                    .expect("a statement before")
                    .1
                    .push(cells.join("|"));
            }
        } else if line.starts_with('.') {
            // A command of the sqlite3 program.
        } else if line.starts_with("source ") {
            found.push((line.to_owned(), Vec::new()));
        } else {
            open.push_str(line);
            open.push('\n');
            if line.trim_end().ends_with(';') {
                found.push((std::mem::take(&mut open), Vec::new()));
            }
        }
    }
    assert_eq!(open.trim(), "", "the block ends with a statement");
    found
}

fn shown(rows: &Rows) -> Vec<String> {
    let row = |row: &Vec<Cell>| {
        let cells = row
            .iter()
            .filter(|cell| !cell.is_null() && **cell != Cell::from(""));
        cells.map(Cell::to_string).collect::<Vec<_>>().join("|")
    };
    rows.rows.iter().map(row).collect()
}

#[test]
fn the_sqlite_session_answers_what_it_says() {
    let mut db = Backend::open(&format!(
        "sqlite::memory:?extension={}",
        super::extension().display()
    ))
    .unwrap();
    let mut promised = 0;
    for (sql, rows) in statements(&block("## SQLite")) {
        let answer = db.query(&sql, &[]).unwrap_or_else(|e| panic!("{sql}: {e}"));
        if !rows.is_empty() {
            assert_eq!(shown(&answer), rows, "{sql}");
            promised += 1;
        }
    }
    assert_eq!(promised, 2, "the README shows two results");
}

#[test]
fn the_oceanbase_session_answers_what_it_says() {
    let (_turn, server) = crate::server();
    let url = server.fresh_database().unwrap();
    let mut db = Backend::open(&url).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sql/oceanbase");
    for (sql, rows) in statements(&block("## OceanBase")) {
        for statement in split(&sql).unwrap() {
            match statement.command {
                Command::Source(file) => db.script_file(&folder.join(file)).unwrap(),
                Command::Sql(sql)
                    if sql.starts_with("CREATE DATABASE") || sql.starts_with("USE") => {}
                Command::Sql(sql) => {
                    let answer = db.query(&sql, &[]).unwrap_or_else(|e| panic!("{sql}: {e}"));
                    if !rows.is_empty() {
                        assert_eq!(shown(&answer), rows, "{sql}");
                    }
                }
            }
        }
    }
}
