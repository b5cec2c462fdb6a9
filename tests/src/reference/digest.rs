//! What does a projection come to? The tree of hashes over its canonical rows, built from the top down.

use super::records::Records;
use super::row;
use crate::engine::text;
use crate::shorthand::sha256;
use pc_client::Cell;
use serde_json::{json, Value};

/// serde_json writes strings, integers and nulls as RFC 8785 does.
fn hash(value: &Value) -> String {
    sha256(value.to_string().as_bytes())
}

/// Of a snapshot's columns, Memory first and its own hash last.
pub fn snapshot_hash(scope: &str, row: &[Cell]) -> String {
    let mut cells = vec![json!(scope)];
    cells.extend(row[..11].iter().map(|cell| match cell {
        Cell::Int(number) => json!(number),
        other => json!(text(other)),
    }));
    hash(&Value::Array(cells))
}

pub fn memory_digest(records: &Records, memory: &str) -> String {
    let mut rows: Vec<_> = records
        .versions
        .iter()
        .filter(|v| v.memory == memory)
        .collect();
    rows.sort_by(|a, b| (&a.entry, &a.id).cmp(&(&b.entry, &b.id)));
    let rows: Vec<(String, String)> = rows
        .into_iter()
        .map(|v| {
            let identity = vec![
                json!(records.scope),
                json!(memory),
                json!(v.entry),
                json!(v.id),
            ];
            let place = hash(&Value::Array(identity.clone()));
            let cells = [identity, row(records, memory, &v.entry, &v.id)].concat();
            (place, hash(&Value::Array(cells)))
        })
        .collect();
    node(&rows, 0)
}

/// Over the digests of the Memories that exist.
pub fn scope_digest(records: &Records) -> String {
    let mut memories: Vec<&str> = records.versions.iter().map(|v| v.memory.as_str()).collect();
    memories.sort_unstable();
    memories.dedup();
    let rows: Vec<(String, String)> = memories
        .into_iter()
        .map(|memory| {
            let digest = memory_digest(records, memory);
            (
                hash(&json!([records.scope, memory])),
                hash(&json!([records.scope, memory, digest])),
            )
        })
        .collect();
    node(&rows, 0)
}

/// `rows`: place and hash, in the order of the rows; all places begin with the same `depth` digits.
fn node(rows: &[(String, String)], depth: usize) -> String {
    if depth == 4 || rows.is_empty() {
        let text: String = rows.iter().map(|row| row.1.as_str()).collect();
        return sha256(text.as_bytes());
    }
    let mut text = String::new();
    for digit in "0123456789abcdef".chars() {
        let below: Vec<(String, String)> = rows
            .iter()
            .filter(|row| row.0[depth..].starts_with(digit))
            .cloned()
            .collect();
        if !below.is_empty() {
            text.push(digit);
            text.push_str(&node(&below, depth + 1));
        }
    }
    sha256(text.as_bytes())
}
