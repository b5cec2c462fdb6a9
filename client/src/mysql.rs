//! The OceanBase backend: one connection, statements prepared, so that doubles travel as their eight bytes.
//!
//! Blocking on purpose: a command line and tests ask one thing at a time. Not for use within another tokio runtime.

use crate::cell::{Cell, Rows};
use crate::error::{Error, Result};
use crate::script::{self, Command};
use mysql_async::consts::ColumnType;
use mysql_async::prelude::Queryable;
use mysql_async::{Conn, Opts, OptsBuilder, Params, Row, Value};
use std::path::Path;
use tokio::runtime::{Builder, Runtime};

pub struct Mysql {
    runtime: Runtime,
    connection: Option<Conn>,
    database: String,
}

impl Mysql {
    pub fn open(url: &str) -> Result<Mysql> {
        // The URL may hold a password: it is not repeated.
        let opts = Opts::from_url(url)
            .map_err(|e| Error::usage(format!("{e}; write mysql://USER@HOST:PORT/DATABASE")))?;
        let place = format!("{}:{}", opts.ip_or_hostname(), opts.tcp_port());
        let database = opts.db_name().unwrap_or_default().to_owned();
        // A server behind a port may name a socket file that is another machine's.
        let opts = OptsBuilder::from_opts(opts).prefer_socket(false);
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|e| Error::Server(e.to_string()))?;
        let connection = runtime
            .block_on(Conn::new(opts))
            .map_err(|source| Error::Connect { place, source })?;
        Ok(Mysql {
            runtime,
            connection: Some(connection),
            database,
        })
    }

    /// The database of the URL.
    pub fn database(&self) -> &str {
        &self.database
    }

    fn parts(&mut self) -> (&Runtime, &mut Conn) {
        let connection = self.connection.as_mut().expect("taken only on drop");
        (&self.runtime, connection)
    }

    /// The first result set of one prepared statement. A procedure sends an empty one more; it is read and dropped.
    pub fn query(&mut self, sql: &str, params: &[Cell]) -> Result<Rows> {
        let params = match params {
            [] => Params::Empty,
            some => Params::Positional(some.iter().map(value).collect()),
        };
        let (runtime, connection) = self.parts();
        runtime.block_on(async {
            let mut answer = connection.exec_iter(sql, params).await?;
            let columns = answer.columns();
            let rows: Vec<Row> = answer.collect().await?;
            answer.drop_result().await?;
            let columns = columns
                .map(|columns| columns.iter().map(|c| c.name_str().into_owned()).collect())
                .unwrap_or_default();
            let rows = rows.into_iter().map(cells).collect();
            Ok(Rows { columns, rows })
        })
    }

    /// One statement as text, its results dropped: what DDL needs, which cannot be prepared everywhere.
    pub fn execute(&mut self, sql: &str) -> Result<()> {
        let (runtime, connection) = self.parts();
        Ok(runtime.block_on(connection.query_drop(sql))?)
    }

    /// Runs a script as the `mysql` client does; `source` is refused, since text has no folder.
    pub fn script(&mut self, text: &str) -> Result<()> {
        self.run(text, "script", None)
    }

    /// Runs a script file; `source FILE` is looked up beside it.
    pub fn script_file(&mut self, path: &Path) -> Result<()> {
        let text = std::fs::read_to_string(path).map_err(|e| Error::file(path, e))?;
        self.run(&text, &path.display().to_string(), path.parent())
    }

    pub(crate) fn run(&mut self, text: &str, file: &str, folder: Option<&Path>) -> Result<()> {
        for statement in script::split(text)? {
            let done = match (&statement.command, folder) {
                (Command::Sql(sql), _) => self.execute(sql),
                (Command::Source(name), Some(folder)) => self.script_file(&folder.join(name)),
                (Command::Source(_), None) => Err(Error::usage("`source` needs a script file")),
            };
            done.map_err(|e| match e {
                already @ Error::Script { .. } => already,
                e => Error::Script {
                    file: file.to_owned(),
                    line: statement.line,
                    source: Box::new(e),
                },
            })?;
        }
        Ok(())
    }
}

impl Drop for Mysql {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            // The server may be gone already; there is nobody to tell.
            let _ = self.runtime.block_on(connection.disconnect());
        }
    }
}

fn value(cell: &Cell) -> Value {
    match cell {
        Cell::Null => Value::NULL,
        Cell::Int(value) => Value::Int(*value),
        Cell::Real(value) => Value::Double(*value),
        Cell::Text(text) => Value::Bytes(text.clone().into_bytes()),
        Cell::Blob(bytes) => Value::Bytes(bytes.clone()),
    }
}

fn cells(row: Row) -> Vec<Cell> {
    let types: Vec<ColumnType> = row.columns_ref().iter().map(|c| c.column_type()).collect();
    row.unwrap()
        .into_iter()
        .zip(types)
        .map(|(value, kind)| cell(value, kind))
        .collect()
}

fn cell(value: Value, kind: ColumnType) -> Cell {
    match value {
        Value::NULL => Cell::Null,
        Value::Int(value) => Cell::Int(value),
        Value::UInt(value) => {
            i64::try_from(value).map_or_else(|_| Cell::Text(value.to_string()), Cell::Int)
        }
        Value::Float(value) => Cell::Real(f64::from(value)),
        Value::Double(value) => Cell::Real(value),
        Value::Bytes(bytes) => match Cell::from_bytes(bytes) {
            Cell::Text(text) if kind == ColumnType::MYSQL_TYPE_NEWDECIMAL => {
                text.parse().map_or(Cell::Text(text), Cell::Int)
            }
            other => other,
        },
        // No column of the surface is one; shown as the protocol prints it.
        date @ (Value::Date(..) | Value::Time(..)) => Cell::Text(date.as_sql(true)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_integer_is_an_integer_and_text_stays_text() {
        let decimal = ColumnType::MYSQL_TYPE_NEWDECIMAL;
        let varchar = ColumnType::MYSQL_TYPE_VAR_STRING;
        assert_eq!(cell(Value::Bytes(b"12".to_vec()), decimal), Cell::Int(12));
        assert_eq!(
            cell(Value::Bytes(b"1.50".to_vec()), decimal),
            Cell::from("1.50")
        );
        assert_eq!(cell(Value::Bytes(b"12".to_vec()), varchar), "12".into());
        assert_eq!(
            cell(Value::Bytes(vec![0xff]), varchar),
            Cell::Blob(vec![0xff])
        );
        assert_eq!(cell(Value::UInt(7), decimal), Cell::Int(7));
    }
}
