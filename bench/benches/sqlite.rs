//! How long does `pc_reorder` take over 1,000,000 rows, against plain SQL in the same process?
//!
//! `cargo bench -p pc_bench --bench sqlite`, then `cargo run -p pc_bench --bin ratios`. PC_BENCH_ROWS sets another size.

use std::time::Duration;

use criterion::{criterion_group, criterion_main, Criterion};
use pc_bench::{pools, sqlite, ROUNDS};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Statement};

const WINDOW_QUERY: &str = include_str!("yardsticks/window_query.sql");
const KEY_LOOKUPS: &str = include_str!("yardsticks/key_lookups.sql");

/// Reads every column of every row, as an application would; gives the bytes met, so that nothing is optimised away.
fn read_all(statement: &mut Statement, argument: &str) -> usize {
    let columns = statement.column_count();
    let mut rows = statement.query([argument]).expect("the statement runs");
    let mut met = 0;
    while let Some(row) = rows.next().expect("a row") {
        for column in 0..columns {
            met += match row.get_ref(column).expect("a column") {
                ValueRef::Text(text) => text.len(),
                ValueRef::Null => 0,
                _ => 8,
            };
        }
    }
    met
}

fn measure(
    criterion: &mut Criterion,
    group: &str,
    name: &str,
    sql: &str,
    arguments: &[String],
    connection: &Connection,
) {
    let mut statement = connection.prepare(sql).expect(sql);
    let mut round = 0;
    criterion
        .benchmark_group(group)
        .bench_function(name, |bencher| {
            bencher.iter(|| {
                round = (round + 1) % arguments.len();
                read_all(&mut statement, &arguments[round])
            });
        });
}

fn compare(criterion: &mut Criterion) {
    let rows = std::env::var("PC_BENCH_ROWS")
        .map_or(1_000_000, |rows| rows.parse().expect("a number of rows"));
    sqlite::link_extension();
    let connection = sqlite::open(&sqlite::store(rows));
    let drawn: Vec<String> = (0..ROUNDS).map(|round| pools::pool(rows, round)).collect();
    let channels: Vec<String> = (0..ROUNDS)
        .map(|round| pools::channels(rows, round))
        .collect();
    let options = format!(r#"{{"scope_id":"{}"}}"#, pc_bench::SCOPE);
    let ranking = format!(
        r#"{{"scope_id":"{}","limit":{}}}"#,
        pc_bench::SCOPE,
        pc_bench::POOL
    );
    let reorder = format!("SELECT * FROM pc_reorder(?1, '{options}')");
    let rank = format!("SELECT * FROM pc_rank(?1, '{ranking}')");
    let mut run = |name: &str, sql: &str, arguments: &[String]| {
        measure(criterion, "sqlite", name, sql, arguments, &connection);
    };
    run("pc_reorder", &reorder, &drawn);
    for (yardstick, sql) in [("window_query", WINDOW_QUERY), ("key_lookups", KEY_LOOKUPS)] {
        run(yardstick, sql, &drawn);
        let on_projection = sql.replace("plain_quality", "pc_lifecycle_projection");
        run(
            &format!("{yardstick}_on_projection"),
            &on_projection,
            &drawn,
        );
    }
    run("pc_rank", &rank, &channels);
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(4));
    targets = compare
}
criterion_main!(benches);
