//! What was this store installed for? `adapter`, `attached` (no row: the authority is in `main`) and `schema_version`.

use crate::data::limits;
use crate::nested::Db;
use crate::refusal::{refuse, Result};

/// The adapter of the project's own tables.
pub const NATIVE: &str = "native";

/// What the rows say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    pub adapter: String,
    /// The schema name of the authority; None: it is in `main`.
    pub attached: Option<String>,
    pub schema_version: i64,
}

/// None: nothing is installed. Refused: a store that a later release made, whose rows this one may not understand.
pub fn read(db: &Db) -> Result<Option<Settings>> {
    let (mut adapter, mut attached, mut version) = (None, None, None);
    let mut rows = db.prepare("SELECT name, value FROM main.pc_lifecycle_setting")?;
    while rows.step()? {
        let row = rows.row();
        let value = row.text_or_null(1)?.map(str::to_owned);
        match row.text(0)? {
            "adapter" => adapter = value,
            "attached" => attached = value,
            "schema_version" => version = value,
            _ => {}
        }
    }
    let known = limits().schema_version;
    let version = version.unwrap_or_default();
    let schema_version = version.parse().unwrap_or(0);
    if schema_version > known {
        return Err(refuse("store_newer", &[&version, &known.to_string()]));
    }
    Ok(adapter.map(|adapter| Settings {
        adapter,
        attached,
        schema_version,
    }))
}

/// The same, or the refusal that tells how to install.
pub fn installed(db: &Db) -> Result<Settings> {
    read(db)?.ok_or_else(|| refuse("not_installed", &[]))
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

/// Native writes are for native stores.
pub fn require_native(db: &Db) -> Result<()> {
    if installed(db)?.adapter == NATIVE {
        Ok(())
    } else {
        Err(refuse("authority_is_powercontext", &[]))
    }
}
