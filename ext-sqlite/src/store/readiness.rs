//! May the Memories of a scope be ranked? Only when every active entry cites sources that were declared, behind
//! artifact references too; a declaration of `untrusted` is one.
//!
//! A fresh Memory answers from its header; of a stale one the entries that may have become unready are asked. Used by `pc_enable_ranking`, which names the first
//! offender, and by every ranking, which only asks whether there is one.

use std::collections::BTreeSet;

use super::facts::Facts;
use super::freshness::{doubtful_sql, projected, Freshness};
use super::standing::Reader;
use crate::nested::Db;
use crate::port::{self, Authority};
use crate::projection::{self, facts::EntryKey, RULE_VERSION};
use crate::refusal::{Refusal, Result};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Readiness {
    pub unready_memories: i64,
    /// The bytewise first Memory that is not ready, and its first such entry.
    pub first: Option<(String, String)>,
}

/// Counts the Memories of the scope that are not ready.
pub fn ranking_ready(db: &Db, scope: &str) -> Result<Readiness> {
    // Many small statements: keep them prepared for the time of the call.
    let db = &Db::keeping(db.connection());
    let authority = port::open(db)?;
    let _pin = db.pin(&authority.schemas())?;
    let mut freshness = Freshness::new(authority.as_ref());
    let mut readiness = Readiness::default();
    visit(db, authority.as_ref(), &mut freshness, scope, |memory| {
        readiness.unready_memories += 1;
        if readiness.first.is_none() {
            let entry = first_unready(db, authority.as_ref(), scope, memory)?.unwrap_or_default();
            readiness.first = Some((memory.to_owned(), entry));
        }
        Ok(true)
    })?;
    Ok(readiness)
}

impl Reader {
    /// Is every Memory of the scope ready? Stops at the first that is not.
    pub fn is_ranking_ready(&mut self, scope: &str) -> Result<bool> {
        let mut ready = true;
        let (db, authority, freshness) = self.parts();
        visit(db, authority, freshness, scope, |_| {
            ready = false;
            Ok(false)
        })?;
        Ok(ready)
    }
}

/// Gives every Memory that is not ready to `offends`, in byte order, until that says false.
fn visit(
    db: &Db,
    authority: &dyn Authority,
    freshness: &mut Freshness,
    scope: &str,
    mut offends: impl FnMut(&str) -> Result<bool>,
) -> Result<()> {
    let mut asked = None;
    let mut memories = db.prepare(&doubtful_sql(authority))?;
    memories.bind(&[scope.into(), RULE_VERSION.into()])?;
    while memories.step()? {
        let memory = memories.row().text(0)?;
        if asked.as_deref() == Some(memory) {
            continue;
        }
        // A fresh one is doubtful only because its header counts such entries.
        let unready = freshness.of(db, scope, memory)?
            || first_unready(db, authority, scope, memory)?.is_some();
        if unready && !offends(memory)? {
            break;
        }
        asked = Some(memory.to_owned());
    }
    Ok(())
}

