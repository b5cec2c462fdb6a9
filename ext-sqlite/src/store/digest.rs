//! What does a projection come to, as one number? A SHA-256 that two engines, a rebuild and any row of refreshes agree on.
//!
//! ```text
//! row     SHA-256 of the canonical array of its identity and columns
//! leaf    the rows whose identity's SHA-256 begins with the same 4 hex digits: SHA-256 of their hashes one behind the
//!         other, in the byte order of entry and version
//! inner   SHA-256 over its children in order, each as its digit and its hash
//! root    the digest; that of nothing is the SHA-256 of nothing
//! ```
//!
//! Every node is kept, so that a refresh hashes the paths it touched and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use crate::canonical::{self, Plain};
use crate::nested::{Cell, Db, Row};
use crate::projection::facts::EntryKey;
use crate::projection::ProjectionRow;
use crate::refusal::Result;
use crate::store::projection::NEXT_FREE;

/// Hex digits of a leaf's path.
const DEPTH: u32 = 4;

/// What one row gives to the digest of its Memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// Where it stands: 63 bits of a hash (`canonical::identity_key`).
    pub place: i64,
    pub hash: String,
}

impl Share {
    pub fn leaf(&self) -> u16 {
        leaf(self.place)
    }
}

/// The leaf of what stands there: its first 4 hex digits.
pub fn leaf(place: i64) -> u16 {
    (place >> 47) as u16
}

/// What a row of an entry gives.
pub fn share_of(scope: &str, key: &EntryKey, row: &ProjectionRow) -> Share {
    let identity = [scope, &key.memory, &key.entry, &row.entry_version_id];
    share(identity, row.cells().into_iter())
}

fn share<'a>(identity: [&str; 4], cells: impl Iterator<Item = Cell<'a>>) -> Share {
    let [scope, memory, entry, version] = identity;
    let mut text = canonical::identity(scope, memory, entry, version);
    let place = canonical::key(text.as_bytes());
    text.pop();
    for cell in cells {
        text.push(',');
        canonical::push_plain(&mut text, plain(cell));
    }
    text.push(']');
    Share {
        place,
        hash: canonical::sha256_hex(text.as_bytes()),
    }
}

/// The projection has no float and no blob.
fn plain(cell: Cell<'_>) -> Plain<'_> {
    match cell {
        Cell::Int(number) => Plain::Int(number),
        Cell::Text(text) => Plain::Text(text),
        _ => Plain::Null,
    }
}

/// The nodes over these shares, whose order within a leaf is that of their rows: path and hash.
pub fn nodes(mut shares: Vec<Share>) -> BTreeMap<String, String> {
    shares.sort_by_key(Share::leaf);
    let mut nodes = BTreeMap::new();
    let mut level: Vec<(u16, String)> = shares
        .chunk_by(|a, b| a.leaf() == b.leaf())
        .map(|rows| {
            (
                rows[0].leaf(),
                over(rows.iter().map(|row| row.hash.as_str())),
            )
        })
        .collect();
    for length in (0..DEPTH).rev() {
        let above = level
            .chunk_by(|a, b| a.0 >> 4 == b.0 >> 4)
            .map(|children| (children[0].0 >> 4, parent(children)))
            .collect();
        let below = std::mem::replace(&mut level, above);
        nodes.extend(
            below
                .into_iter()
                .map(|(at, hash)| (path(at, length + 1), hash)),
        );
    }
    nodes.extend(level.into_iter().map(|(_, hash)| (String::new(), hash)));
    nodes
}

/// The root over these shares.
pub fn root(shares: Vec<Share>) -> String {
    nodes(shares).remove("").unwrap_or_else(empty)
}

fn empty() -> String {
    canonical::sha256_hex(b"")
}

fn over<'a>(hashes: impl Iterator<Item = &'a str>) -> String {
    let text: String = hashes.collect();
    canonical::sha256_hex(text.as_bytes())
}

/// Of children of one node, each with the digit that its path ends in.
fn parent(children: &[(u16, String)]) -> String {
    let mut text = String::with_capacity(children.len() * 65);
    for (at, hash) in children {
        text.push_str(&path(at & 0xf, 1));
        text.push_str(hash);
    }
    canonical::sha256_hex(text.as_bytes())
}

fn path(at: u16, length: u32) -> String {
    let width = length as usize;
    format!("{at:0width$x}")
}

/// Writes the nodes of a Memory that has none; gives its digest.
pub fn build(db: &Db, scope: &str, memory: &str, shares: Vec<Share>) -> Result<String> {
    let mut nodes = nodes(shares);
    for (path, hash) in &nodes {
        put(db, scope, memory, path, Some(hash))?;
    }
    Ok(nodes.remove("").unwrap_or_else(empty))
}

