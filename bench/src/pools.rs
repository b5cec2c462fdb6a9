//! Which candidates does a query ask for? Entries drawn over the whole store by a fixed generator.

use serde_json::{json, Value};

use crate::{MEMORY, POOL};

/// SplitMix64 (Steele, Lea, Flood 2014): a well mixed number for every input, the same on every machine.
pub fn mixed(n: u64) -> u64 {
    let mut z = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

pub fn entry_id(n: u64) -> String {
    format!("mem_ent_{:016x}{:016x}", mixed(2 * n), mixed(2 * n + 1))
}

pub fn entry_version_id(n: u64) -> String {
    format!(
        "mem_ver_{:016x}{:016x}",
        mixed(!(2 * n)),
        mixed(!(2 * n + 1))
    )
}

pub fn kind(n: u64) -> &'static str {
    [
        "fact",
        "decision",
        "working_note",
        "preference",
        "constraint",
    ][(mixed(n) % 5) as usize]
}

fn hit(n: u64) -> Value {
    json!({
        "memory_artifact_id": MEMORY,
        "revision": 1,
        "entry_id": entry_id(n),
        "entry_version_id": entry_version_id(n),
    })
}

/// `POOL` different entries of a store of `rows`, another set for every `round` and `channel`.
fn drawn(rows: u64, round: usize, channel: usize) -> Vec<Value> {
    let seed = (round * 16 + channel) as u64 * 1_000_003;
    let mut met = std::collections::HashSet::new();
    (0..)
        .map(|n| mixed(seed + n) % rows)
        .filter(|n| met.insert(*n))
        .take(POOL)
        .map(hit)
        .collect()
}

/// A pool as `pc_reorder` takes it.
pub fn pool(rows: u64, round: usize) -> String {
    Value::from(drawn(rows, round, 0)).to_string()
}

/// Two channels as `pc_rank` takes them.
pub fn channels(rows: u64, round: usize) -> String {
    json!([
        {"name": "fts", "hits": drawn(rows, round, 0)},
        {"name": "vector", "hits": drawn(rows, round, 1)},
    ])
    .to_string()
}
