//! The embedded backend: a SQLite file with the extension loaded, and its authority attached where it has one.

use crate::cell::{Cell, Rows};
use crate::error::{Error, Result};
use crate::extension;
use crate::url::SqliteUrl;
use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Connection, OpenFlags, ToSql};
use std::path::Path;

pub struct Sqlite {
    connection: Connection,
    /// The schema name of the attached authority.
    attached: Option<String>,
}

impl Sqlite {
    pub fn open(url: &SqliteUrl) -> Result<Sqlite> {
        let connection = Connection::open_with_flags(
            &url.path,
            OpenFlags::SQLITE_OPEN_READ_WRITE
                | OpenFlags::SQLITE_OPEN_CREATE
                | OpenFlags::SQLITE_OPEN_URI
                | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )?;
        connection.busy_timeout(std::time::Duration::from_secs(5))?;
        load(&connection, &extension::locate(url.extension.as_deref())?)?;
        let mut backend = Sqlite {
            connection,
            attached: None,
        };
        if let Some(authority) = &url.authority {
            backend.attach(authority, &url.schema)?;
        }
        Ok(backend)
    }

    /// Attaches another product's database so that nothing here can write to it.
    fn attach(&mut self, file: &Path, schema: &str) -> Result<()> {
        if !file.is_file() {
            return Err(Error::usage(format!(
                "no authority database at {}",
                file.display()
            )));
        }
        self.connection.execute(
            &format!("ATTACH ?1 AS \"{}\"", schema.replace('"', "\"\"")),
            [format!("file:{}?mode=ro", uri_path(file))],
        )?;
        self.attached = Some(schema.to_owned());
        Ok(())
    }

    pub fn attached(&self) -> Option<&str> {
        self.attached.as_deref()
    }

    /// The connection itself, for what has no counterpart on the other engine.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    pub fn query(&mut self, sql: &str, params: &[Cell]) -> Result<Rows> {
        let mut statement = self.connection.prepare_cached(sql)?;
        let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let mut found = statement.query(rusqlite::params_from_iter(params))?;
        let mut rows = Vec::new();
        while let Some(row) = found.next()? {
            rows.push(
                (0..columns.len())
                    .map(|at| row.get_ref(at).map(cell))
                    .collect::<rusqlite::Result<_>>()?,
            );
        }
        Ok(Rows { columns, rows })
    }

    pub fn script(&mut self, text: &str) -> Result<()> {
        Ok(self.connection.execute_batch(text)?)
    }
}

fn load(connection: &Connection, file: &Path) -> Result<()> {
    // SAFETY: loading runs the library's entry point; the file is the one the user named or built.
    unsafe {
        let _enabled = rusqlite::LoadExtensionGuard::new(connection)?;
        connection.load_extension(file, None::<&str>)?;
    }
    Ok(())
}

/// A path as SQLite's URI form wants it.
fn uri_path(file: &Path) -> String {
    let mut out = String::new();
    for c in file.display().to_string().chars() {
        match c {
            '%' | '?' | '#' => out.push_str(&format!("%{:02X}", c as u32)),
            _ => out.push(c),
        }
    }
    out
}

fn cell(value: ValueRef<'_>) -> Cell {
    match value {
        ValueRef::Null => Cell::Null,
        ValueRef::Integer(value) => Cell::Int(value),
        ValueRef::Real(value) => Cell::Real(value),
        ValueRef::Text(bytes) => Cell::from_bytes(bytes.to_vec()),
        ValueRef::Blob(bytes) => Cell::Blob(bytes.to_vec()),
    }
}

impl ToSql for Cell {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Cell::Null => ToSqlOutput::Owned(Value::Null),
            Cell::Int(value) => ToSqlOutput::Owned(Value::Integer(*value)),
            Cell::Real(value) => ToSqlOutput::Owned(Value::Real(*value)),
            Cell::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Cell::Blob(bytes) => ToSqlOutput::Borrowed(ValueRef::Blob(bytes)),
        })
    }
}
