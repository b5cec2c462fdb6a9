//! A Memory of many entries, written as rows of the record tables: by the functions that write them it would take minutes.
use crate::engine::{Client, Engine};

/// Memory `m` of scope `s` with entries e1, e2, …, each in its one version v1, v2, …; projected.
pub fn fill(engine: &mut Client, entries: usize) {
    let ids: Vec<usize> = (1..=entries).collect();
    for some in ids.chunks(1_000) {
        let mut insert = |table: &str, columns: &str, row: &dyn Fn(usize) -> String| {
            let rows: Vec<String> = some.iter().map(|at| row(*at)).collect();
            let sql = format!(
                "INSERT INTO pc_lifecycle_{table} (scope_id, memory_artifact_id, {columns}) VALUES {}",
                rows.join(", ")
            );
            engine.query(&sql, &[]).expect(table);
        };
        insert(
            "entry",
            "entry_id, entry_version_id, version, kind, text, content_hash, created_in_revision",
            &|at| format!("('s', 'm', 'e{at}', 'v{at}', 1, 'fact', 'text', 'hash', {at})"),
        );
        insert(
            "change",
            "revision, ordinal, op, entry_id, to_entry_version_id",
            &|at| format!("('s', 'm', {at}, 1, 'add', 'e{at}', 'v{at}')"),
        );
    }
    let head = format!(
        "INSERT INTO pc_lifecycle_head (scope_id, memory_artifact_id, revision, log_position) VALUES ('s', 'm', {entries}, 0)"
    );
    engine.query(&head, &[]).expect("a head");
    engine.call("pc_rebuild", &[]).expect("pc_rebuild");
}
