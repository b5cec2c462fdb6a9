//! Writes out the shorthands of a case (see the crate's page) and names native ids in answers.
//!
//! The ids are computed here, apart from both engines: a case that shows `m@3` has also checked the rule by which
//! version ids are made.
use serde_json::{json, Map, Value};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// `ent_` or `ver_` and 32 hex digits, from what the id names.
pub fn native_id(what: &str, scope: &str, memory: &str, revision: i64, ordinal: i64) -> String {
    let canonical = json!([what, scope, memory, revision, ordinal]).to_string();
    let prefix = if what == "entry" { "ent_" } else { "ver_" };
    format!("{prefix}{}", &sha256(canonical.as_bytes())[..32])
}

pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .map(|b| format!("{b:02x}"))
        .collect()
}

/// `[[scope:]memory/]entry@revision`; a blank within a name is written `␠`.
struct Name {
    scope: Option<String>,
    memory: String,
    entry: String,
    revision: i64,
}

impl Name {
    fn parse(text: &str) -> Name {
        let (place, revision) = text.rsplit_once('@').unwrap_or((text, "1"));
        let (owner, entry) = place.rsplit_once('/').unwrap_or(("m", place));
        let (scope, memory) = match owner.split_once(':') {
            Some((scope, memory)) => (Some(scope.to_string()), memory),
            None => (None, owner),
        };
        Name {
            scope,
            memory: memory.to_string(),
            entry: entry.replace('␠', " "),
            revision: revision
                .parse()
                .unwrap_or_else(|_| panic!("no revision in {text}")),
        }
    }

    fn version(&self) -> String {
        native_id(
            "version",
            self.scope.as_deref().unwrap_or("s"),
            &self.memory,
            self.revision,
            1,
        )
    }

    fn hit(&self) -> Value {
        let mut hit = Map::new();
        if let Some(scope) = &self.scope {
            hit.insert("scope_id".into(), json!(scope));
        }
        hit.insert("memory_artifact_id".into(), json!(self.memory));
        hit.insert("revision".into(), json!(self.revision));
        hit.insert("entry_id".into(), json!(self.entry));
        hit.insert("entry_version_id".into(), json!(self.version()));
        Value::Object(hit)
    }
}

pub fn hits(names: &str) -> Value {
    names
        .split_whitespace()
        .map(|name| Name::parse(name).hit())
        .collect()
}

pub fn channels(text: &str) -> Value {
    text.split('|')
        .map(|channel| {
            let (head, names) = channel.split_once(':').unwrap_or((channel, ""));
            let (name, weight) = head
                .trim()
                .split_once('*')
                .map_or((head.trim(), None), |(n, w)| (n, Some(w)));
            let mut channel = Map::new();
            channel.insert("name".into(), json!(name));
            if let Some(weight) = weight {
                let number: Value = serde_json::from_str(weight).expect("a weight is a number");
                channel.insert("weight".into(), number);
            }
            channel.insert("hits".into(), hits(names));
            Value::Object(channel)
        })
        .collect()
}

pub fn cites(text: &str) -> Value {
    text.split_whitespace()
        .map(|reference| {
            if let Some((family, artifact)) = reference.split_once('!') {
                let (artifact, revision) = artifact.split_once('@').expect("family!artifact@revision");
                let revision: i64 = revision.parse().expect("a revision");
                return json!({"family": family, "artifact_id": artifact, "revision": revision});
            }
            let (source_type, id) = reference.split_once('/').expect("type/id[:definition]");
            match id.split_once(':') {
                Some((id, definition)) => {
                    json!({"source_type": source_type, "source_id": id, "definition_version": definition})
                }
                None => json!({"source_type": source_type, "source_id": id}),
            }
        })
        .collect()
}

fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn unquote(argument: &str) -> String {
    let inner = argument
        .trim()
        .strip_prefix('\'')
        .and_then(|a| a.strip_suffix('\''));
    inner
        .unwrap_or_else(|| panic!("a text literal is expected, not {argument}"))
        .replace("''", "'")
}

const SHORTHANDS: [&str; 5] = ["pool", "channels", "cites", "ver", "repeat"];

