//! PowerContext's own databases as content: the SQLite file beside a lifecycle store of ours, and the OceanBase dump
//! in a database of its own. Both hold the same ids and texts.

use super::queries::hit;
use super::steps::Step;
use crate::backend::Backend;
use crate::cell::Cell;
use crate::error::{Error, Result};
use crate::records::Identity;
use serde_json::{json, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::Path;

/// A file's bytes, unpacked where its name ends in `.gz`.
pub fn bytes(path: &Path) -> Result<Vec<u8>> {
    let raw = std::fs::read(path).map_err(|e| Error::file(path, e))?;
    if path.extension().is_some_and(|ext| ext == "gz") {
        return unpacked(&raw).map_err(|e| Error::file(path, e));
    }
    Ok(raw)
}

pub fn unpacked(raw: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut out = Vec::new();
    flate2::read::GzDecoder::new(raw).read_to_end(&mut out)?;
    Ok(out)
}

/// Loads a dump, one statement a line, into the (empty) database of this connection.
pub fn load_dump(db: &mut Backend, path: &Path) -> Result<()> {
    let Backend::Mysql(db) = db else {
        return Err(Error::usage("a dump is loaded into OceanBase"));
    };
    let text = String::from_utf8(bytes(path)?)
        .map_err(|_| Error::usage(format!("{}: not UTF-8", path.display())))?;
    for line in text.lines() {
        let statement = line.trim().trim_end_matches(';');
        if !statement.is_empty() && !statement.starts_with("--") {
            db.execute(&unqualified(statement))?;
        }
    }
    Ok(())
}

/// A dump names the database that it was taken from in its foreign keys; they belong to the one it is loaded into.
fn unqualified(statement: &str) -> String {
    const REFERENCES: &str = "REFERENCES `";
    if !statement.starts_with("CREATE TABLE") {
        return statement.to_owned();
    }
    let mut parts = statement.split(REFERENCES);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find('`').map_or(0, |at| at + 1);
        out.push_str(REFERENCES);
        out.push_str(part[end..].strip_prefix(".`").unwrap_or(part));
    }
    out
}

/// Which adapter a SQLite authority wants, by the tables it has.
pub fn adapter(db: &mut Backend, schema: &str) -> Result<&'static str> {
    let count = |db: &mut Backend, sql: String| -> Result<i64> {
        Ok(db.query(&sql, &[])?.scalar().as_int().unwrap_or(0))
    };
    let family = |family: &str| {
        format!("SELECT count(*) FROM {schema}.pc_artifact_heads WHERE family = '{family}'")
    };
    if count(db, family("atomic-memory"))? > 0 {
        Ok("powercontext-1.4")
    } else if count(db, family("memory"))? > 0 {
        Ok("powercontext-1.2")
    } else {
        Err(Error::usage("the PowerContext database holds no memories"))
    }
}

/// (scope, Memory) pairs as the adapters name them: 1.4's Memory is the artifact itself.
pub fn memories(db: &mut Backend, schema: &str) -> Result<BTreeSet<(String, String)>> {
    let rows = db.query(
        &format!(
            "SELECT scope_id, artifact_id FROM {schema}.pc_artifact_heads \
             WHERE family IN ('memory', 'atomic-memory') ORDER BY scope_id, artifact_id"
        ),
        &[],
    )?;
    Ok(rows
        .rows
        .iter()
        .filter_map(|row| Some((row[0].as_text()?.to_owned(), row[1].as_text()?.to_owned())))
        .collect())
}

/// PowerContext's own searches as questions: the lexical and the vector search of a query are the channels of its
/// hybrid one. `path` is a `.expected.json` as the project's fixtures have it.
pub fn searches(path: &Path) -> Result<Vec<Step>> {
    let answers: Value = serde_json::from_slice(&bytes(path)?)
        .map_err(|e| Error::usage(format!("{}: {e}", path.display())))?;
    let mut queries: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
    for search in answers["searches"].as_array().into_iter().flatten() {
        let key = json!([
            search["scope_id"],
            search["memories"],
            search["query"],
            search["limit"]
        ]);
        queries.entry(key.to_string()).or_default().push(search);
    }
    let mut steps = Vec::new();
    for searches in queries.values() {
        let channels: Vec<Value> = searches
            .iter()
            .filter(|search| search["used_mode"] != "hybrid")
            .map(|search| json!({"name": search["used_mode"], "hits": hits(search)}))
            .collect();
        if channels.is_empty() {
            continue;
        }
        let options = json!({"scope_id": searches[0]["scope_id"], "limit": searches[0]["limit"]});
        for name in ["pc_rank", "pc_trace"] {
            let arguments = vec![
                Cell::Text(Value::from(channels.clone()).to_string()),
                Cell::Text(options.to_string()),
            ];
            steps.push(Step::new(name, arguments));
        }
    }
    Ok(steps)
}

fn hits(search: &Value) -> Vec<Value> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    search["hits"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|found| {
            let artifact = text(&found["artifact_id"]);
            let revision = found["revision"].as_i64().unwrap_or_default();
            let (entry_id, entry_version_id) = match found["entry_id"].as_str() {
                Some(entry) => (entry.to_owned(), text(&found["entry_version_id"])),
                None => (artifact.clone(), revision.to_string()),
            };
            let identity = Identity {
                scope_id: text(&search["scope_id"]),
                memory_artifact_id: artifact,
                entry_id,
                entry_version_id,
            };
            hit(&identity, revision)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_keys_follow_the_database_they_are_loaded_into() {
        let text = "CREATE TABLE `a` (FOREIGN KEY (`b`) REFERENCES `old`.`c`(`d`), FOREIGN KEY (`e`) REFERENCES `f`(`g`))";
        assert_eq!(
            unqualified(text),
            "CREATE TABLE `a` (FOREIGN KEY (`b`) REFERENCES `c`(`d`), FOREIGN KEY (`e`) REFERENCES `f`(`g`))"
        );
        let row = "INSERT INTO `a` VALUES ('REFERENCES `x`.`y`')";
        assert_eq!(unqualified(row), row);
    }

    #[test]
    fn a_query_s_searches_become_the_channels_of_one_question() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("expected.json");
        let found = json!([{"artifact_id": "art", "revision": 2}]);
        let search = |mode: &str| json!({"scope_id": "s", "query": "q", "limit": 3, "used_mode": mode, "hits": found});
        let answers = json!({"searches": [search("text"), search("vector"), search("hybrid")]});
        std::fs::write(&path, answers.to_string()).unwrap();
        let steps = searches(&path).unwrap();
        assert_eq!(steps.len(), 2);
        let channels: Value =
            serde_json::from_str(steps[0].arguments[0].as_text().unwrap()).unwrap();
        assert_eq!(channels[1]["name"], "vector");
        assert_eq!(channels[0]["hits"][0]["entry_version_id"], "2");
    }
}
