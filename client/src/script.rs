//! Which statements does a script for the `mysql` client hold?
//!
//! `DELIMITER` and `source` are commands of that client, not of the server: a driver that sends them gets a
//! syntax error. This splitter reads scripts as the client does, so the same files serve both.
//!
//! ```
//! let statements = pc_client::script::split("SELECT ';'; -- one\nDELIMITER //\nBEGIN; END\n//\n").unwrap();
//! assert_eq!(statements.len(), 2);
//! ```
//!
//! Refused: a quote, a comment or a routine that is still open at the end of the text.

use crate::error::{Error, Result};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    pub command: Command,
    /// The line on which it begins, from 1.
    pub line: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    Sql(String),
    /// `source FILE` or `\. FILE`.
    Source(String),
}

/// Splits a script; comments before a statement are dropped, those within it stay in it.
pub fn split(text: &str) -> Result<Vec<Statement>> {
    Splitter {
        bytes: text.as_bytes(),
        text,
        at: 0,
        line: 1,
        delimiter: b";".to_vec(),
    }
    .run()
}

struct Splitter<'a> {
    bytes: &'a [u8],
    text: &'a str,
    at: usize,
    line: usize,
    delimiter: Vec<u8>,
}

impl Splitter<'_> {
    fn run(mut self) -> Result<Vec<Statement>> {
        let mut found = Vec::new();
        while self.skip_blanks()? {
            let line = self.line;
            if let Some(argument) = self.client_command(&["delimiter"]) {
                if argument.is_empty() {
                    return Err(self.error(line, "DELIMITER without a delimiter"));
                }
                self.delimiter = argument.into_bytes();
            } else if let Some(file) = self.client_command(&["source", "\\."]) {
                let file = file.trim_end_matches(';').trim().to_owned();
                found.push(Statement {
                    command: Command::Source(file),
                    line,
                });
            } else if let Some(sql) = self.statement()? {
                found.push(Statement {
                    command: Command::Sql(sql),
                    line,
                });
            }
        }
        Ok(found)
    }

    fn error(&self, line: usize, what: &str) -> Error {
        Error::Script {
            file: "script".into(),
            line,
            source: Box::new(Error::usage(what)),
        }
    }

    /// Moves to the next character that begins a statement; false at the end.
    fn skip_blanks(&mut self) -> Result<bool> {
        while self.at < self.bytes.len() {
            if self.bytes[self.at].is_ascii_whitespace() {
                self.advance(1);
            } else if !self.skip_comment()? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn advance(&mut self, bytes: usize) {
        let end = (self.at + bytes).min(self.bytes.len());
        self.line += self.bytes[self.at..end]
            .iter()
            .filter(|&&b| b == b'\n')
            .count();
        self.at = end;
    }

    /// `-- …`, `# …` and `/* … */`. `--` counts only before a blank or the end, as in MySQL; `/*!` is code.
    fn skip_comment(&mut self) -> Result<bool> {
        let rest = &self.bytes[self.at..];
        let dashes = rest.starts_with(b"--") && rest.get(2).is_none_or(u8::is_ascii_whitespace);
        if dashes || rest.starts_with(b"#") {
            let end = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
            self.advance(end);
            return Ok(true);
        }
        if rest.starts_with(b"/*") && !rest.starts_with(b"/*!") {
            let line = self.line;
            let end = find(&rest[2..], b"*/")
                .ok_or_else(|| self.error(line, "a comment is never closed"))?;
            self.advance(end + 4);
            return Ok(true);
        }
        Ok(false)
    }

    /// A command of the client stands alone on its line; gives what follows its name.
    fn client_command(&mut self, names: &[&str]) -> Option<String> {
        let rest = &self.text[self.at..];
        let line = rest.lines().next().unwrap_or_default();
        let (name, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if !names.iter().any(|n| name.eq_ignore_ascii_case(n)) {
            return None;
        }
        let argument = argument.trim().to_owned();
        self.advance(line.len());
        Some(argument)
    }

    /// Reads up to the delimiter, which is consumed and not part of the statement.
    fn statement(&mut self) -> Result<Option<String>> {
        let (start, line) = (self.at, self.line);
        while self.at < self.bytes.len() {
            if self.bytes[self.at..].starts_with(&self.delimiter) {
                let sql = self.text[start..self.at].trim().to_owned();
                self.advance(self.delimiter.len());
                return Ok(Some(sql).filter(|sql| !sql.is_empty()));
            }
            match self.bytes[self.at] {
                quote @ (b'\'' | b'"' | b'`') => self.skip_quoted(quote)?,
                _ => {
                    if !self.skip_comment()? {
                        self.advance(1);
                    }
                }
            }
        }
        if self.delimiter != b";" {
            return Err(self.error(line, "a routine is not ended by its delimiter"));
        }
        let sql = self.text[start..].trim().to_owned();
        Ok(Some(sql).filter(|sql| !sql.is_empty()))
    }

    /// A doubled quote needs no care: it closes one quoted text and opens the next.
    fn skip_quoted(&mut self, quote: u8) -> Result<()> {
        let line = self.line;
        self.advance(1);
        while self.at < self.bytes.len() {
            let byte = self.bytes[self.at];
            if byte == b'\\' && quote != b'`' {
                self.advance(2);
            } else {
                self.advance(1);
                if byte == quote {
                    return Ok(());
                }
            }
        }
        Err(self.error(line, "a quote is never closed"))
    }
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack
        .windows(needle.len())
        .position(|window| window == needle)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sql(text: &str) -> Vec<String> {
        split(text)
            .unwrap()
            .into_iter()
            .map(|s| match s.command {
                Command::Sql(sql) => sql,
                Command::Source(file) => format!("source {file}"),
            })
            .collect()
    }

    #[test]
    fn delimiters_in_quotes_and_comments_end_nothing() {
        let text = "SELECT 'a;''b', \"c\\\";\", `d;e` -- f;\n, 1 /* ; */;\nSELECT 2";
        assert_eq!(
            sql(text),
            [
                "SELECT 'a;''b', \"c\\\";\", `d;e` -- f;\n, 1 /* ; */",
                "SELECT 2"
            ]
        );
    }

    #[test]
    fn a_routine_is_one_statement() {
        let text = "DROP PROCEDURE IF EXISTS p;\nDELIMITER //\nCREATE PROCEDURE p()\nBEGIN\n  SELECT 1; -- it's one\nEND\n//\nDELIMITER ;\nSELECT 3;";
        let found = split(text).unwrap();
        assert_eq!(found.len(), 3);
        assert_eq!(found[1].line, 3);
        assert_eq!(
            sql(text)[1],
            "CREATE PROCEDURE p()\nBEGIN\n  SELECT 1; -- it's one\nEND"
        );
    }

    #[test]
    fn leading_comments_and_empty_statements_go() {
        assert_eq!(
            sql("-- head\n# more\n/* and; more */ ;;\nSELECT 1;\n-- tail"),
            ["SELECT 1"]
        );
        assert_eq!(sql("SELECT 1--1;"), ["SELECT 1--1"]);
        assert_eq!(sql("/*! SET x=1 */;"), ["/*! SET x=1 */"]);
    }

    #[test]
    fn source_lines_are_commands() {
        assert_eq!(
            sql("source V001__a.sql\n\\. V002__b.sql\nSOURCE c.sql;\n"),
            ["source V001__a.sql", "source V002__b.sql", "source c.sql"]
        );
    }

    #[test]
    fn what_is_never_closed_is_refused_with_its_line() {
        for text in ["\nSELECT 'a", "\n/* a", "\nDELIMITER //\nBEGIN END;"] {
            let message = split(text).unwrap_err().to_string();
            assert!(message.contains("line "), "{message}");
        }
    }
}
