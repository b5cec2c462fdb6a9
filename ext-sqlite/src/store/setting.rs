//! What was this store installed for? `adapter`, `attached` (no row: the authority is in `main`) and `schema_version`.

use crate::nested::Db;
use crate::refusal::{refuse, Result};

/// The adapter of the project's own tables.
pub const NATIVE: &str = "native";

pub fn get(db: &Db, name: &str) -> Result<Option<String>> {
    db.query_row(
        "SELECT value FROM main.pc_lifecycle_setting WHERE name = ?1",
        &[name.into()],
        |row| row.text(0).map(str::to_owned),
    )
}

/// Writes the setting; None takes it away.
pub fn put(db: &Db, name: &str, value: Option<&str>) -> Result<()> {
    match value {
        Some(value) => db.execute(
            "INSERT INTO main.pc_lifecycle_setting (name, value) VALUES (?1, ?2)
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            &[name.into(), value.into()],
        )?,
        None => db.execute(
            "DELETE FROM main.pc_lifecycle_setting WHERE name = ?1",
            &[name.into()],
        )?,
    };
    Ok(())
}

/// The adapter, or the refusal that tells how to get one.
pub fn adapter(db: &Db) -> Result<String> {
    get(db, "adapter")?.ok_or_else(|| refuse("not_installed", &[]))
}

/// Native writes are for native stores.
pub fn require_native(db: &Db) -> Result<()> {
    if adapter(db)? == NATIVE {
        Ok(())
    } else {
        Err(refuse("authority_is_powercontext", &[]))
    }
}
