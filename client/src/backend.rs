//! One database of either kind, opened by URL.
//!
//! ```no_run
//! use pc_client::{Backend, Cell};
//! let mut db = Backend::open("sqlite:memory.db")?;
//! db.install(None, None)?;
//! let rows = db.read("pc_validity", &["team".into(), "memory".into()])?;
//! # Ok::<(), pc_client::Error>(())
//! ```

use crate::cell::{Cell, Rows};
use crate::error::{Error, Result};
use crate::migrate;
use crate::mysql::Mysql;
use crate::sqlite::Sqlite;
use crate::url::Url;
use std::path::Path;

pub enum Backend {
    Sqlite(Sqlite),
    Mysql(Mysql),
}

impl Backend {
    pub fn open(url: &str) -> Result<Backend> {
        Backend::open_with(url, None)
    }

    /// The same with the extension's file named, where the URL names none.
    pub fn open_with(url: &str, extension: Option<&Path>) -> Result<Backend> {
        Ok(match Url::parse(url)? {
            Url::Sqlite(mut url) => {
                url.extension = url.extension.or(extension.map(Path::to_owned));
                Backend::Sqlite(Sqlite::open(&url)?)
            }
            Url::Mysql(url) => Backend::Mysql(Mysql::open(&url)?),
        })
    }

    /// What a table of results calls it.
    pub fn name(&self) -> &'static str {
        match self {
            Backend::Sqlite(_) => "SQLite",
            Backend::Mysql(_) => "OceanBase",
        }
    }

    pub fn query(&mut self, sql: &str, params: &[Cell]) -> Result<Rows> {
        match self {
            Backend::Sqlite(db) => db.query(sql, params),
            Backend::Mysql(db) => db.query(sql, params),
        }
    }

    /// Several statements; on OceanBase `DELIMITER` lines are understood.
    pub fn script(&mut self, text: &str) -> Result<()> {
        match self {
            Backend::Sqlite(db) => db.script(text),
            Backend::Mysql(db) => db.script(text),
        }
    }

    /// A script file; on OceanBase `source FILE` lines are followed.
    pub fn script_file(&mut self, path: &Path) -> Result<()> {
        match self {
            Backend::Sqlite(db) => {
                let text = std::fs::read_to_string(path).map_err(|e| Error::file(path, e))?;
                db.script(&text)
            }
            Backend::Mysql(db) => db.script_file(path),
        }
    }

    /// Makes the lifecycle store for an adapter (default: what is installed, else native). `attached` is the schema or
    /// database of its authority; on SQLite it defaults to the one that the URL attached.
    pub fn install(&mut self, adapter: Option<&str>, attached: Option<&str>) -> Result<Rows> {
        self.migrate()?;
        let attached = match (&self, attached) {
            (Backend::Sqlite(db), None) => db.attached().map(str::to_owned),
            (_, given) => given.map(str::to_owned),
        };
        let arguments = match (adapter, attached) {
            (None, None) => vec![],
            (adapter, attached) => vec![Cell::from(adapter), Cell::from(attached)],
        };
        self.call("pc_install", &arguments)
    }

    /// OceanBase: the migrations that are missing; gives how many ran. SQLite has none: its extension carries the schema.
    pub fn migrate(&mut self) -> Result<usize> {
        match self {
            Backend::Sqlite(_) => Ok(0),
            Backend::Mysql(db) => Ok(migrate::apply(db)?.len()),
        }
    }

    /// OceanBase: takes back every migration, and with them every lifecycle record.
    pub fn undo(&mut self) -> Result<()> {
        match self {
            Backend::Sqlite(_) => Err(Error::usage(
                "a SQLite lifecycle store is its file: delete it, or drop the pc_lifecycle_ tables",
            )),
            Backend::Mysql(db) => migrate::undo(db),
        }
    }
}
