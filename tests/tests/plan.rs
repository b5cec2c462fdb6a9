//! Joining candidates to `pc_validity` looks each of them up by its full identity, candidate side first, without CROSS
//! JOIN: by the plan's words, and by the number of steps, which a scan of the projection would multiply.
use pc_tests::engine::{extension, load, show, Client, Engine};
use rusqlite::Connection;
use std::sync::atomic::{AtomicU64, Ordering};

/// Rows in the projection: Memories of 1,000 entries each.
fn memories() -> i64 {
    if crate::full() {
        1000
    } else {
        20
    }
}

const ENTRIES: i64 = 1000;

/// A native store of many Memories, written in bulk as the writes would have left it.
fn fill(connection: &Connection) {
    let numbers = "WITH RECURSIVE memory(m) AS (SELECT 0 UNION ALL SELECT m + 1 FROM memory WHERE m + 1 < ?1),
        entry(e) AS (SELECT 0 UNION ALL SELECT e + 1 FROM entry WHERE e + 1 < ?2)";
    let each = format!("{numbers} INSERT INTO");
    let place =
        "'s', printf('memory%04d', m), printf('entry%04d', e), printf('ver_%04d_%04d', m, e)";
    for sql in [
        format!("{each} pc_lifecycle_entry (scope_id, memory_artifact_id, entry_id, entry_version_id, version, previous_version_id, kind, text, content_hash, created_in_revision)
            SELECT {place}, 1, NULL, 'fact', printf('Text %d of %d.', e, m), printf('%064d', m * ?2 + e), 1 FROM memory, entry"),
        format!("{each} pc_lifecycle_change (scope_id, memory_artifact_id, revision, ordinal, op, entry_id, from_entry_version_id, to_entry_version_id, reason)
            SELECT 's', printf('memory%04d', m), 1, e + 1, 'add', printf('entry%04d', e), NULL, printf('ver_%04d_%04d', m, e), NULL FROM memory, entry"),
        format!("{each} pc_lifecycle_head (scope_id, memory_artifact_id, revision, log_position) SELECT 's', printf('memory%04d', m), 1, 0 * ?2 FROM memory"),
    ] {
        connection.execute(&sql, [memories(), ENTRIES]).unwrap_or_else(|e| panic!("{e}: {sql}"));
    }
    connection
        .query_row("SELECT pc_rebuild()", [], |row| row.get::<_, String>(0))
        .expect("pc_rebuild");
    let rows: i64 = connection
        .query_row("SELECT count(*) FROM pc_lifecycle_projection", [], |row| {
            row.get(0)
        })
        .expect("a count");
    assert_eq!(rows, memories() * ENTRIES);
}

fn candidates() -> String {
    let hits: Vec<serde_json::Value> = (0..100)
        .map(|n| {
            let (memory, entry) = (n * 7 % memories(), n * 31 % ENTRIES);
            serde_json::json!({
                "memory_artifact_id": format!("memory{memory:04}"),
                "revision": 1,
                "entry_id": format!("entry{entry:04}"),
                "entry_version_id": format!("ver_{memory:04}_{entry:04}"),
            })
        })
        .collect();
    serde_json::Value::Array(hits).to_string()
}

static STEPS: AtomicU64 = AtomicU64::new(0);
const EVERY: i32 = 10;

/// Rows of the query, and the virtual machine steps of it and of all that it ran inside.
fn run(connection: &mut Connection, sql: &str, parameter: Option<&str>) -> (usize, u64) {
    STEPS.store(0, Ordering::Relaxed);
    connection
        .progress_handler(
            EVERY,
            Some(|| {
                STEPS.fetch_add(EVERY as u64, Ordering::Relaxed);
                false
            }),
        )
        .expect("a progress handler");
    let mut statement = connection
        .prepare(sql)
        .unwrap_or_else(|e| panic!("{e}: {sql}"));
    let mut rows = match parameter {
        Some(parameter) => statement.query([parameter]),
        None => statement.query([]),
    }
    .expect("rows");
    let mut count = 0;
    while rows
        .next()
        .unwrap_or_else(|e| panic!("{e}: {sql}"))
        .is_some()
    {
        count += 1;
    }
    drop(rows);
    (count, STEPS.load(Ordering::Relaxed))
}

fn plan(connection: &Connection, sql: &str) -> Vec<String> {
    let mut statement = connection
        .prepare(&format!("EXPLAIN QUERY PLAN {sql}"))
        .expect("a plan");
    let count = statement.parameter_count();
    let parameters = vec![rusqlite::types::Null; count];
    let rows = statement.query_map(rusqlite::params_from_iter(parameters), |row| {
        row.get::<_, String>(3)
    });
    rows.expect("a plan")
        .map(|row| row.expect("a line"))
        .collect()
}

#[test]
fn sqlite_looks_candidates_up_by_identity() {
    let mut connection = Connection::open_in_memory().expect("a database");
    load(&connection, &extension(), None);
    connection
        .query_row("SELECT pc_install()", [], |row| row.get::<_, String>(0))
        .expect("pc_install");
    fill(&connection);
    let pool = candidates();
    connection
        .execute_batch("CREATE TABLE candidate (place INTEGER PRIMARY KEY, memory TEXT, entry TEXT, version TEXT)")
        .expect("a table");
    connection
        .execute("INSERT INTO candidate SELECT key, value ->> 'memory_artifact_id', value ->> 'entry_id', value ->> 'entry_version_id' FROM json_each(?)", [&pool])
        .expect("candidates");
    let json = "v.memory_artifact_id = c.value ->> 'memory_artifact_id' AND v.entry_id = c.value ->> 'entry_id' AND v.entry_version_id = c.value ->> 'entry_version_id'";
    let table = "v.memory_artifact_id = c.memory AND v.entry_id = c.entry AND v.entry_version_id = c.version";
    let queries = [
        format!("SELECT c.key, v.validity FROM json_each(?1) AS c JOIN pc_validity AS v ON v.scope_id = 's' AND {json}"),
        format!("SELECT c.key, v.validity FROM pc_validity AS v JOIN json_each(?1) AS c ON v.scope_id = 's' AND {json}"),
        format!("SELECT c.key FROM json_each(?1) AS c JOIN pc_validity('s', c.value ->> 'memory_artifact_id') AS v ON {json} WHERE v.eligible = 1 ORDER BY c.key LIMIT 100"),
        format!("SELECT c.place, v.validity FROM candidate AS c JOIN pc_validity AS v ON v.scope_id = 's' AND {table}"),
        format!("SELECT c.place, v.validity FROM pc_validity AS v, candidate AS c WHERE v.scope_id = 's' AND {table} AND v.eligible = 1 ORDER BY c.place"),
        format!("SELECT c.place FROM candidate AS c WHERE EXISTS (SELECT 1 FROM pc_validity AS v WHERE v.scope_id = 's' AND {table} AND v.eligible = 1)"),
        format!("SELECT c.place, v.validity FROM candidate AS c LEFT JOIN pc_validity AS v ON v.scope_id = 's' AND {table}"),
    ];
    for analyzed in [false, true] {
        if analyzed {
            connection.execute_batch("ANALYZE").expect("ANALYZE");
        }
        for sql in &queries {
            let plan = plan(&connection, sql);
            let place = |name: &str| {
                plan.iter().position(|line| {
                    line.starts_with(&format!("SCAN {name} "))
                        || line.ends_with(&format!("SCAN {name}"))
                        || line.starts_with(&format!("SEARCH {name} "))
                        || *line == format!("SCAN {name}")
                })
            };
            let (candidate, validity) = (place("c"), place("v"));
            assert!(
                candidate.is_some() && validity.is_some() && candidate < validity,
                "{sql}\n{plan:#?}"
            );
            let parameter = sql.contains("?1").then_some(pool.as_str());
            let (rows, steps) = run(&mut connection, sql, parameter);
            assert_eq!(rows, 100, "{sql}");
            // A candidate costs some hundreds of steps; one scan of the short form's projection 20,000 rows' worth.
            assert!(steps < 100 * 600, "{steps} steps: {sql}\n{plan:#?}");
        }
    }
    // The stages themselves: no more than a look-up a hit.
    for (sql, text) in [
        (
            "SELECT * FROM pc_reorder(?1, '{\"scope_id\":\"s\"}')",
            pool.clone(),
        ),
        (
            "SELECT * FROM pc_rank(?1, '{\"scope_id\":\"s\",\"limit\":100}')",
            format!("[{{\"name\":\"a\",\"hits\":{pool}}}]"),
        ),
    ] {
        let (rows, steps) = run(&mut connection, sql, Some(&text));
        assert_eq!(rows, 100, "{sql}");
        assert!(steps < 100 * 600, "{steps} steps: {sql}");
        println!("{} rows, {steps} steps: {sql}", memories() * ENTRIES);
    }
}

/// Each candidate is a point read in one partition: no line of the plan reads more of a table of ours than a candidate names.
#[test]
fn oceanbase_reads_points() {
    // A database of its own: what the optimizer knows of a table that other tests filled and emptied is of no use.
    let url = pc_tests::engine::server().installed_database();
    let mut engine = Client::open(&url.expect("a database"));
    engine.call("pc_install", &[]).expect("pc_install");
    // So many that the optimizer's choice is no close one.
    let patient = "SET SESSION ob_query_timeout = 120000000";
    engine.query(patient, &[]).expect("a timeout");
    pc_tests::bulk::fill(&mut engine, 60_000);
    let create = "CREATE TABLE pc_test_candidate (place INTEGER PRIMARY KEY, memory_artifact_id VARBINARY(512), entry_id VARBINARY(512), entry_version_id VARBINARY(512))";
    engine.query(create, &[]).expect("a table of candidates");
    let rows: Vec<String> = (0..100)
        .map(|at| (at, at * 190 + 1))
        .map(|(at, n)| format!("({at}, 'm', 'e{n}', 'v{n}')"))
        .collect();
    let insert = format!("INSERT INTO pc_test_candidate VALUES {}", rows.join(", "));
    engine.query(&insert, &[]).expect("candidates");
    let columns = "v.validity, v.reason, v.importance";
    let entry = "v.entry_id = c.entry_id AND v.entry_version_id = c.entry_version_id";
    for (sql, found) in [
        (
            format!("SELECT {columns} FROM pc_validity v WHERE v.scope_id = 's' AND v.memory_artifact_id = 'm' AND v.entry_id = 'e7' AND v.entry_version_id = 'v7'"),
            1,
        ),
        (
            format!("SELECT c.place, {columns} FROM pc_test_candidate c JOIN pc_validity v ON v.scope_id = 's' AND v.memory_artifact_id = 'm' AND {entry} WHERE v.eligible = 1"),
            100,
        ),
        (
            format!("SELECT c.place, {columns} FROM pc_validity v JOIN pc_test_candidate c ON v.scope_id = 's' AND v.memory_artifact_id = 'm' AND {entry} ORDER BY c.place LIMIT 200"),
            100,
        ),
    ] {
        let answer = engine.query(&sql, &[]).expect("rows");
        assert_eq!(answer.rows.len(), found, "{sql}");
        let plan = engine.query(&format!("EXPLAIN {sql}"), &[]).expect("a plan");
        let plan: Vec<String> = plan.rows.iter().map(|row| show(&row[0])).collect();
        let text = plan.join("\n");
        // Lines of the operator table, |ID|OPERATOR|NAME|…: of the entries and their rows, points and nothing else.
        let read = |table: &str| {
            let name = format!("|{table}");
            let line = plan.iter().find(|line| line.contains(&name));
            line.unwrap_or_else(|| panic!("{table} is not read\n{text}"))
        };
        for table in ["pc_lifecycle_entry", "p "] {
            let line = read(table);
            let point = line.contains("TABLE GET") || found == 1 && line.contains("RANGE SCAN");
            assert!(point, "{line}\n{text}");
        }
        assert!(!read("pc_lifecycle_head").contains("FULL SCAN"), "{text}");
        assert!(!read("n ").contains("FULL SCAN"), "{text}");
        let several = plan.iter().any(|line| line.contains("partitions(p["));
        assert!(!several, "{text}");
    }
}
