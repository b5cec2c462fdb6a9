//! What does it cost on OceanBase to derive a projection anew, and to bring it up to date after one change?
//!
//! ```text
//! cargo run --release -p pc_bench --bin rebuild_oceanbase [-- ROWS]        100000 where nothing is given
//! ```
//!
//! The yardsticks of `rebuild`, in the same run: copying the finished projection by INSERT … SELECT, and the same refresh in
//! a Memory of 1,000 entries. Reported, without a bound. Starts its own server.

use std::time::{Duration, Instant};

use pc_bench::{oceanbase, MEMORY, SCOPE};
use pc_client::seekdb::Server;
use pc_client::{Backend, Cell};

const SMALL: u64 = 1_000;
const CHANGES: usize = 20;

fn main() -> pc_client::Result<()> {
    let rows = std::env::args()
        .nth(1)
        .map_or(100_000, |rows| rows.parse().expect("a number of rows"));
    let server = Server::shared()?;
    let small = refresh(&mut open(server, SMALL)?)?;
    let mut db = open(server, rows)?;
    let rebuild = timed(&mut db, "CALL pc_rebuild(NULL, NULL)")?;
    db.query("CREATE TABLE copied LIKE pc_lifecycle_projection", &[])?;
    let copy = timed(
        &mut db,
        "INSERT INTO copied SELECT * FROM pc_lifecycle_projection",
    )?;
    let refresh = refresh(&mut db)?;
    println!(
        "{:>9} {:>11} {:>11} {:>7} {:>13} {:>13} {:>7}",
        "rows", "rebuild", "copy", "ratio", "refresh", "of 1,000", "ratio"
    );
    println!(
        "{rows:>9} {rebuild:>11.2?} {copy:>11.2?} {:>7.2} {refresh:>13.2?} {small:>13.2?} {:>7.2}",
        rebuild.as_secs_f64() / copy.as_secs_f64(),
        refresh.as_secs_f64() / small.as_secs_f64()
    );
    Ok(())
}

/// A store of its own.
fn open(server: &Server, rows: u64) -> pc_client::Result<Backend> {
    oceanbase::fill(&server.fresh_database()?, rows)
}

fn timed(db: &mut Backend, sql: &str) -> pc_client::Result<Duration> {
    let start = Instant::now();
    db.query(sql, &[])?;
    Ok(start.elapsed())
}

/// The median of refreshes, each after one mark on one entry.
fn refresh(db: &mut Backend) -> pc_client::Result<Duration> {
    let mut times = Vec::new();
    for at in 0..CHANGES {
        let entry = pc_bench::pools::entry_id(17 * at as u64);
        let task = format!("task-{at}");
        let mark = [
            SCOPE.into(),
            MEMORY.into(),
            entry.as_str().into(),
            "session".into(),
            task.as_str().into(),
            "bench".into(),
            "user".into(),
            Cell::Int(at as i64),
        ];
        db.call("pc_mark", &mark)?;
        times.push(timed(db, "CALL pc_refresh(NULL, NULL)")?);
    }
    times.sort();
    Ok(times[CHANGES / 2])
}
