//! Are `pc_validity` and `pc_history` good guests of SQLite's planner, of views and of read-only files; and is what they
//! answer the same live and rebuilt, whatever was written in between?

mod answers;
mod guest;
#[path = "../host/mod.rs"]
mod host;
mod shapes;

use rusqlite::Connection;

use host::{memory, one, rows};

/// Three entries of `s`/`m`: `a` revised, `b` forgotten, `c` plain; and `d` in `s`/`n`.
fn filled(store: &Connection) {
    one(store, "SELECT pc_install()");
    one(
        store,
        "SELECT pc_declare_source('content', '1', 'd1', 2, 'unknown')",
    );
    let cite = |id: &str| {
        format!(r#"'[{{"source_type":"content","source_id":"{id}","definition_version":"1"}}]'"#)
    };
    for sql in [
        format!(
            "SELECT pc_remember('s', 'm', 0, 'fact', 'one', {}, 100, 'a')",
            cite("1")
        ),
        format!(
            "SELECT pc_remember('s', 'm', 1, 'decision', 'two', {}, 200, 'b')",
            cite("2")
        ),
        format!(
            "SELECT pc_remember('s', 'm', 2, 'constraint', 'three', {}, 300, 'c')",
            cite("3")
        ),
        format!(
            "SELECT pc_revise('s', 'm', 3, 'a', 'fact', 'one, corrected', {}, 400)",
            cite("4")
        ),
        "SELECT pc_forget('s', 'm', 4, 'b', 500, 'no longer so')".to_owned(),
        format!(
            "SELECT pc_remember('s', 'n', 0, 'fact', 'elsewhere', {}, 600, 'd')",
            cite("5")
        ),
    ] {
        one(store, &sql);
    }
}

fn store() -> Connection {
    let store = memory();
    filled(&store);
    store
}

/// All that `pc_validity` says, `stale` left out.
fn everything(store: &Connection) -> Vec<String> {
    let columns = "scope_id, memory_artifact_id, entry_id, entry_version_id, validity, eligible, label, reason,
        successor_entry_id, successor_entry_version_id, recorded_at, effective_at, time_known, importance,
        evidence_strength, authority, verification, tier";
    rows(store, &format!("SELECT {columns} FROM pc_validity")).unwrap()
}
