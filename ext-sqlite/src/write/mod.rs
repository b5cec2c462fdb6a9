//! What may be written into the store, and what does a write answer?
//!
//! ```text
//! argument   texts and integers within their limits
//! evidence   the JSON list of references
//! content    content hash and derived ids
//! entry      remember and revise
//! manifest   forget and reactivate
//! mark       tier, session, protection, state class, a user's importance
//! corroborate  further sources for an entry
//! relate     relations between entries, dismissed again
//! supersede  one entry takes another's place, with evidence
//! ```
//!
//! A write checks its arguments, takes the write lock, checks the state and writes, all or nothing. Its answer is one
//! canonical JSON text, the same on both engines.

pub mod argument;
pub mod content;
pub mod corroborate;
pub mod entry;
pub mod evidence;
pub mod manifest;
pub mod mark;
pub mod relate;
pub mod standing;
pub mod supersede;

use crate::canonical::{self, Plain};
use crate::guard::Value;
use crate::nested::Db;
use crate::refusal::{refuse, Result};
use crate::store::{head, setting};

/// A JSON object of integers, texts and nulls as a function's answer.
pub fn answer(members: &[(&str, Plain<'_>)]) -> Value {
    Value::Text(canonical::object(members))
}

/// The native Memory that a write is for, as its caller saw it.
#[derive(Debug, Clone, Copy)]
pub struct Memory<'a> {
    pub scope: &'a str,
    pub memory: &'a str,
    pub expected_revision: i64,
    pub recorded_at: i64,
}

impl Memory<'_> {
    /// Runs `work` on the head that the caller saw. It gets the revision that a change would make.
    fn write(self, db: &Db, work: impl FnOnce(&Db, i64) -> Result<Value>) -> Result<Value> {
        db.write(|db| {
            setting::require_native(db)?;
            let revision = head::revision(db, self.scope, self.memory)?;
            if revision != self.expected_revision {
                return Err(refuse(
                    "head_moved",
                    &[&revision.to_string(), &self.expected_revision.to_string()],
                ));
            }
            work(db, revision + 1)
        })
    }
}
