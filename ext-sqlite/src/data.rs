//! Which levels, limits and policies do both engines share? Those of `sql/data`, embedded here and read once.
//!
//! ```text
//! data::limits().pool_members           →  1000
//! data::kind("constraint").importance   →  2
//! data::level("authority", 2)           →  Some("repository_attested")
//! ```

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

/// The policies that are shipped, registered by `pc_install`; none of them is enabled.
pub const POLICIES: [&str; 4] = [
    include_str!("../../sql/data/policies/importance.seed.v1.json"),
    include_str!("../../sql/data/policies/importance_freshness.seed.v1.json"),
    include_str!("../../sql/data/policies/neutral.json"),
    include_str!("../../sql/data/policies/provenance_additive.v1.json"),
];

/// The numbers of `levels.json`, `limits`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    pub artifact_id_chars: i64,
    pub capped_importance: i64,
    pub channel_count: i64,
    pub channel_hits: i64,
    pub channel_name_chars: i64,
    pub entry_id_chars: i64,
    pub evidence_references: i64,
    pub freshness_bands: i64,
    pub importance_max: i64,
    pub increments_after: i64,
    pub json_bytes: i64,
    pub json_depth: i64,
    pub kind_chars: i64,
    pub max_displacement: i64,
    pub other_kind_base_importance: i64,
    pub policy_id_chars: i64,
    pub policy_term: i64,
    pub pool_members: i64,
    pub protected_authority: i64,
    pub protected_importance: i64,
    pub reason_chars: i64,
    pub relation_id_chars: i64,
    pub rrf_constant: i64,
    pub schema_version: i64,
    pub scope_id_chars: i64,
    pub source_id_chars: i64,
    pub source_type_chars: i64,
    pub text_bytes: i64,
    pub trace_members: i64,
    pub version_chars: i64,
    pub weight_max: i64,
}

/// What a kind of entry starts from.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    pub importance: i64,
    pub tier: &'static str,
}

#[derive(Deserialize)]
struct KindText {
    base_importance: i64,
    tier: String,
}

#[derive(Deserialize)]
struct Data {
    levels: BTreeMap<String, Vec<String>>,
    verification: Vec<String>,
    kinds: BTreeMap<String, KindText>,
    limits: Limits,
}

fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    DATA.get_or_init(|| {
        serde_json::from_str(include_str!("../../sql/data/levels.json"))
            .expect("sql/data/levels.json is read by a test of this crate")
    })
}

pub fn limits() -> &'static Limits {
    &data().limits
}

/// Base importance and default tier; a kind that the data does not name is an ordinary long-term record.
pub fn kind(name: &str) -> Kind {
    match data().kinds.get(name) {
        Some(kind) => Kind {
            importance: kind.base_importance,
            tier: &kind.tier,
        },
        None => Kind {
            importance: data().limits.other_kind_base_importance,
            tier: "long",
        },
    }
}

/// The name of a level: dimension `authority`, `evidence_strength`, `flag`, `importance`, `state_class` or `tier`.
pub fn level(dimension: &str, value: i64) -> Option<&'static str> {
    let names = data().levels.get(dimension)?;
    names.get(usize::try_from(value).ok()?).map(String::as_str)
}

/// The level of this name, and the name as the data has it.
pub fn named_level(dimension: &str, name: &str) -> Option<(i64, &'static str)> {
    let names = data().levels.get(dimension)?;
    (0..)
        .zip(names.iter().map(String::as_str))
        .find(|level| level.1 == name)
}

/// unknown, verified, not_verified.
pub fn verifications() -> &'static [String] {
    &data().verification
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shared_data_reads() {
        assert_eq!(limits().pool_members, 1000);
        assert_eq!(kind("constraint").importance, 2);
        assert_eq!(kind("working_note").tier, "short");
        assert_eq!(kind("anything else").importance, 1);
        assert_eq!(level("authority", 2), Some("repository_attested"));
        assert_eq!(level("authority", 4), None);
        assert_eq!(level("importance", 3), Some("critical"));
        assert_eq!(named_level("importance", "high"), Some((2, "high")));
        assert_eq!(named_level("tier", "forever"), None);
        assert_eq!(verifications().len(), 3);
    }
}
