//! What makes a database a lifecycle store? Its tables, the shipped policies, and the note which authority it is for.
//!
//! ```text
//! native            the authority is the store's own tables
//! powercontext-1.2  a PowerContext database of 1.1 or 1.2, attached or `main` itself
//! powercontext-1.4  one of 1.4; a managed one must be attached, because PowerContext refuses any table beside its own
//! ```
//!
//! Installing again changes nothing. Only the store is written; the authority is only looked at.

use crate::data::limits;
use crate::nested::Db;
use crate::refusal::{refuse, Refusal, Result};
use crate::rules::parse_policy;
use crate::store::setting::Settings;
use crate::store::{policy, setting};

const SCRIPTS: [&str; 2] = [
    include_str!("../../../sql/sqlite/001_schema.sql"),
    include_str!("../../../sql/sqlite/002_append_only.sql"),
];

/// An adapter and the tables that its authority must have.
struct Adapter {
    name: &'static str,
    tables: &'static [&'static str],
}

const ADAPTERS: [Adapter; 3] = [
    Adapter {
        name: setting::NATIVE,
        tables: &[],
    },
    Adapter {
        name: "powercontext-1.2",
        tables: &[
            "pc_artifact_heads",
            "pc_artifacts",
            "pc_memory_entry_versions",
            "pc_sources",
        ],
    },
    Adapter {
        name: "powercontext-1.4",
        tables: &[
            "pc_artifact_heads",
            "pc_artifacts",
            "pc_artifact_lineage_artifacts",
            "pc_artifact_lineage_sources",
            "pc_atomic_memory_current",
            "pc_sources",
        ],
    },
];

/// Installs, or confirms what is installed. No adapter: what is there already, else native.
pub fn install(db: &Db, adapter: Option<&str>, attached: Option<&str>) -> Result<Settings> {
    if let Some(name) = adapter {
        find(name).ok_or_else(|| refuse("adapter_unknown", &[name]))?;
    }
    check_store(db)?;
    let plan = |db: &Db| plan(db, adapter, attached);
    if let (Some(there), wanted) = plan(db)? {
        if there == wanted {
            return Ok(wanted);
        }
    }
    // Read again under the write lock: of two connections that install at once, the later one must find the earlier's.
    let work = |db: &Db| {
        let (there, wanted) = plan(db)?;
        if there.as_ref() != Some(&wanted) {
            write(db, &wanted)?;
        }
        Ok(wanted)
    };
    if db.has_table("main", "pc_lifecycle_setting")? {
        return db.write(work);
    }
    // The lock is taken through a table.
    db.savepoint(|db| {
        db.execute_batch(SCRIPTS[0])?;
        db.write(work)
    })
}

fn find(name: &str) -> Option<&'static Adapter> {
    ADAPTERS.iter().find(|known| known.name == name)
}

/// What is installed, and what is to be, once the authority was looked at.
fn plan(
    db: &Db,
    adapter: Option<&str>,
    attached: Option<&str>,
) -> Result<(Option<Settings>, Settings)> {
    let there = installed(db)?;
    if let (Some(there), Some(adapter)) = (&there, adapter) {
        if there.adapter != adapter {
            return Err(refuse("adapter_installed", &[&there.adapter]));
        }
    }
    // `main` is where the store is: an authority there needs no name.
    let mut attached = attached
        .filter(|name| !name.eq_ignore_ascii_case("main"))
        .map(str::to_owned);
    let mut name = adapter.unwrap_or(setting::NATIVE).to_owned();
    if let Some(there) = &there {
        name.clone_from(&there.adapter);
        if adapter.is_none() && attached.is_none() {
            attached.clone_from(&there.attached);
        }
        // What was copied and derived from one authority must not be read as another's.
        if attached != there.attached && has_mirror(db)? {
            let named = there.attached.as_deref().unwrap_or("main");
            return Err(refuse("authority_renamed", &[named]));
        }
    }
    let wanted = Settings {
        adapter: name,
        attached,
        schema_version: limits().schema_version,
    };
    let known =
        find(&wanted.adapter).ok_or_else(|| Refusal::internal("an adapter of another version"))?;
    check_authority(db, known, wanted.attached.as_deref())?;
    Ok((there, wanted))
}

/// May this database hold a store?
fn check_store(db: &Db) -> Result<()> {
    if db.has_table("main", "pc_schema_revision")? {
        return Err(refuse("managed_store", &[]));
    }
    let encoding = db.query_row("PRAGMA main.encoding", &[], |row| {
        row.text(0).map(str::to_owned)
    })?;
    match encoding.as_deref() {
        // Byte order is the order of identities, and UTF-16 has another.
        Some(encoding) if encoding != "UTF-8" => Err(refuse("store_encoding", &[encoding])),
        _ => Ok(()),
    }
}

fn installed(db: &Db) -> Result<Option<Settings>> {
    if db.has_table("main", "pc_lifecycle_setting")? {
        setting::read(db)
    } else {
        Ok(None)
    }
}

/// Has anything been read of the authority that this store was installed for?
fn has_mirror(db: &Db) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM main.pc_lifecycle_head) OR EXISTS (SELECT 1 FROM main.pc_lifecycle_projection_header)";
    Ok(db.query_row(sql, &[], |row| row.int(0))? == Some(1))
}

fn check_authority(db: &Db, adapter: &Adapter, attached: Option<&str>) -> Result<()> {
    if adapter.name == setting::NATIVE {
        return match attached {
            None => Ok(()),
            Some(_) => Err(refuse("attached_native", &[])),
        };
    }
    let schema = attached.unwrap_or("main");
    if !db.has_schema(schema)? {
        return Err(refuse("authority_not_attached", &[schema]));
    }
    if adapter.name == "powercontext-1.2" && db.has_table(schema, "pc_atomic_memory_current")? {
        return Err(refuse("authority_is_1_4", &[schema]));
    }
    for table in adapter.tables {
        if !db.has_table(schema, table)? {
            return Err(refuse("authority_table", &[table, schema]));
        }
    }
    Ok(())
}

fn write(db: &Db, wanted: &Settings) -> Result<()> {
    db.savepoint(|db| {
        for script in SCRIPTS {
            db.execute_batch(script)?;
        }
        for text in crate::data::POLICIES {
            let shipped = parse_policy(text)?;
            if policy::body(db, &shipped.id)?.is_none() {
                policy::add(db, &shipped)?;
            }
        }
        setting::put(db, "adapter", Some(&wanted.adapter))?;
        setting::put(db, "attached", wanted.attached.as_deref())?;
        setting::put(
            db,
            "schema_version",
            Some(&wanted.schema_version.to_string()),
        )
    })
}
