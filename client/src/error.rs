//! What can go wrong, said once.
//!
//! A refusal of the engine is one line, `pc: CODE: what is wrong and what to do`. Hosts put their own prefix
//! before it, so the line is kept from `pc: ` on: that part is equal on both engines and may be compared.

use std::path::PathBuf;

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The engine's own refusal, from `pc: ` on.
    #[error("{0}")]
    Refused(String),
    #[error("SQLite: {0}")]
    Sqlite(rusqlite::Error),
    #[error("OceanBase: {0}")]
    Mysql(mysql_async::Error),
    #[error("no connection to OceanBase at {place}: {source}")]
    Connect {
        place: String,
        source: mysql_async::Error,
    },
    #[error("{}: {source}", path.display())]
    File {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{file}, line {line}: {source}")]
    Script {
        file: String,
        line: usize,
        source: Box<Error>,
    },
    #[error("{0}")]
    Usage(String),
    #[error("seekdb: {0}")]
    Server(String),
}

impl Error {
    pub fn usage(text: impl Into<String>) -> Self {
        Error::Usage(text.into())
    }

    pub fn file(path: impl Into<PathBuf>, source: std::io::Error) -> Self {
        Error::File {
            path: path.into(),
            source,
        }
    }

    /// The engine's line, where this is a refusal (also one met within a script).
    pub fn refusal(&self) -> Option<&str> {
        match self {
            Error::Refused(line) => Some(line),
            Error::Script { source, .. } => source.refusal(),
            _ => None,
        }
    }

    /// The CODE of a refusal: `conflict`, `bad_input`, …
    pub fn code(&self) -> Option<&str> {
        self.refusal()?
            .strip_prefix("pc: ")?
            .split_once(": ")
            .map(|(code, _)| code)
    }

    /// The server's error number, where OceanBase answered with one.
    pub fn mysql_code(&self) -> Option<u16> {
        match self {
            Error::Mysql(mysql_async::Error::Server(e))
            | Error::Connect {
                source: mysql_async::Error::Server(e),
                ..
            } => Some(e.code),
            Error::Script { source, .. } => source.mysql_code(),
            _ => None,
        }
    }
}

/// The part of a host's message that is ours.
fn ours(message: &str) -> Option<String> {
    message.find("pc: ").map(|at| message[at..].to_owned())
}

impl From<rusqlite::Error> for Error {
    fn from(e: rusqlite::Error) -> Self {
        let message = match &e {
            rusqlite::Error::SqliteFailure(_, Some(message)) => ours(message),
            rusqlite::Error::SqlInputError { msg, .. } => ours(msg),
            _ => None,
        };
        message.map_or(Error::Sqlite(e), Error::Refused)
    }
}

impl From<mysql_async::Error> for Error {
    fn from(e: mysql_async::Error) -> Self {
        let message = match &e {
            mysql_async::Error::Server(server) => ours(&server.message),
            _ => None,
        };
        message.map_or(Error::Mysql(e), Error::Refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_kept_from_its_own_prefix_on() {
        let failure = rusqlite::ffi::Error::new(1);
        let e: Error = rusqlite::Error::SqliteFailure(
            failure,
            Some("host says: pc: conflict: head is 3, expected 2".into()),
        )
        .into();
        assert_eq!(e.refusal(), Some("pc: conflict: head is 3, expected 2"));
        assert_eq!(e.code(), Some("conflict"));
    }

    #[test]
    fn another_failure_is_no_refusal() {
        let e: Error = rusqlite::Error::QueryReturnedNoRows.into();
        assert_eq!((e.refusal(), e.code()), (None, None));
    }
}
