//! PowerContext's JSON, as much of it as is read here.
//!
//! It lives in BLOB columns: a revision's `changes` (1.2), references of an entry version (1.2), an atomic memory's
//! kind and text (1.4), and the payload of a Source. Readers accept any key order and skip what they do not know.
//!
//! Refuses content that is no JSON of that shape: guessing there would change what is withdrawn.

use serde::Deserialize;

use crate::projection::facts::Artifact;
use crate::refusal::{refuse, Result};

#[derive(Deserialize)]
pub struct RevisionContent {
    pub changes: Vec<ContentChange>,
}

#[derive(Deserialize)]
pub struct ContentChange {
    pub op: String,
    pub entry_id: String,
    pub from_entry_version_id: Option<String>,
    pub to_entry_version_id: Option<String>,
    pub reason: Option<String>,
}

#[derive(Deserialize)]
pub struct SourceRef {
    pub source_type: String,
    pub source_id: String,
}

#[derive(Deserialize)]
pub struct ArtifactRef {
    pub family: String,
    pub artifact_id: String,
    pub revision: i64,
}

impl From<ArtifactRef> for Artifact {
    fn from(reference: ArtifactRef) -> Artifact {
        Artifact {
            family: reference.family,
            artifact_id: reference.artifact_id,
            revision: reference.revision,
            is_merge_input: false,
        }
    }
}

#[derive(Deserialize)]
pub struct AtomicMemory {
    pub kind: String,
    pub text: String,
}

/// Reads stored JSON; `what` names it in the refusal.
pub fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8], what: &str) -> Result<T> {
    serde_json::from_slice(bytes).map_err(|_| refuse("authority_unreadable", &[what]))
}

/// What a Source says about itself that matters as evidence.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct SourceFacts {
    /// A receipt that the record API wrote for itself: lineage, no evidence.
    pub is_receipt: bool,
    pub definition_version: Option<String>,
    pub materialization: Option<String>,
}

#[derive(Deserialize)]
struct Payload {
    value: Option<PayloadValue>,
}

#[derive(Deserialize)]
struct PayloadValue {
    internal: Option<serde_json::Value>,
    definition_version: Option<serde_json::Value>,
    materialization: Option<serde_json::Value>,
}

/// Older rows lack the envelope, and connectors store another shape: what is not there is unknown.
pub fn source_facts(payload: &[u8]) -> SourceFacts {
    let Ok(Payload { value: Some(value) }) = serde_json::from_slice::<Payload>(payload) else {
        return SourceFacts::default();
    };
    let text = |value: Option<serde_json::Value>| value.and_then(|v| v.as_str().map(str::to_owned));
    let role = value
        .internal
        .as_ref()
        .and_then(|internal| internal.get("role"));
    SourceFacts {
        is_receipt: role.and_then(|role| role.as_str()) == Some("lineage_only"),
        definition_version: text(value.definition_version),
        materialization: text(value.materialization),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_receipt_is_told_from_a_source() {
        let plain = br#"{"encoding":"powercontext-source-v1","value":{"definition_version":"1","internal":null,"materialization":"captured"}}"#;
        assert_eq!(
            source_facts(plain),
            SourceFacts {
                is_receipt: false,
                definition_version: Some("1".into()),
                materialization: Some("captured".into()),
            }
        );
        let receipt = br#"{"value":{"internal":{"role":"lineage_only"},"definition_version":"1"}}"#;
        assert!(source_facts(receipt).is_receipt);
    }

    #[test]
    fn a_payload_of_another_shape_is_unknown_and_not_refused() {
        for payload in [
            &b"{}"[..],
            b"[]",
            b"\xff",
            b"{\"value\":7}",
            b"{\"value\":{\"definition_version\":1}}",
        ] {
            assert_eq!(source_facts(payload), SourceFacts::default());
        }
    }

    #[test]
    fn changes_are_read_in_any_key_order() {
        let content = br#"{"schema":"s","changes":[{"reason":null,"op":"add","to_entry_version_id":"v",
            "from_entry_version_id":null,"entry_id":"e","later":1}],"manifest":{"entries":[{"a":1}]}}"#;
        let content: RevisionContent = read(content, "x").unwrap();
        assert_eq!(content.changes[0].to_entry_version_id.as_deref(), Some("v"));
        assert!(read::<RevisionContent>(b"{}", "x").is_err());
    }
}