/// Every shorthand call replaced by the literal it stands for.
pub fn expand(sql: &str) -> String {
    let mut out = String::with_capacity(sql.len());
    let mut rest = sql;
    'next: while !rest.is_empty() {
        if rest.starts_with('\'') {
            let end = crate::dialect::literal_end(rest);
            out.push_str(&rest[..end]);
            rest = &rest[end..];
            continue;
        }
        let in_word = out
            .chars()
            .next_back()
            .is_some_and(|c| c.is_alphanumeric() || c == '_');
        for name in SHORTHANDS {
            if !in_word && rest.starts_with(name) && rest[name.len()..].starts_with('(') {
                let (arguments, end) = crate::dialect::arguments(rest, name.len());
                out.push_str(&write_out(name, &arguments));
                rest = &rest[end..];
                continue 'next;
            }
        }
        let first = rest.chars().next().expect("not empty");
        out.push(first);
        rest = &rest[first.len_utf8()..];
    }
    out
}

fn write_out(name: &str, arguments: &[String]) -> String {
    let text = unquote(&arguments[0]);
    match name {
        "pool" => literal(&hits(&text).to_string()),
        "channels" => literal(&channels(&text).to_string()),
        "cites" => literal(&cites(&text).to_string()),
        "ver" => literal(&Name::parse(&text).version()),
        _ => {
            let times: usize = arguments[1].trim().parse().expect("repeat(text, times)");
            literal(&text.repeat(times))
        }
    }
}

/// Native ids seen so far, with the short name that answers show instead.
#[derive(Default)]
pub struct Names(HashMap<String, String>);

impl Names {
    /// Learns the ids that a write of this statement may make.
    pub fn learn(&mut self, sql: &str) {
        for function in ["pc_remember(", "pc_revise("] {
            let Some(at) = sql.find(function) else {
                continue;
            };
            let (arguments, _) = crate::dialect::arguments(sql, at + function.len() - 1);
            let literals =
                arguments.len() > 2 && arguments[..2].iter().all(|a| a.starts_with('\''));
            let Some(revision) = arguments.get(2).and_then(|a| a.trim().parse::<i64>().ok()) else {
                continue;
            };
            if literals {
                self.add(
                    &unquote(&arguments[0]),
                    &unquote(&arguments[1]),
                    revision + 1,
                );
            }
        }
    }

    fn add(&mut self, scope: &str, memory: &str, revision: i64) {
        let place = if scope == "s" {
            format!("{memory}@{revision}")
        } else {
            format!("{scope}:{memory}@{revision}")
        };
        let entry = native_id("entry", scope, memory, revision, 1);
        let version = native_id("version", scope, memory, revision, 1);
        self.0.insert(entry, format!("ent:{place}"));
        self.0.insert(version, place);
    }

    /// `text` with every known id replaced by its name.
    pub fn show(&self, text: &str) -> String {
        const LENGTH: usize = 36;
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find("ver_").into_iter().chain(rest.find("ent_")).min() {
            let candidate = rest.get(at..at + LENGTH).unwrap_or("");
            match self.0.get(candidate) {
                Some(name) => {
                    out.push_str(&rest[..at]);
                    out.push_str(name);
                    rest = &rest[at + LENGTH..];
                }
                None => {
                    out.push_str(&rest[..at + 4]);
                    rest = &rest[at + 4..];
                }
            }
        }
        out + rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shorthands_are_written_out_outside_literals_only() {
        let version = native_id("version", "s", "m", 3, 1);
        assert_eq!(
            expand("SELECT ver('A@3'), 'ver(1)', never('x')"),
            format!("SELECT '{version}', 'ver(1)', never('x')")
        );
        assert_eq!(expand("repeat('ab', 3)"), "'ababab'");
        assert_eq!(
            expand("cites('t/a:1 memory!m@2')"),
            r#"'[{"definition_version":"1","source_id":"a","source_type":"t"},{"artifact_id":"m","family":"memory","revision":2}]'"#
        );
    }

    #[test]
    fn native_ids_are_shown_by_what_they_name() {
        let mut names = Names::default();
        names.learn("SELECT pc_remember('s', 'm', 2, 'fact', 'x', NULL, 1)");
        let version = native_id("version", "s", "m", 3, 1);
        assert_eq!(names.show(&format!("a {version} ver_b")), "a m@3 ver_b");
    }
}
