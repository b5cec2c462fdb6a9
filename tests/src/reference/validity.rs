//! Is a version current, and why not? The first of five rules that matches.

use super::records::{Records, Relation};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    pub validity: &'static str,
    pub reason: Option<String>,
    /// Entry and version.
    pub successor: Option<(String, String)>,
}

/// As of a revision of one Memory; everywhere else it is now.
pub type AsOf<'a> = Option<(&'a str, i64)>;

fn bound(as_of: AsOf<'_>, memory: &str) -> i64 {
    match as_of {
        Some((of, revision)) if of == memory => revision,
        _ => i64::MAX,
    }
}

/// None: the version does not exist at that revision.
pub fn validity(
    records: &Records,
    memory: &str,
    entry: &str,
    version: &str,
    as_of: AsOf<'_>,
) -> Option<Verdict> {
    let until = bound(as_of, memory);
    let mut versions = records.of_entry(memory, entry);
    versions.retain(|v| v.created_in <= until);
    let at = versions.iter().position(|v| v.id == version)?;
    let supersession = supersession(records, memory, entry, as_of);
    let successor = supersession.map(|relation| {
        let (other_memory, other_entry) = &relation.subject;
        let newest = records
            .of_entry(other_memory, other_entry)
            .into_iter()
            .rfind(|v| v.created_in <= bound(as_of, other_memory));
        let newest = newest.expect("a relation names what is known").id.clone();
        (other_entry.clone(), newest)
    });
    Some(if let Some(next) = versions.get(at + 1) {
        Verdict {
            validity: "superseded",
            reason: Some("revised".into()),
            successor: Some((entry.to_owned(), next.id.clone())),
        }
    } else if let Some(reason) = inactive(records, memory, entry, as_of) {
        Verdict {
            validity: "inactive",
            reason,
            successor,
        }
    } else if let Some(relation) = supersession {
        Verdict {
            validity: "superseded",
            reason: Some(format!("superseded:{}", relation.id)),
            successor,
        }
    } else if let Some(conflict) = conflict(records, memory, entry, as_of) {
        Verdict {
            validity: "unresolved_conflict",
            reason: Some(format!("conflict:{conflict}")),
            successor: None,
        }
    } else {
        Verdict {
            validity: "current",
            reason: None,
            successor: None,
        }
    })
}

/// The reason of the deactivation that stands, if one does.
fn inactive(
    records: &Records,
    memory: &str,
    entry: &str,
    as_of: AsOf<'_>,
) -> Option<Option<String>> {
    let last = records
        .changes
        .iter()
        .filter(|c| c.memory == memory && c.entry == entry && c.op != "revise")
        .rfind(|c| c.revision <= bound(as_of, memory))?;
    (last.op == "deactivate").then(|| last.reason.clone())
}

/// The status of a relation at that point: its last event that had taken effect on both sides.
pub fn status<'a>(relation: &'a Relation, as_of: AsOf<'_>) -> Option<&'a str> {
    let last = relation.events.iter().rfind(|(_, subject, object)| {
        *subject <= bound(as_of, &relation.subject.0) && *object <= bound(as_of, &relation.object.0)
    });
    last.map(|event| event.0.as_str())
}

/// Relations are in the byte order of their ids, so the first is the smallest.
fn supersession<'a>(
    records: &'a Records,
    memory: &str,
    entry: &str,
    as_of: AsOf<'_>,
) -> Option<&'a Relation> {
    records.relations.iter().find(|r| {
        r.kind == "supersedes"
            && r.object.0 == memory
            && r.object.1 == entry
            && status(r, as_of) == Some("standing")
    })
}

fn conflict(records: &Records, memory: &str, entry: &str, as_of: AsOf<'_>) -> Option<String> {
    let own = (memory.to_owned(), entry.to_owned());
    let of_own = records.relations.iter().find(|r| {
        let other = match (r.subject == own, r.object == own) {
            (true, _) => &r.object,
            (_, true) => &r.subject,
            _ => return false,
        };
        let known = records
            .of_entry(&other.0, &other.1)
            .iter()
            .any(|v| v.created_in <= bound(as_of, &other.0));
        r.kind == "contradicts"
            && status(r, as_of) == Some("open")
            && known
            && inactive(records, &other.0, &other.1, as_of).is_none()
            && supersession(records, &other.0, &other.1, as_of).is_none()
    });
    of_own.map(|r| r.id.clone())
}
