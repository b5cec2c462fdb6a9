//! Which rows of the projection have these identities?
//!
//! ```text
//! key of an identity   63 bits of its hash, the row's number; taken by another identity: the next free one
//! many of them         64 at a time, through one statement with an IN list, which SQLite seeks in the order of the table
//! a few                one by one
//! not found so         by the unique key: the number was taken when the row was written
//! ```
//!
//! An IN list costs a third of what its look-ups cost one by one (each starts and ends a statement). A host may have
//! lowered the number of parameters that a statement takes; then it goes one by one.

use std::sync::OnceLock;

use sqlite3ext_sys::SQLITE_ERROR;

use super::standing::{Depth, Identity, Standing};
use crate::canonical;
use crate::nested::{Cell, Db, Row};
use crate::refusal::Result;

/// Keys in one IN list, and the fewest for which it pays.
const LIST: usize = 64;
const FEWEST: usize = 8;

struct Sql {
    by_key: String,
    by_keys: String,
    by_identity: String,
    /// The column of `by_keys` that is the key.
    key: usize,
}

fn sql(depth: Depth) -> &'static Sql {
    static SQL: [OnceLock<Sql>; 2] = [const { OnceLock::new() }; 2];
    SQL[usize::from(depth == Depth::Full)].get_or_init(|| {
        let (columns, key) = depth.columns();
        let from = "FROM main.pc_lifecycle_projection WHERE";
        let list = vec!["?"; LIST].join(",");
        Sql {
            by_key: format!("SELECT {columns} {from} identity_key = ?1"),
            by_keys: format!("SELECT {columns}, identity_key {from} identity_key IN ({list})"),
            by_identity: format!(
                "SELECT {columns} {from} scope_id = ?1 AND memory_artifact_id = ?2 AND entry_id = ?3 \
                 AND entry_version_id = ?4"
            ),
            key,
        }
    })
}

/// The standings of those identities whose places are given; what the projection does not have stays None.
pub(super) fn find(
    db: &Db,
    ids: &[Identity<'_>],
    places: &[usize],
    depth: Depth,
    found: &mut [Option<Standing>],
) -> Result<()> {
    let key =
        |id: &Identity<'_>| canonical::identity_key(id.scope, id.memory, id.entry, id.version);
    let mut keyed: Vec<(i64, usize)> = places.iter().map(|&at| (key(&ids[at]), at)).collect();
    // In the order of the table, so that neighbours share its upper pages: the default page cache is small.
    keyed.sort_unstable();
    for some in keyed.chunks(LIST) {
        if some.len() < FEWEST || !find_list(db, ids, some, depth, found)? {
            find_each(db, ids, some, depth, found)?;
        }
    }
    for (_, at) in keyed {
        if found[at].is_some() {
            continue;
        }
        let id = &ids[at];
        let identity = [
            id.scope.into(),
            id.memory.into(),
            id.entry.into(),
            id.version.into(),
        ];
        found[at] = db.query_row(&sql(depth).by_identity, &identity, |row| {
            Standing::read(row, depth)
        })?;
    }
    Ok(())
}

/// False: the host does not take a statement of so many parameters.
fn find_list(
    db: &Db,
    ids: &[Identity<'_>],
    keyed: &[(i64, usize)],
    depth: Depth,
    found: &mut [Option<Standing>],
) -> Result<bool> {
    let mut rows = match db.prepare(&sql(depth).by_keys) {
        Ok(rows) => rows,
        // The statement is sound, so an error in it is its length; busy or interrupted is another matter.
        Err(refusal) if refusal.sqlite_code() == SQLITE_ERROR as i32 => return Ok(false),
        Err(refusal) => return Err(refusal),
    };
    // A short list repeats its last key, which finds nothing twice.
    let last = keyed.last().map_or(0, |(key, _)| *key);
    let mut keys = [Cell::Int(last); LIST];
    for (cell, (key, _)) in keys.iter_mut().zip(keyed) {
        *cell = Cell::Int(*key);
    }
    rows.bind(&keys)?;
    while rows.step()? {
        let row = rows.row();
        let key = row.int(sql(depth).key)?;
        let first = keyed.partition_point(|(smaller, _)| *smaller < key);
        let same = keyed[first..].iter().take_while(|(same, _)| *same == key);
        for &(_, at) in same {
            if is_of(row, &ids[at])? {
                found[at] = Some(Standing::read(row, depth)?);
            }
        }
    }
    Ok(true)
}

fn find_each(
    db: &Db,
    ids: &[Identity<'_>],
    keyed: &[(i64, usize)],
    depth: Depth,
    found: &mut [Option<Standing>],
) -> Result<()> {
    let mut rows = db.prepare(&sql(depth).by_key)?;
    for &(key, at) in keyed {
        rows.bind(&[key.into()])?;
        if rows.step()? && is_of(rows.row(), &ids[at])? {
            found[at] = Some(Standing::read(rows.row(), depth)?);
        }
    }
    Ok(())
}

fn is_of(row: &Row, id: &Identity<'_>) -> Result<bool> {
    // The version first: it differs where anything does.
    Ok(row.blob(3)? == id.version.as_bytes()
        && row.blob(2)? == id.entry.as_bytes()
        && row.blob(1)? == id.memory.as_bytes()
        && row.blob(0)? == id.scope.as_bytes())
}
