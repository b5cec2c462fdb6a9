//! What does a write cite? A JSON list of sources and artifact revisions.
//!
//! ```text
//! [{"source_type":"content","source_id":"chat/7","definition_version":"1","effective_at":1767225600000000},
//!  {"family":"memory","artifact_id":"memory","revision":24}]
//! ```
//!
//! Refused by place (`evidence[0]`): an element that is no object, an unknown key, a missing key, a value that does not
//! fit. A reference given twice is kept once, as it was given first.

use crate::canonical;
use crate::data::limits;
use crate::guard::Value;
use crate::json::{self, Json};
use crate::refusal::{refuse, Result};

/// What an entry version cites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reference {
    Source {
        source_type: String,
        source_id: String,
        definition_version: Option<String>,
        materialization: Option<String>,
        effective_at: Option<i64>,
    },
    Artifact {
        family: String,
        artifact_id: String,
        revision: i64,
    },
}

impl Reference {
    /// The canonical text of what is cited: two references with one key are the same reference.
    pub fn key(&self) -> String {
        match self {
            Reference::Source {
                source_type,
                source_id,
                ..
            } => canonical::array(&[source_type.into(), source_id.into()]),
            Reference::Artifact {
                family,
                artifact_id,
                revision,
            } => canonical::array(&[family.into(), artifact_id.into(), (*revision).into()]),
        }
    }
}

/// Which elements the list may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allowed {
    All,
    Sources,
}

const SOURCE_KEYS: [&str; 5] = [
    "source_type",
    "source_id",
    "definition_version",
    "materialization",
    "effective_at",
];
const ARTIFACT_KEYS: [&str; 3] = ["family", "artifact_id", "revision"];

/// Reads the argument; NULL is no evidence where artifacts are allowed, and refused where sources are demanded.
pub fn read(value: &Value, allowed: Allowed) -> Result<Vec<Reference>> {
    if value.is_null() && allowed == Allowed::All {
        return Ok(Vec::new());
    }
    let text = value.text("evidence")?;
    if i64::try_from(text.len()).map_or(true, |bytes| bytes > limits().json_bytes) {
        return Err(refuse("json_too_long", &["evidence"]));
    }
    let tree = json::read(text).map_err(|_| refuse("json_invalid", &["evidence"]))?;
    let Json::Array(elements) = tree else {
        return Err(refuse("json_type", &["evidence", "array"]));
    };
    if i64::try_from(elements.len()).map_or(true, |count| count > limits().evidence_references) {
        return Err(refuse("evidence_too_many", &[&elements.len().to_string()]));
    }
    let mut references = Vec::with_capacity(elements.len());
    for (at, element) in elements.iter().enumerate() {
        references.push(reference(element, allowed, &format!("evidence[{at}]"))?);
    }
    Ok(merged(Vec::new(), references))
}

/// What a list holds that grew by others: each reference once, as it came first.
pub fn merged(mut before: Vec<Reference>, given: Vec<Reference>) -> Vec<Reference> {
    let mut keys: Vec<(bool, String)> = before.iter().map(keyed).collect();
    for reference in given {
        let key = keyed(&reference);
        if !keys.contains(&key) {
            keys.push(key);
            before.push(reference);
        }
    }
    before
}

fn keyed(reference: &Reference) -> (bool, String) {
    (
        matches!(reference, Reference::Source { .. }),
        reference.key(),
    )
}

