//! May the Memories of a scope be ranked? Only when every active entry cites sources that were declared, behind
//! artifact references too; a declaration of `untrusted` is one.
//!
//! A fresh Memory answers from its header, a stale one is derived. Used by `pc_enable_ranking`, which names the first
//! offender, and by every ranking, which only asks whether there is one.

use super::facts::Facts;
use super::projection::Freshness;
use super::standing::Reader;
use crate::nested::Db;
use crate::port::{self, Authority};
use crate::projection::derive;
use crate::projection::facts::{EntryKey, View};
use crate::refusal::Result;

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
    let mut memories = db.prepare(&authority.memories_sql(true))?;
    memories.bind(&[scope.into()])?;
    while memories.step()? {
        let memory = memories.row().text(1)?;
        let unready = match freshness.of(db, scope, memory)? {
            Some(header) => header.unready_entries > 0,
            None => first_unready(db, authority, scope, memory)?.is_some(),
        };
        if unready && !offends(memory)? {
            break;
        }
    }
    Ok(())
}

fn first_unready(
    db: &Db,
    authority: &dyn Authority,
    scope: &str,
    memory: &str,
) -> Result<Option<String>> {
    let mut facts = Facts::new(authority);
    let mut entries = db.prepare(&authority.entries_sql())?;
    entries.bind(&[scope.into(), memory.into()])?;
    while entries.step()? {
        let key = EntryKey::new(memory, entries.row().text(0)?);
        let world = facts.of(db, authority, scope, &key)?;
        let projection = derive(world, &key, &View::now());
        if projection.is_some_and(|p| p.active && !p.ready) {
            return Ok(Some(key.entry));
        }
    }
    Ok(None)
}
