//! How long does `CALL pc_rank` take on OceanBase, against one SELECT that parses and joins the same? The checks
//! of its request are measured apart.
//!
//! `cargo bench -p pc_bench --bench oceanbase`, then `cargo run -p pc_bench --bin ratios`. Starts its own server.
//! PC_BENCH_ROWS sets another size than 100,000.

use std::time::Duration;

use criterion::{criterion_group, criterion_main, Criterion};
use pc_bench::{oceanbase, pools, POOL, ROUNDS, SCOPE};
use pc_client::seekdb::Server;
use pc_client::Cell;

fn compare(criterion: &mut Criterion) {
    let rows = std::env::var("PC_BENCH_ROWS")
        .map_or(100_000, |rows| rows.parse().expect("a number of rows"));
    let server = Server::shared().expect("a server");
    let url = server.fresh_database().expect("a database");
    let mut db = oceanbase::fill(&url, rows).expect("a bench store");
    let channels: Vec<Cell> = (0..ROUNDS)
        .map(|round| Cell::from(pools::channels(rows, round).as_str()))
        .collect();
    let options = Cell::from(format!(r#"{{"scope_id":"{SCOPE}","limit":{POOL}}}"#).as_str());
    let mut run = |name: &str, sql: &str, more: &[Cell]| {
        let mut round = 0;
        criterion
            .benchmark_group("oceanbase")
            .bench_function(name, |bencher| {
                bencher.iter(|| {
                    round = (round + 1) % channels.len();
                    let arguments = [&[channels[round].clone()], more].concat();
                    db.query(sql, &arguments).expect(sql).rows.len()
                });
            });
    };
    run(
        "pc_rank",
        "CALL pc_rank(?, ?)",
        std::slice::from_ref(&options),
    );
    // The same checks of the same request, alone; the round trip is in it.
    run(
        "validation",
        "SELECT pc_request_plan('rank', CONVERT(c.channels USING utf8mb4), LENGTH(c.channels), CONVERT(c.options USING utf8mb4), LENGTH(c.options), 0) FROM (SELECT ? AS channels, ? AS options) c",
        std::slice::from_ref(&options),
    );
    run(
        "parse_and_join",
        include_str!("yardsticks/parse_and_join.sql"),
        &[],
    );
}

criterion_group! {
    name = benches;
    config = Criterion::default().warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(5));
    targets = compare
}
criterion_main!(benches);