/// The bytewise first entry that is not ready.
///
/// Versions, citations and snapshots are only ever added, so an entry that was ready when the Memory was projected still
/// is, unless a change named it since, or something it leans on came into being since: a revision that it cites ahead of
/// time. Where all were ready, only those are asked: a write to a Memory must not make every search walk all of it.
fn first_unready(
    db: &Db,
    authority: &dyn Authority,
    scope: &str,
    memory: &str,
) -> Result<Option<String>> {
    let mut facts = Facts::of_evidence(authority);
    let mut is_unready = |entry: &str| {
        let key = EntryKey::new(memory, entry);
        let world = facts.of(db, authority, scope, &key)?;
        Ok::<_, Refusal>(projection::is_unready(world, &key))
    };
    match projected(db, scope, memory)? {
        Some(last) if last.unready_entries == 0 => {
            let mut doubtful = authority.changed_since(scope, memory, last.revision)?;
            if last.leant_on_others {
                doubtful.extend(authority.citing_artifacts(scope, memory)?);
            }
            for entry in BTreeSet::from_iter(doubtful) {
                if is_unready(&entry)? {
                    return Ok(Some(entry));
                }
            }
        }
        _ => {
            let mut entries = db.prepare(&authority.entries_sql())?;
            entries.bind(&[scope.into(), memory.into()])?;
            while entries.step()? {
                let entry = entries.row().text(0)?;
                if is_unready(entry)? {
                    return Ok(Some(entry.to_owned()));
                }
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use rusqlite::{ffi, Connection};

    use super::*;
    use crate::projection::{derive, facts::View};
    use crate::testing::{self, one};

    fn store() -> Connection {
        let connection = testing::connection();
        for sql in [
            "SELECT pc_install()",
            "SELECT pc_declare_source('note', '1', '1', 1, 'unknown')",
        ] {
            one(&connection, sql).unwrap();
        }
        connection
    }

    fn source(definition_version: i64, id: i64) -> String {
        format!(
            r#"{{"source_type":"note","source_id":"n{id}","definition_version":"{definition_version}"}}"#
        )
    }

    /// Adds an entry `e<id>` to a Memory, at its head.
    fn remember(connection: &Connection, memory: &str, id: i64, references: &str) {
        let sql = format!(
            "SELECT pc_remember('s', '{memory}', coalesce((SELECT revision FROM pc_lifecycle_head
               WHERE scope_id = 's' AND memory_artifact_id = '{memory}'), 0), 'fact', 'text {id}', '[{references}]', 1, 'e{id}')"
        );
        one(connection, &sql).unwrap();
    }

    /// By deriving every entry of it.
    fn derived(db: &Db, memory: &str) -> Option<String> {
        let authority = port::open(db).unwrap();
        let mut facts = Facts::new(authority.as_ref());
        let ids = [("s").into(), memory.into()];
        let entries = db.query(&authority.entries_sql(), &ids, |row| {
            row.text(0).map(str::to_owned)
        });
        entries.unwrap().into_iter().find(|entry| {
            let key = EntryKey::new(memory, entry);
            let world = facts.of(db, authority.as_ref(), "s", &key).unwrap();
            let projection = derive(world, &key, &View::now()).unwrap();
            projection.active && !projection.ready
        })
    }

    /// Random writes and rebuilds: what is asked of a stale Memory is what deriving all of it says.
    #[test]
    fn a_stale_memory_answers_as_if_all_of_it_were_derived() {
        let mut seed: u64 = 1;
        let mut random = |below: i64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1);
            (seed >> 33) as i64 % below
        };
        let (mut ready, mut unready) = (0, 0);
        for _ in 0..5 {
            let connection = store();
            let db = testing::db(&connection);
            for id in 0..40 {
                let memory = ["a", "b"][random(2) as usize];
                let head = format!(
                    "(SELECT revision FROM pc_lifecycle_head WHERE scope_id = 's' AND memory_artifact_id = '{memory}')"
                );
                let other = random(id + 1);
                match random(9) {
                    0 => remember(&connection, memory, id, &source(2, id)),
                    // A revision of either Memory, perhaps one that does not exist yet.
                    1 | 2 => {
                        let artifact = format!(
                            r#"{},{{"family":"memory","artifact_id":"{}","revision":{}}}"#,
                            source(1, id),
                            ["a", "b"][random(2) as usize],
                            1 + random(14)
                        );
                        remember(&connection, memory, id, &artifact);
                    }
                    3 => {
                        let sql = format!(
                            "SELECT pc_revise('s', '{memory}', {head}, 'e{other}', 'fact', 'again {id}', '[{}]', 1)",
                            source(1 + random(2), id)
                        );
                        // Refused where the other Memory has the entry, or it was forgotten.
                        let _ = one(&connection, &sql);
                    }
                    4 | 5 => {
                        let function = ["pc_forget", "pc_reactivate"][random(2) as usize];
                        let sql =
                            format!("SELECT {function}('s', '{memory}', {head}, 'e{other}', 1)");
                        let _ = one(&connection, &sql);
                    }
                    6 => {
                        let _ = one(&connection, &format!("SELECT pc_rebuild('s', '{memory}')"));
                    }
                    7 if random(4) == 0 => {
                        let declare = "SELECT pc_declare_source('note', '2', '1', 1, 'unknown')";
                        one(&connection, declare).unwrap();
                        let _ = one(
                            &connection,
                            &format!("SELECT pc_observe('s', '{memory}', 1)"),
                        );
                    }
                    _ => remember(&connection, memory, id, &source(1, id)),
                }
                let authority = port::open(&db).unwrap();
                for memory in ["a", "b"] {
                    let found = first_unready(&db, authority.as_ref(), "s", memory).unwrap();
                    assert_eq!(found, derived(&db, memory));
                    *(if found.is_some() {
                        &mut unready
                    } else {
                        &mut ready
                    }) += 1;
                }
                let mut reader = Reader::open(&db).unwrap();
                let readiness = ranking_ready(&db, "s").unwrap();
                assert_eq!(
                    reader.is_ranking_ready("s").unwrap(),
                    readiness.unready_memories == 0
                );
            }
        }
        assert!(ready > 30 && unready > 30, "{ready} {unready}");
    }

    thread_local! {
        static STEPS: Cell<i64> = const { Cell::new(0) };
    }

    /// The virtual machine steps of asking whether the scope is ready, in tens.
    fn steps(connection: &Connection) -> i64 {
        unsafe extern "C" fn count(_: *mut std::ffi::c_void) -> i32 {
            STEPS.set(STEPS.get() + 1);
            0
        }
        let db = testing::db(connection);
        STEPS.set(0);
        // SAFETY: the handler outlives the connection.
        unsafe {
            ffi::sqlite3_progress_handler(
                connection.handle(),
                10,
                Some(count),
                std::ptr::null_mut(),
            )
        };
        let mut reader = Reader::open(&db).unwrap();
        assert!(reader.is_ranking_ready("s").unwrap());
        STEPS.get()
    }

    #[test]
    fn a_write_does_not_make_a_search_walk_its_memory() {
        let connection = store();
        connection.execute_batch("BEGIN").unwrap();
        for id in 0..400 {
            remember(&connection, "a", id, &source(1, id));
        }
        connection.execute_batch("COMMIT").unwrap();
        one(&connection, "SELECT pc_rebuild()").unwrap();
        let fresh = steps(&connection);
        remember(&connection, "a", 400, &source(1, 400));
        let stale = steps(&connection);
        assert!(stale < fresh + 100, "{fresh} {stale}");
    }

    #[test]
    fn a_search_reads_the_memories_of_its_scope_in_order_and_in_one_statement() {
        let connection = store();
        let ask = |memories: std::ops::Range<i64>| {
            connection.execute_batch("BEGIN").unwrap();
            for id in memories {
                remember(&connection, &format!("m{id}"), id, &source(1, id));
            }
            connection.execute_batch("COMMIT").unwrap();
            one(&connection, "SELECT pc_rebuild()").unwrap();
            steps(&connection)
        };
        let (few, many) = (ask(0..10), ask(10..110));
        assert!(many - few < 100 * 7, "{few} {many}");
        let authority = port::open(&testing::db(&connection)).unwrap();
        let plan = format!("EXPLAIN QUERY PLAN {}", doubtful_sql(authority.as_ref()))
            .replace("?1", "'s'")
            .replace("?2", "'r'");
        let plan = testing::rows(&connection, &plan).unwrap().join("\n");
        assert!(!plan.contains("SCAN") && !plan.contains("TEMP"), "{plan}");
    }
}
