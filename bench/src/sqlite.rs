//! A lifecycle store of many rows in a SQLite file, and beside it the table that a user without the extension would keep.

use std::path::{Path, PathBuf};

use pc_lifecycle::projection::snapshot::{self, SnapshotContent};
use rusqlite::{ffi, params, Connection};

use crate::pools::{entry_id, entry_version_id, kind};
use crate::{MEMORY, SCOPE};

/// Makes every connection of this process load the extension that is linked into it.
pub fn link_extension() {
    type Entry = unsafe extern "C" fn(
        *mut ffi::sqlite3,
        *mut *mut std::ffi::c_char,
        *const ffi::sqlite3_api_routines,
    ) -> std::ffi::c_int;
    // SAFETY: both are SQLite's entry-point signature; the extension declares the same structs from its own bindings.
    unsafe {
        let entry = std::mem::transmute::<*const (), Entry>(
            pc_lifecycle::entry::sqlite3_extension_init as *const (),
        );
        ffi::sqlite3_auto_extension(Some(entry));
    }
}

/// The store of `rows` entries, made on first use and kept for later runs.
pub fn store(rows: u64) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bench");
    std::fs::create_dir_all(&folder).expect("a folder for the bench stores");
    let version = env!("CARGO_PKG_VERSION");
    let file = folder.join(format!("sqlite-{version}-{rows}.sqlite"));
    if !file.exists() {
        let unfinished = file.with_extension("unfinished");
        let _ = std::fs::remove_file(&unfinished);
        fill(&unfinished, rows).expect("a bench store");
        std::fs::rename(&unfinished, &file).expect("the store gets its name");
    }
    file
}

/// A connection as an application opens it: SQLite's own defaults, among them the page cache of 2 MB.
pub fn open(file: &Path) -> Connection {
    Connection::open(file).expect("the bench store opens")
}

fn fill(file: &Path, rows: u64) -> rusqlite::Result<()> {
    let mut connection = Connection::open(file)?;
    connection.execute_batch(
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000;",
    )?;
    let ask = |connection: &Connection, sql: &str| connection.query_row(sql, [], |_| Ok(()));
    ask(&connection, "SELECT pc_install()")?;
    ask(
        &connection,
        "SELECT pc_declare_source('content', '1', 'd1', 1, 'unknown')",
    )?;
    let transaction = connection.transaction()?;
    write_entries(&transaction, rows)?;
    transaction.commit()?;
    ask(&connection, "SELECT pc_rebuild()")?;
    let enable = format!("SELECT pc_enable_ranking('{SCOPE}', 'importance.seed.v1')");
    ask(&connection, &enable)?;
    connection.execute_batch(include_str!("plain_table.sql"))
}

/// Every entry with one source and its snapshot, so that the scope is ready for ranking.
fn write_entries(connection: &Connection, rows: u64) -> rusqlite::Result<()> {
    let mut entry = connection.prepare(
        "INSERT INTO pc_lifecycle_entry VALUES (?1, ?2, ?3, ?4, 1, NULL, ?5, 'text', 'hash', ?6)",
    )?;
    let mut change = connection.prepare(
        "INSERT INTO pc_lifecycle_change VALUES (?1, ?2, ?5, 1, 'add', ?3, NULL, ?4, NULL)",
    )?;
    let mut evidence = connection.prepare(
        "INSERT INTO pc_lifecycle_evidence (scope_id, memory_artifact_id, entry_id, entry_version_id, ordinal,
           evidence_type, source_type, source_id, definition_version)
         VALUES (?1, ?2, ?3, ?4, 1, 'source', 'content', ?5, '1')",
    )?;
    let mut snapshot = connection.prepare(
        "INSERT INTO pc_lifecycle_snapshot VALUES (?1, ?2, ?3, ?4, 'content', ?5, '1', 'd1', 1, 'unknown', 0, 1, ?6)",
    )?;
    for n in 0..rows {
        let (entry_id, version_id) = (entry_id(n), entry_version_id(n));
        let (revision, source) = (n as i64 + 1, format!("note/{n}"));
        let hash = snapshot::hash(&SnapshotContent {
            scope_id: SCOPE,
            memory_artifact_id: MEMORY,
            entry_id: &entry_id,
            entry_version_id: &version_id,
            source_type: "content",
            source_id: &source,
            definition_version: "1",
            declaration_version: "d1",
            authority: 1,
            verification: "unknown",
            late: false,
            recorded_at: 1,
        });
        entry.execute(params![
            SCOPE,
            MEMORY,
            entry_id,
            version_id,
            kind(n),
            revision
        ])?;
        change.execute(params![SCOPE, MEMORY, entry_id, version_id, revision])?;
        evidence.execute(params![SCOPE, MEMORY, entry_id, version_id, source])?;
        snapshot.execute(params![SCOPE, MEMORY, entry_id, version_id, source, hash])?;
    }
    connection.execute(
        "INSERT INTO pc_lifecycle_head (scope_id, memory_artifact_id, revision, log_position) VALUES (?1, ?2, ?3, 0)",
        params![SCOPE, MEMORY, rows as i64],
    )?;
    Ok(())
}
