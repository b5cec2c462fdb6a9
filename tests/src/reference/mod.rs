//! What must a native store say? Worked out a second time, plainly, from nothing but its record tables.
//!
//! It shares no rule, no constant and no data file with the engines, so that a mistake they have in common is seen. It is
//! slow on purpose: every question walks all records.
//!
//! ```text
//! records   the tables, as they stand
//! validity  the five rules, now or as of a revision
//! quality   evidence, authority, importance, marks, times
//! digest    the canonical rows and the tree of hashes over them
//! ```

mod digest;
mod quality;
mod records;
mod validity;

pub use digest::{memory_digest, scope_digest};
pub use records::Records;
pub use validity::{validity, Verdict};

use serde_json::{json, Value};

/// The columns of a row, as the table names them.
pub const COLUMNS: [&str; 29] = [
    "importance",
    "importance_source",
    "evidence_strength",
    "authority_min",
    "authority_max",
    "verification",
    "equal_count",
    "similar_count",
    "contradicts_count",
    "supersedes_count",
    "validity",
    "validity_reason",
    "successor_entry_id",
    "successor_entry_version_id",
    "recorded_at",
    "effective_at",
    "time_known",
    "tier",
    "session_id",
    "pinned",
    "protected",
    "user_retired",
    "state_class",
    "interval_no",
    "interval_started_at",
    "automatic_action_reason",
    "source_count",
    "artifact_count",
    "rule_version",
];

/// The 29 columns of a version's projection, in the order of the table and of the digest.
pub fn row(records: &Records, memory: &str, entry: &str, version: &str) -> Vec<Value> {
    let verdict = validity(records, memory, entry, version, None).expect("a known version");
    let quality = quality::quality(records, memory, entry, version);
    let counts = quality::relation_counts(records, memory, entry);
    let marks = quality::Marks::of(records, memory, entry);
    let times = quality::times(records, memory, entry, version);
    let kind = &records.version(memory, entry, version).kind;
    let tier = marks.tier.unwrap_or_else(|| {
        if kind == "working_note" {
            "short"
        } else {
            "long"
        }
        .to_owned()
    });
    vec![
        json!(marks.importance.unwrap_or(quality.importance)),
        json!(if marks.importance.is_some() {
            "override"
        } else {
            "rule"
        }),
        json!(quality.strength),
        json!(quality.authority_min),
        json!(quality.authority_max),
        json!(quality.verification),
        json!(counts[0]),
        json!(counts[1]),
        json!(counts[2]),
        json!(counts[3]),
        json!(verdict.validity),
        json!(verdict.reason),
        json!(verdict.successor.as_ref().map(|s| &s.0)),
        json!(verdict.successor.as_ref().map(|s| &s.1)),
        json!(times.recorded_at),
        json!(times.effective_at),
        json!(i64::from(times.recorded_at.is_some())),
        json!(tier),
        json!(marks.session),
        json!(i64::from(marks.pinned)),
        json!(i64::from(marks.protected)),
        json!(i64::from(marks.user_retired)),
        json!(marks.state_class),
        json!(times.interval_no),
        json!(times.interval_started_at),
        Value::Null,
        json!(quality.sources),
        json!(quality.artifacts),
        json!("projection.v1"),
    ]
}
