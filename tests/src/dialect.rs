//! From the SQLite form of a statement to the OceanBase form (the table is on the crate's page).
//!
//! This is no SQL parser: it knows calls of our own functions and text literals, and leaves the rest alone.

use pc_client::surface::{CALLS, READS};

#[derive(Debug, PartialEq)]
pub enum Statement {
    /// Run as it stands.
    Plain(String),
    /// Run, then keep these columns (`count(*)` alone counts), sorted by the named ones if any.
    Call {
        sql: String,
        columns: Vec<String>,
        order: Vec<String>,
    },
}

/// Byte length of the text literal at the start of `sql`.
pub fn literal_end(sql: &str) -> usize {
    let bytes = sql.as_bytes();
    let mut at = 1;
    while at < bytes.len() {
        if bytes[at] == b'\'' {
            if bytes.get(at + 1) != Some(&b'\'') {
                return at + 1;
            }
            at += 1;
        }
        at += 1;
    }
    panic!("a text literal has no end: {sql}");
}

/// The arguments of the call whose parenthesis opens at `open`, and the byte after its closing one.
pub fn arguments(sql: &str, open: usize) -> (Vec<String>, usize) {
    let bytes = sql.as_bytes();
    let (mut depth, mut start, mut at) = (0, open + 1, open);
    let mut found = Vec::new();
    while at < bytes.len() {
        match bytes[at] {
            b'\'' => {
                at += literal_end(&sql[at..]);
                continue;
            }
            b'(' => depth += 1,
            b')' => depth -= 1,
            b',' if depth == 1 => {
                found.push(sql[start..at].trim().to_string());
                start = at + 1;
            }
            _ => {}
        }
        if depth == 0 {
            let last = sql[start..at].trim();
            if !(found.is_empty() && last.is_empty()) {
                found.push(last.to_string());
            }
            return (found, at + 1);
        }
        at += 1;
    }
    panic!("a parenthesis has no end: {sql}");
}

/// MySQL reads a backslash in a literal as an escape; SQLite does not.
fn double_backslashes(sql: &str) -> String {
    sql.replace('\\', "\\\\")
}

fn call(name: &str, mut arguments: Vec<String>, arity: usize) -> String {
    while arguments.len() < arity {
        arguments.push("NULL".into());
    }
    double_backslashes(&format!("CALL {name}({})", arguments.join(", ")))
}

fn names(list: &str) -> Vec<String> {
    list.split(',').map(|c| c.trim().to_string()).collect()
}

/// `SELECT list FROM name(…) rest`, where `name(` follows the first FROM.
fn table_call<'a>(sql: &'a str, name: &str) -> Option<(&'a str, Vec<String>, &'a str)> {
    let from = format!(" FROM {name}(");
    let at = sql.find(&from)?;
    let list = sql.strip_prefix("SELECT ")?.get(..at.checked_sub(7)?)?;
    let (arguments, end) = arguments(sql, at + from.len() - 1);
    Some((list, arguments, sql[end..].trim()))
}

fn order(rest: &str) -> Vec<String> {
    match rest.strip_prefix("ORDER BY ") {
        Some(columns) => names(columns),
        None if rest.is_empty() => Vec::new(),
        None => panic!("after a call only ORDER BY columns can be carried over, not {rest}"),
    }
}

pub fn oceanbase(sql: &str) -> Statement {
    let sql = sql.trim();
    for &(name, arity) in CALLS.iter().chain(READS) {
        let prefix = format!("SELECT {name}(");
        if sql.starts_with(&prefix) {
            let (arguments, end) = arguments(sql, prefix.len() - 1);
            if sql[end..].trim().is_empty() {
                return Statement::Call {
                    sql: call(name, arguments, arity),
                    columns: Vec::new(),
                    order: Vec::new(),
                };
            }
        }
    }
    for &(name, arity) in READS {
        if let Some((list, arguments, rest)) = table_call(sql, name) {
            return Statement::Call {
                sql: call(name, arguments, arity),
                columns: names(list),
                order: order(rest),
            };
        }
    }
    if let Some((list, arguments, rest)) = table_call(sql, "pc_validity") {
        if arguments.len() == 3 {
            return Statement::Call {
                sql: call("pc_validity_as_of", arguments, 3),
                columns: names(list),
                order: order(rest),
            };
        }
        let and = rest.strip_prefix("WHERE ").map(|r| format!("AND {r}"));
        return Statement::Plain(double_backslashes(&format!(
            "SELECT {list} FROM pc_validity WHERE scope_id = {} AND memory_artifact_id = {} {}",
            arguments[0],
            arguments[1],
            and.as_deref().unwrap_or(rest),
        )));
    }
    Statement::Plain(double_backslashes(sql))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(sql: &str, columns: &[&str], order: &[&str]) -> Statement {
        let own = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        Statement::Call {
            sql: sql.into(),
            columns: own(columns),
            order: own(order),
        }
    }

    #[test]
    fn calls_become_calls_and_the_rest_stands() {
        let pairs = [
            (
                "SELECT pc_forget('s', 'it''s, (m)', 1, 'A', 5)",
                call("CALL pc_forget('s', 'it''s, (m)', 1, 'A', 5, NULL)", &[], &[]),
            ),
            (
                "SELECT rank, entry_id FROM pc_rank('[\"\\n\"]', '{}') ORDER BY rank",
                call("CALL pc_rank('[\"\\\\n\"]', '{}')", &["rank", "entry_id"], &["rank"]),
            ),
            (
                "SELECT entry_id FROM pc_validity('s', 'm', 3) ORDER BY entry_id",
                call("CALL pc_validity_as_of('s', 'm', 3)", &["entry_id"], &["entry_id"]),
            ),
            (
                "SELECT entry_id FROM pc_validity('s', 'm') WHERE eligible = 1 ORDER BY entry_id",
                Statement::Plain(
                    "SELECT entry_id FROM pc_validity WHERE scope_id = 's' AND memory_artifact_id = 'm' AND eligible = 1 ORDER BY entry_id".into(),
                ),
            ),
            ("SELECT count(*) FROM t", Statement::Plain("SELECT count(*) FROM t".into())),
        ];
        for (sql, wanted) in pairs {
            assert_eq!(oceanbase(sql), wanted);
        }
    }

    #[test]
    #[should_panic(expected = "only ORDER BY")]
    fn what_cannot_be_carried_over_is_no_silent_difference() {
        oceanbase("SELECT rank FROM pc_rank('[]', '{}') WHERE rank > 1");
    }
}