/// Hashes these leaves of a Memory anew from their rows, and what is above them; gives its digest.
pub fn update(db: &Db, scope: &str, memory: &str, touched: &BTreeSet<u16>) -> Result<String> {
    for at in touched {
        let rows = rows_of_leaf(db, scope, memory, *at)?;
        let hash = (!rows.is_empty()).then(|| over(rows.iter().map(|row| row.hash.as_str())));
        put(db, scope, memory, &path(*at, DEPTH), hash.as_deref())?;
    }
    let mut level = touched.clone();
    for length in (0..DEPTH).rev() {
        level = level.iter().map(|at| at >> 4).collect();
        for at in &level {
            let of = if length == 0 {
                String::new()
            } else {
                path(*at, length)
            };
            let children = children(db, scope, memory, &of)?;
            let hash = (!children.is_empty()).then(|| parent(&children));
            put(db, scope, memory, &of, hash.as_deref())?;
        }
    }
    let root = node(db, scope, memory, "")?;
    Ok(root.unwrap_or_else(empty))
}

/// A row of this leaf stands between these numbers, or a little behind where its own number was taken.
fn rows_of_leaf(db: &Db, scope: &str, memory: &str, at: u16) -> Result<Vec<Share>> {
    let first = i64::from(at) << 47;
    let last = first.saturating_add((1 << 47) + NEXT_FREE);
    let mut rows = db.query(
        "SELECT entry_id, entry_version_id, importance, importance_source, evidence_strength, authority_min, authority_max,
           verification, equal_count, similar_count, contradicts_count, supersedes_count, validity, validity_reason,
           successor_entry_id, successor_entry_version_id, recorded_at, effective_at, time_known, tier, session_id, pinned,
           protected, user_retired, state_class, interval_no, interval_started_at, automatic_action_reason, source_count,
           artifact_count, rule_version
         FROM main.pc_lifecycle_projection
         WHERE identity_key BETWEEN ?1 AND ?2 AND +scope_id = ?3 AND +memory_artifact_id = ?4",
        &[first.into(), last.into(), scope.into(), memory.into()],
        |row| {
            let (entry, version) = (row.text(0)?.to_owned(), row.text(1)?.to_owned());
            let share = stored(row, [scope, memory, &entry, &version])?;
            Ok((entry, version, share))
        },
    )?;
    rows.retain(|row| row.2.leaf() == at);
    rows.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
    Ok(rows.into_iter().map(|row| row.2).collect())
}

fn stored(row: &Row, identity: [&str; 4]) -> Result<Share> {
    let cells: Vec<Cell<'_>> = (2..31).map(|at| row.cell(at)).collect::<Result<_>>()?;
    Ok(share(identity, cells.into_iter()))
}

fn children(db: &Db, scope: &str, memory: &str, of: &str) -> Result<Vec<(u16, String)>> {
    let mut children = Vec::new();
    for digit in 0..16 {
        let path = format!("{of}{digit:x}");
        if let Some(hash) = node(db, scope, memory, &path)? {
            children.push((digit, hash));
        }
    }
    Ok(children)
}

fn node(db: &Db, scope: &str, memory: &str, path: &str) -> Result<Option<String>> {
    db.query_row(
        "SELECT hash FROM main.pc_lifecycle_digest_node
         WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND path = ?3",
        &[scope.into(), memory.into(), path.into()],
        |row| row.text(0).map(str::to_owned),
    )
}

fn put(db: &Db, scope: &str, memory: &str, path: &str, hash: Option<&str>) -> Result<()> {
    let keys: [Cell<'_>; 3] = [scope.into(), memory.into(), path.into()];
    match hash {
        Some(hash) => db.execute(
            "INSERT OR REPLACE INTO main.pc_lifecycle_digest_node (scope_id, memory_artifact_id, path, hash)
             VALUES (?1, ?2, ?3, ?4)",
            &[keys[0], keys[1], keys[2], hash.into()],
        )?,
        None => db.execute(
            "DELETE FROM main.pc_lifecycle_digest_node
             WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND path = ?3",
            &keys,
        )?,
    };
    Ok(())
}

/// What the header of a Memory says; none where it was never projected.
pub fn of_memory(db: &Db, scope: &str, memory: &str) -> Result<Option<String>> {
    let digest = db.query_row(
        "SELECT digest FROM main.pc_lifecycle_projection_header WHERE scope_id = ?1 AND memory_artifact_id = ?2",
        &[scope.into(), memory.into()],
        |row| Ok(row.text_or_null(0)?.map(str::to_owned)),
    )?;
    Ok(digest.flatten())
}

/// The share of a Memory in the digest of its scope.
pub fn of_scope_share(scope: &str, memory: &str, digest: &str) -> Share {
    let name = canonical::array(&[scope.into(), memory.into()]);
    let row = canonical::array(&[scope.into(), memory.into(), digest.into()]);
    Share {
        place: canonical::key(name.as_bytes()),
        hash: canonical::sha256_hex(row.as_bytes()),
    }
}
