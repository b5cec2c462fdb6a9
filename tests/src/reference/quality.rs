//! How good is a version, what is its entry marked with, and when was it?

use super::records::{Records, Version};
use super::validity::status;
use std::collections::BTreeSet;

pub struct Quality {
    pub importance: i64,
    pub strength: i64,
    pub authority_min: i64,
    pub authority_max: i64,
    pub verification: &'static str,
    pub sources: usize,
    pub artifacts: usize,
}

pub fn quality(records: &Records, memory: &str, entry: &str, id: &str) -> Quality {
    let version = records.version(memory, entry, id);
    let cited = records.cites(version, false);
    let sources: Vec<_> = cited.iter().filter_map(|e| e.source.as_ref()).collect();
    let words: Vec<&str> = sources
        .iter()
        .map(|s| {
            let snapshot = records.snapshot(version, s);
            snapshot.map_or("unknown", |s| s.verification.as_str())
        })
        .collect();
    let verification = if words.contains(&"not_verified") {
        "not_verified"
    } else if words.is_empty() || words.contains(&"unknown") {
        "unknown"
    } else {
        "verified"
    };
    let leaves = leaves(records, version);
    Quality {
        importance: importance(records, version),
        strength: strength(records, version),
        authority_min: leaves.iter().copied().min().unwrap_or(0),
        authority_max: leaves.iter().copied().max().unwrap_or(0),
        verification,
        sources: sources.len(),
        artifacts: cited.len() - sources.len(),
    }
}

/// Everything a version or its increments name as a source.
fn named(records: &Records, version: &Version) -> BTreeSet<(String, String)> {
    let all = [false, true].map(|later| records.cites(version, later));
    all.iter()
        .flatten()
        .filter_map(|e| e.source.clone())
        .collect()
}

fn strength(records: &Records, version: &Version) -> i64 {
    let counted: Vec<bool> = named(records, version)
        .iter()
        .filter_map(|source| records.snapshot(version, source))
        .filter(|s| s.authority >= 1 && s.verification != "not_verified")
        .map(|s| s.verification == "verified")
        .collect();
    match counted.as_slice() {
        [] => 0,
        [false] => 1,
        _ => 2,
    }
}

/// The authorities at the ends of all ways along references, each version once.
fn leaves(records: &Records, from: &Version) -> Vec<i64> {
    let mut leaves = Vec::new();
    let mut met = BTreeSet::from([(&from.memory, &from.entry, &from.id)]);
    let mut open = vec![from];
    while let Some(version) = open.pop() {
        let cited = records.cites(version, false);
        let mut ends = true;
        for evidence in cited {
            if let Some(source) = &evidence.source {
                leaves.push(records.snapshot(version, source).map_or(0, |s| s.authority));
                ends = false;
            }
            // A reference to the own Memory says nothing new.
            let Some((family, artifact, revision)) = &evidence.artifact else {
                continue;
            };
            if *artifact == version.memory {
                continue;
            }
            ends = false;
            let behind: Vec<&Version> = records
                .versions
                .iter()
                .filter(|v| {
                    family == "memory" && v.memory == *artifact && v.created_in == *revision
                })
                .collect();
            if behind.is_empty() {
                leaves.push(0);
            }
            for version in behind {
                if met.insert((&version.memory, &version.entry, &version.id)) {
                    open.push(version);
                }
            }
        }
        if ends {
            leaves.push(0);
        }
    }
    leaves
}

