//! A lifecycle store of many rows in an OceanBase database, filled in batches and projected by `pc_rebuild`.

use pc_client::{Backend, Cell};
use pc_lifecycle::projection::snapshot::{self, SnapshotContent};

use crate::pools::{entry_id, entry_version_id, kind};
use crate::{MEMORY, SCOPE};

const BATCH: u64 = 1_000;

/// Installs the store and fills it with `rows` entries of one source each, with a policy enabled.
pub fn fill(url: &str, rows: u64) -> pc_client::Result<Backend> {
    let mut db = Backend::open(url)?;
    db.install(None, None)?;
    let [source_type, version, declaration, verification] =
        ["content", "1", "d1", "unknown"].map(Cell::from);
    let declared = [
        source_type,
        version,
        declaration,
        Cell::Int(1),
        verification,
    ];
    db.call("pc_declare_source", &declared)?;
    let mut first = 0;
    while first < rows {
        let batch = first..rows.min(first + BATCH);
        for insert in [entries, changes, evidence, snapshots] {
            db.query(&insert(batch.clone()), &[])?;
        }
        first = batch.end;
    }
    let head = format!(
        "INSERT INTO pc_lifecycle_head (scope_id, memory_artifact_id, revision, log_position) VALUES ('{SCOPE}', '{MEMORY}', {rows}, 0)"
    );
    db.query(&head, &[])?;
    db.call("pc_rebuild", &[])?;
    db.call(
        "pc_enable_ranking",
        &[SCOPE.into(), "importance.seed.v1".into()],
    )?;
    Ok(db)
}

fn insert(
    table: &str,
    columns: &str,
    batch: std::ops::Range<u64>,
    row: impl Fn(u64) -> String,
) -> String {
    let rows: Vec<String> = batch.map(|n| format!("({})", row(n))).collect();
    format!("INSERT INTO {table} ({columns}) VALUES {}", rows.join(", "))
}

fn identity(n: u64) -> String {
    format!(
        "'{SCOPE}', '{MEMORY}', '{}', '{}'",
        entry_id(n),
        entry_version_id(n)
    )
}

const IDENTITY: &str = "scope_id, memory_artifact_id, entry_id, entry_version_id";

fn entries(batch: std::ops::Range<u64>) -> String {
    let columns = format!("{IDENTITY}, version, kind, text, content_hash, created_in_revision");
    insert("pc_lifecycle_entry", &columns, batch, |n| {
        format!(
            "{}, 1, '{}', 'text', 'hash', {}",
            identity(n),
            kind(n),
            n + 1
        )
    })
}

fn changes(batch: std::ops::Range<u64>) -> String {
    let columns =
        "scope_id, memory_artifact_id, entry_id, to_entry_version_id, revision, ordinal, op";
    insert("pc_lifecycle_change", columns, batch, |n| {
        format!("{}, {}, 1, 'add'", identity(n), n + 1)
    })
}

fn evidence(batch: std::ops::Range<u64>) -> String {
    let columns =
        format!("{IDENTITY}, ordinal, evidence_type, source_type, source_id, definition_version");
    insert("pc_lifecycle_evidence", &columns, batch, |n| {
        format!("{}, 1, 'source', 'content', 'note/{n}', '1'", identity(n))
    })
}

fn snapshots(batch: std::ops::Range<u64>) -> String {
    let columns = format!(
        "{IDENTITY}, source_type, source_id, definition_version, declaration_version, authority, verification, late, recorded_at, snapshot_hash"
    );
    insert("pc_lifecycle_snapshot", &columns, batch, |n| {
        // Not by pc_snapshot_hash: a statement of a thousand calls is more than a server of 1 GB compiles.
        let hash = snapshot::hash(&SnapshotContent {
            scope_id: SCOPE,
            memory_artifact_id: MEMORY,
            entry_id: &entry_id(n),
            entry_version_id: &entry_version_id(n),
            source_type: "content",
            source_id: &format!("note/{n}"),
            definition_version: "1",
            declaration_version: "d1",
            authority: 1,
            verification: "unknown",
            late: false,
            recorded_at: 1,
        });
        format!(
            "{}, 'content', 'note/{n}', '1', 'd1', 1, 'unknown', 0, 1, '{hash}'",
            identity(n)
        )
    })
}
