//! What does it cost to derive a projection anew, and to bring it up to date after one change?
//!
//! ```text
//! cargo run --release -p pc_bench --bin rebuild [-- ROWS…]        10000 100000 where nothing is given
//! ```
//!
//! Yardsticks in the same run: copying the finished projection table, with its keys, by INSERT … SELECT; and the same
//! refresh in a Memory of 1,000 entries. Ends non-zero when a ratio misses its bound.
//!
//! Between two tables of one shape SQLite carries whole records over and compares no key (its transfer optimisation,
//! https://sqlite.org/src/file?name=src/insert.c, `xferOptimization`); nothing that makes rows can have that. So the copy
//! is taken a second time row by row, beside it and without a bound.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use pc_bench::sqlite;
use rusqlite::Connection;

/// A rebuild takes at most so many copies of its result.
const COPIES: f64 = 4.0;
/// A refresh in a large Memory takes at most so many of one in a small Memory.
const REFRESHES: f64 = 3.0;
const SMALL: u64 = 1_000;
const CHANGES: usize = 40;

fn main() -> ExitCode {
    sqlite::link_extension();
    let mut sizes: Vec<u64> = std::env::args()
        .skip(1)
        .map(|size| size.parse().expect("a number of rows"))
        .collect();
    if sizes.is_empty() {
        sizes = vec![10_000, 100_000];
    }
    let small = refresh(&open(SMALL).1);
    let mut kept = true;
    println!(
        "{:>9} {:>11} {:>11} {:>7} {:>11} {:>7} {:>13} {:>7}",
        "rows", "rebuild", "copy", "ratio", "by rows", "ratio", "refresh", "ratio"
    );
    for rows in sizes {
        let (_folder, db) = open(rows);
        let rebuild = timed(|| ask(&db, "SELECT pc_rebuild()"));
        let copy = copied(&db, "");
        let by_rows = copied(&db, "WHERE true");
        let refresh = refresh(&db);
        let copies = rebuild.as_secs_f64() / copy.as_secs_f64();
        let refreshes = refresh.as_secs_f64() / small.as_secs_f64();
        let row_copies = rebuild.as_secs_f64() / by_rows.as_secs_f64();
        println!(
            "{rows:>9} {rebuild:>11.2?} {copy:>11.2?} {copies:>7.2} {by_rows:>11.2?} {row_copies:>7.2} {refresh:>13.2?} {refreshes:>7.2}"
        );
        kept &= copies <= COPIES && refreshes <= REFRESHES;
    }
    if kept {
        ExitCode::SUCCESS
    } else {
        println!(
            "a bound is missed: {COPIES} copies a rebuild, {REFRESHES} small refreshes a refresh"
        );
        ExitCode::FAILURE
    }
}

/// A copy of the store to work on.
fn open(rows: u64) -> (tempfile::TempDir, Connection) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("store.sqlite");
    std::fs::copy(sqlite::store(rows), &file).expect("a copy of the store");
    (folder, sqlite::open(&file))
}

fn ask(db: &Connection, sql: &str) {
    db.query_row(sql, [], |_| Ok(())).expect(sql);
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// Copies the projection into a table of the same columns and keys; any WHERE makes SQLite go row by row.
fn copied(db: &Connection, rows: &str) -> Duration {
    let sql: String = db
        .query_row(
            "SELECT sql FROM sqlite_schema WHERE name = 'pc_lifecycle_projection'",
            [],
            |row| row.get(0),
        )
        .expect("the projection's DDL");
    let sql = sql.replacen("pc_lifecycle_projection", "copied", 1);
    db.execute_batch(&sql).expect("a table like it");
    let took = timed(|| {
        db.execute_batch(&format!(
            "INSERT INTO copied SELECT * FROM pc_lifecycle_projection {rows}"
        ))
        .expect("the copy");
    });
    db.execute_batch("DROP TABLE copied").expect("it goes");
    took
}

/// The median of refreshes, each after one mark on one entry.
fn refresh(db: &Connection) -> Duration {
    let mut times: Vec<Duration> = (0..CHANGES)
        .map(|at| {
            let mark = format!(
                "SELECT pc_mark('{}', '{}', entry_id, 'session', 'task-{at}', 'bench', 'user', {at})
                 FROM pc_lifecycle_entry LIMIT 1 OFFSET {}",
                pc_bench::SCOPE,
                pc_bench::MEMORY,
                at * 17
            );
            ask(db, &mark);
            timed(|| ask(db, "SELECT pc_refresh()"))
        })
        .collect();
    times.sort();
    times[CHANGES / 2]
}
