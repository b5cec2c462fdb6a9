//! The authority port: who owns the facts, and how are they read?
//!
//! ```text
//! native              the project's own tables, in `main`
//! powercontext-1.2    a Memory artifact with many entries (1.1 too)
//! powercontext-1.4    one artifact a memory; a Memory holds one entry of the same id
//! ```
//!
//! `pc_install` stores the adapter and the schema name under which the authority is attached; a new connection
//! needs the same ATTACH. Everything else reads authority through [`Authority`], and nothing here writes: the
//! tables of another product are never written, and those of ours only by the store.
//!
//! Refuses: a store that was not installed, and an authority that is not attached under its name.

mod content;
pub mod native;
mod powercontext_1_2;
mod powercontext_1_4;

use crate::nested::{quote_name, Db};
use crate::projection::facts::{Entry, EntryKey, VersionKey};
use crate::refusal::{refuse, Refusal, Result};
use crate::store::setting;

pub use powercontext_1_2::PowerContext12;

/// The position of a Memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    pub revision: i64,
    pub generation: i64,
}

/// How the present position of a Memory is written in SQL, for the Memory named by `t.scope_id` and
/// `t.tied_memory_artifact_id`. NULL where there is none.
pub struct PositionSql {
    pub revision: String,
    pub generation: String,
}

/// What is asked of an authority. Identities are compared bytewise; lists are in byte order.
pub trait Authority {
    /// The artifact family of its Memories.
    fn family(&self) -> &'static str;

    fn head(&self, scope: &str, memory: &str) -> Result<Option<Head>>;

    fn position_sql(&self) -> PositionSql;

    /// SQL giving (scope_id, memory_artifact_id) of every Memory in order, or of those of the scope ?1.
    fn memories_sql(&self, of_scope: bool) -> String;

    /// SQL giving the entry ids of the Memory ?1, ?2, in order.
    fn entries_sql(&self) -> String;

    /// What authority says of an entry: versions with their references, changes, state. No snapshots, no
    /// observations, no relations: those are ours. An entry without versions is unknown.
    fn entry(&self, scope: &str, key: &EntryKey) -> Result<Entry>;

    /// The texts of an entry's versions, in version order: no derivation reads them.
    fn texts(&self, scope: &str, key: &EntryKey) -> Result<Vec<String>>;

    /// The versions that a revision of a Memory created.
    fn created_in(&self, scope: &str, memory: &str, revision: i64) -> Result<Vec<VersionKey>>;

    /// The entries that changes after this revision of a Memory name, in any order; one may be named again.
    fn changed_since(&self, scope: &str, memory: &str, revision: i64) -> Result<Vec<String>>;

    /// The entries of a Memory of which some version cites an artifact, and perhaps others.
    fn citing_artifacts(&self, scope: &str, memory: &str) -> Result<Vec<String>>;

    /// The databases that an answer reads, so that they can be pinned to one state.
    fn schemas(&self) -> Vec<&str>;

    /// Versions of past revisions can be asked for.
    fn keeps_history(&self) -> bool {
        true
    }

    /// Its tables are the store's own.
    fn is_native(&self) -> bool {
        false
    }

    /// The adapter whose changes are copied, if it is that one.
    fn mirrored(&self) -> Option<&PowerContext12> {
        None
    }
}

/// The authority this store was installed for.
pub fn open(db: &Db) -> Result<Box<dyn Authority>> {
    let there = setting::installed(db)?;
    let schema = there.attached.unwrap_or_else(|| "main".to_owned());
    match there.adapter.as_str() {
        "native" => Ok(Box::new(native::Native::new(db))),
        "powercontext-1.2" => {
            require(db, &schema)?;
            Ok(Box::new(PowerContext12::new(db, &schema)))
        }
        "powercontext-1.4" => {
            require(db, &schema)?;
            Ok(Box::new(powercontext_1_4::PowerContext14::new(db, &schema)))
        }
        _ => Err(Refusal::internal("an adapter of another version")),
    }
}

/// PowerContext's tables must be there under the name that was installed.
fn require(db: &Db, schema: &str) -> Result<()> {
    if db.has_schema(schema)? && db.has_table(schema, "pc_artifact_heads")? {
        return Ok(());
    }
    Err(refuse("authority_not_attached", &[schema]))
}

/// `"schema".table`
fn table(schema: &str, name: &str) -> String {
    format!("{}.{name}", quote_name(schema))
}
