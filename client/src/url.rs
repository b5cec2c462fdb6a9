//! Where is the database? One URL names backend, place and what belongs to it.
//!
//! * `sqlite:PATH[?authority=PATH][&as=NAME][&extension=PATH]`: the lifecycle store, the database that is
//!   attached read-only as its authority (under the schema name NAME, `pc` if not given), the extension's file.
//!   A `%` in a path is written `%25`, a `?` `%3F`, a `&` `%26`.
//! * `mysql://USER[:PASSWORD]@HOST:PORT/DATABASE`: OceanBase in MySQL mode, seekdb.

use crate::error::{Error, Result};
use std::path::{Path, PathBuf};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Url {
    Sqlite(SqliteUrl),
    Mysql(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SqliteUrl {
    pub path: PathBuf,
    pub authority: Option<PathBuf>,
    pub schema: String,
    pub extension: Option<PathBuf>,
}

impl Url {
    pub fn parse(text: &str) -> Result<Url> {
        if text.starts_with("mysql://") {
            return Ok(Url::Mysql(text.to_owned()));
        }
        let rest = text.strip_prefix("sqlite:").ok_or_else(|| {
            Error::usage(format!(
                "{text:?} is no database URL; write sqlite:PATH or mysql://USER@HOST:PORT/DATABASE"
            ))
        })?;
        let (path, options) = rest.split_once('?').unwrap_or((rest, ""));
        if path.is_empty() {
            return Err(Error::usage("sqlite: needs a path, as in sqlite:memory.db"));
        }
        let mut url = SqliteUrl {
            path: decode(path)?.into(),
            authority: None,
            schema: "pc".into(),
            extension: None,
        };
        for option in options.split('&').filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=').unwrap_or((option, ""));
            let value = decode(value)?;
            match key {
                "authority" => url.authority = Some(value.into()),
                "as" => url.schema = value,
                "extension" => url.extension = Some(value.into()),
                _ => {
                    return Err(Error::usage(format!(
                        "unknown option {key:?} in the URL; there are authority, as, extension"
                    )))
                }
            }
        }
        Ok(Url::Sqlite(url))
    }
}

/// A path as a URL takes it.
pub fn escaped(path: &Path) -> String {
    let path = path.display().to_string();
    path.replace('%', "%25")
        .replace('?', "%3F")
        .replace('&', "%26")
}

fn decode(text: &str) -> Result<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        if first != b'%' {
            bytes.push(first);
            rest = tail;
            continue;
        }
        let byte = tail
            .get(..2)
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok())
            .ok_or_else(|| Error::usage(format!("{text:?}: write a % in a URL as %25")))?;
        bytes.push(byte);
        rest = &tail[2..];
    }
    String::from_utf8(bytes).map_err(|_| Error::usage(format!("{text:?} is not UTF-8")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_beside_its_authority() {
        let url =
            Url::parse("sqlite:/tmp/a%3Fb.db?authority=pc.db&as=host&extension=./x.so").unwrap();
        assert_eq!(
            url,
            Url::Sqlite(SqliteUrl {
                path: "/tmp/a?b.db".into(),
                authority: Some("pc.db".into()),
                schema: "host".into(),
                extension: Some("./x.so".into()),
            })
        );
    }

    #[test]
    fn an_escaped_path_is_read_as_it_was() {
        let path = Path::new("/tmp/50% of a?b&c.db");
        let url = Url::parse(&format!("sqlite:{}", escaped(path))).unwrap();
        assert!(matches!(url, Url::Sqlite(url) if url.path == path));
    }

    #[test]
    fn refusals_say_what_to_write() {
        for text in ["postgres://x", "sqlite:", "sqlite:a?b=c", "sqlite:%zz"] {
            assert!(Url::parse(text).is_err(), "{text}");
        }
    }
}
