//! What does the projection of a Memory, or of a scope, come to?
//!
//! ```sql
//! SELECT pc_digest('s', 'memory');        -- 64 hex digits
//! SELECT pc_digest('s');                  -- of all its Memories
//! ```
//!
//! A SHA-256 over every row (`store::digest`), the same on both engines for the same content. Refused: a projection that is
//! stale (`not_ready`), because a digest is of what is stored; a Memory that authority does not know.

use std::ops::RangeInclusive;

use crate::guard::{Kind, ScalarFunction, Value};
use crate::nested::Db;
use crate::refusal::{refuse, Result};
use crate::store::digest::{of_memory, of_scope_share, root};
use crate::store::rebuild::each_memory;
use crate::store::standing::Reader;
use crate::write::argument::Arguments;

pub struct PcDigest;

impl ScalarFunction for PcDigest {
    const NAME: &'static str = "pc_digest";
    const ARGUMENTS: RangeInclusive<usize> = 1..=2;
    const KIND: Kind = Kind::Read;

    fn answer(db: &Db, arguments: &[Value]) -> Result<Value> {
        let arguments = Arguments(arguments);
        let scope = arguments.scope(0)?;
        let db = Db::keeping(db.connection());
        let mut reader = Reader::open(&db)?;
        if !arguments.at(1).is_null() {
            let memory = arguments.memory(1, "memory")?;
            if reader.head_revision(scope, memory)?.is_none() {
                return Err(refuse("memory_unknown", &[memory]));
            }
            return fresh(&db, &mut reader, scope, memory).map(Value::Text);
        }
        let mut memories = Vec::new();
        each_memory(&db, reader.authority(), Some(scope), None, |_, memory| {
            memories.push(memory.to_owned());
            Ok(())
        })?;
        let mut shares = Vec::with_capacity(memories.len());
        for memory in memories {
            let digest = fresh(&db, &mut reader, scope, &memory)?;
            shares.push(of_scope_share(scope, &memory, &digest));
        }
        Ok(Value::Text(root(shares)))
    }
}

/// The digest of a Memory whose projection is that of now.
fn fresh(db: &Db, reader: &mut Reader, scope: &str, memory: &str) -> Result<String> {
    let stale = || refuse("projection_stale", &[memory]);
    if !reader.is_fresh(scope, memory)? {
        return Err(stale());
    }
    of_memory(db, scope, memory)?.ok_or_else(stale)
}
