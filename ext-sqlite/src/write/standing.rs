//! How does an entry stand at this moment? Derived live, as the newest version: a write never trusts a stored projection.

use crate::nested::Db;
use crate::projection::Validity;
use crate::refusal::{refuse, Result};
use crate::store::entry::EntryName;
use crate::store::standing::entry_standing;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    pub entry_version_id: String,
    pub validity: Validity,
    pub authority_min: i64,
}

impl Standing {
    /// Neither withdrawn nor replaced; a contradiction leaves an entry standing.
    pub fn stands(&self) -> bool {
        self.validity.eligible()
    }
}

/// None: authority does not know the entry.
pub fn standing(db: &Db, of: EntryName<'_>) -> Result<Option<Standing>> {
    let now = entry_standing(db, of.scope, of.memory, of.entry)?;
    Ok(now.map(|now| Standing {
        entry_version_id: now.entry_version_id,
        validity: now.validity,
        authority_min: now.authority_min,
    }))
}

/// The same, refused when authority does not know the entry.
pub fn known(db: &Db, of: EntryName<'_>) -> Result<Standing> {
    standing(db, of)?.ok_or_else(|| refuse("entry_unknown", &[of.entry, of.memory]))
}