fn reference(element: &Json<'_>, allowed: Allowed, place: &str) -> Result<Reference> {
    let Json::Object(members) = element else {
        return Err(refuse("element_type", &[place]));
    };
    let is_artifact =
        allowed == Allowed::All && ARTIFACT_KEYS.iter().any(|key| element.get(key).is_some());
    let (known, required): (&[&str], &[&str]) = if is_artifact {
        (&ARTIFACT_KEYS, &ARTIFACT_KEYS)
    } else {
        (&SOURCE_KEYS, &SOURCE_KEYS[..2])
    };
    let unknown = members
        .iter()
        .map(|(key, _)| key.as_ref())
        .filter(|key| !known.contains(key))
        .min();
    if let Some(key) = unknown {
        return Err(refuse("key_unknown", &[place, key]));
    }
    if let Some(key) = required.iter().find(|key| element.get(key).is_none()) {
        return Err(refuse("key_missing", &[place, key]));
    }
    let invalid = |key: &str| refuse("key_invalid", &[place, key]);
    let text = |key: &str, limit: i64| match element.get(key) {
        None => Ok(None),
        Some(value) => {
            let fits = |text: &&str| {
                !text.is_empty()
                    && !text.contains('\0')
                    && i64::try_from(text.chars().count()).is_ok_and(|count| count <= limit)
            };
            value
                .text()
                .filter(fits)
                .map(|text| Some(text.to_owned()))
                .ok_or_else(|| invalid(key))
        }
    };
    let limits = limits();
    if is_artifact {
        let family = text("family", limits.artifact_id_chars)?;
        let artifact_id = text("artifact_id", limits.artifact_id_chars)?;
        let revision = element
            .get("revision")
            .and_then(Json::integer)
            .filter(|revision| *revision >= 1);
        return Ok(Reference::Artifact {
            family: family.ok_or_else(|| invalid("family"))?,
            artifact_id: artifact_id.ok_or_else(|| invalid("artifact_id"))?,
            revision: revision.ok_or_else(|| invalid("revision"))?,
        });
    }
    let source_type = text("source_type", limits.source_type_chars)?;
    let source_id = text("source_id", limits.source_id_chars)?;
    Ok(Reference::Source {
        source_type: source_type.ok_or_else(|| invalid("source_type"))?,
        source_id: source_id.ok_or_else(|| invalid("source_id"))?,
        definition_version: text("definition_version", limits.version_chars)?,
        materialization: text("materialization", limits.version_chars)?,
        effective_at: match element.get("effective_at") {
            None => None,
            Some(value) => Some(value.integer().ok_or_else(|| invalid("effective_at"))?),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, allowed: Allowed) -> String {
        match read(&Value::Text(text.to_owned()), allowed) {
            Ok(references) => references
                .iter()
                .map(Reference::key)
                .collect::<Vec<_>>()
                .join(" "),
            Err(refusal) => refusal.to_string(),
        }
    }

    #[test]
    fn references_are_kept_once_in_the_order_given() {
        let text = r#"[{"source_type":"b","source_id":"1"},{"family":"memory","artifact_id":"m","revision":2},
            {"source_type":"a","source_id":"1"},{"source_type":"b","source_id":"1","effective_at":5}]"#;
        assert_eq!(
            line(text, Allowed::All),
            r#"["b","1"] ["memory","m",2] ["a","1"]"#
        );
        assert_eq!(read(&Value::Null, Allowed::All), Ok(Vec::new()));
        assert_eq!(
            read(&Value::Null, Allowed::Sources).unwrap_err().line(),
            "pc: bad_input: argument evidence is NULL; give it"
        );
    }

    #[test]
    fn what_does_not_fit_is_refused_by_its_place() {
        for (text, refusal) in [
            ("{}", "evidence must be a JSON array; see the README"),
            ("[", "evidence is not JSON this reads; check it"),
            ("[1]", "evidence[0] must be a JSON object; see the README"),
            (
                r#"[{"source_type":"a"}]"#,
                "evidence[0] lacks the key source_id; add it",
            ),
            (
                r#"[{"source_id":"a","zz":1,"b":2}]"#,
                "evidence[0] has the unknown key b; take it out",
            ),
            (
                r#"[{"family":"memory","source_id":"a"}]"#,
                "evidence[0] has the unknown key source_id; take it out",
            ),
            (
                r#"[{"family":"m","artifact_id":"a","revision":0}]"#,
                "evidence[0]: this value of revision is not allowed; check it",
            ),
            (
                r#"[{"family":"m","artifact_id":"a","revision":1.0}]"#,
                "evidence[0]: this value of revision is not allowed; check it",
            ),
            (
                r#"[{"source_type":"a","source_id":""}]"#,
                "evidence[0]: this value of source_id is not allowed; check it",
            ),
            (
                r#"[{"source_type":"a","source_id":"b","effective_at":null}]"#,
                "evidence[0]: this value of effective_at is not allowed; check it",
            ),
            (
                "[{\"source_type\":\"a\",\"source_id\":\"b\\u0000\"}]",
                "evidence[0]: this value of source_id is not allowed; check it",
            ),
        ] {
            assert_eq!(
                line(text, Allowed::All),
                format!("pc: bad_input: {refusal}"),
                "{text}"
            );
        }
        assert_eq!(
            line(
                r#"[{"family":"m","artifact_id":"a","revision":1}]"#,
                Allowed::Sources
            ),
            "pc: bad_input: evidence[0] has the unknown key artifact_id; take it out"
        );
        let many = format!(
            "[{}]",
            vec![r#"{"source_type":"a","source_id":"b"}"#; 257].join(",")
        );
        assert_eq!(
            line(&many, Allowed::All),
            "pc: limit: 257 references are too many; give at most 256"
        );
    }
}