fn importance(records: &Records, version: &Version) -> i64 {
    let versions = records.of_entry(&version.memory, &version.entry);
    let session = Marks::of(records, &version.memory, &version.entry)
        .tier
        .as_deref()
        == Some("session");
    let mut before: BTreeSet<(String, String)> = BTreeSet::new();
    let mut value = 0;
    for (at, now) in versions.iter().enumerate() {
        let named = named(records, now);
        if at == 0 || named.iter().any(|source| !before.contains(source)) {
            let base = match now.kind.as_str() {
                "decision" | "constraint" => 2,
                "working_note" => 0,
                _ => 1,
            };
            let changed =
                at > 0 && (versions[at - 1].kind != now.kind || versions[at - 1].text != now.text);
            let trusted = records
                .cites(now, false)
                .iter()
                .filter_map(|e| e.source.as_ref())
                .filter(|source| !before.contains(source))
                .any(|source| {
                    records
                        .snapshot(now, source)
                        .is_some_and(|s| s.authority >= 1)
                });
            let strength = strength(records, now);
            let capped = strength == 0 || session || (now.kind == "working_note" && strength < 2);
            value = (base + i64::from(changed && trusted)).min(if capped { 1 } else { 3 });
        }
        before.extend(named);
        if now.id == version.id {
            break;
        }
    }
    value
}

/// equal, similar, contradicts, supersedes: those that are open or stand.
pub fn relation_counts(records: &Records, memory: &str, entry: &str) -> [i64; 4] {
    let own = (memory.to_owned(), entry.to_owned());
    ["equal", "similar", "contradicts", "supersedes"].map(|kind| {
        let counted = records.relations.iter().filter(|r| {
            r.kind == kind
                && (r.subject == own || r.object == own)
                && matches!(status(r, None), Some("open" | "standing"))
        });
        counted.count() as i64
    })
}

pub struct Marks {
    pub tier: Option<String>,
    pub session: Option<String>,
    pub pinned: bool,
    pub protected: bool,
    pub user_retired: bool,
    pub state_class: Option<String>,
    pub importance: Option<i64>,
}

impl Marks {
    pub fn of(records: &Records, memory: &str, entry: &str) -> Marks {
        let word = |name: &str| {
            let (mut user, mut automatic) = (None, None);
            for mark in &records.marks {
                if mark.memory == memory && mark.entry == entry && mark.name == name {
                    if mark.by_user {
                        // What automation said before counts no more.
                        (user, automatic) = (mark.value.clone(), None);
                    } else {
                        automatic = mark.value.clone();
                    }
                }
            }
            user.or(automatic)
        };
        let flag = |name: &str| word(name).as_deref() == Some("1");
        let levels = ["low", "normal", "high", "critical"];
        Marks {
            tier: word("tier"),
            session: word("session"),
            pinned: flag("pinned"),
            protected: flag("protected"),
            user_retired: flag("user_retired"),
            state_class: word("state_class"),
            importance: word("importance")
                .and_then(|name| levels.iter().position(|level| *level == name))
                .map(|level| level as i64),
        }
    }
}

pub struct Times {
    pub recorded_at: Option<i64>,
    pub effective_at: Option<i64>,
    pub interval_no: usize,
    pub interval_started_at: Option<i64>,
}

pub fn times(records: &Records, memory: &str, entry: &str, id: &str) -> Times {
    let version = records.version(memory, entry, id);
    let seen: Vec<_> = records
        .observations
        .iter()
        .filter(|o| o.memory == memory && o.entry == entry)
        .collect();
    let replaced = records
        .of_entry(memory, entry)
        .into_iter()
        .find(|v| v.number == version.number + 1)
        .map_or(i64::MAX, |next| next.created_in);
    let opens = |op: &str| matches!(op, "add" | "revise" | "reactivate");
    let opened: Vec<_> = records
        .changes
        .iter()
        .filter(|c| c.memory == memory && c.entry == entry && opens(&c.op) && c.revision < replaced)
        .collect();
    let started = opened.last().and_then(|change| {
        let at = seen
            .iter()
            .find(|o| o.revision == change.revision && opens(&o.event));
        at.map(|o| o.recorded_at)
    });
    let written = |event: &str| matches!(event, "add" | "revise");
    Times {
        recorded_at: seen
            .iter()
            .find(|o| o.version == id && written(&o.event))
            .map(|o| o.recorded_at),
        effective_at: records
            .cites(version, false)
            .iter()
            .filter_map(|e| e.effective_at)
            .min(),
        interval_no: opened.len(),
        interval_started_at: started,
    }
}
