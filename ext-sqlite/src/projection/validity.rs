//! Is a version to be believed now, or as of a revision of its Memory?
//!
//! | # | condition, first match wins | validity | reason | successor |
//! | --- | --- | --- | --- | --- |
//! | 1 | a later version of the entry is in the manifest | superseded | `revised` | that version |
//! | 2 | the manifest says inactive | inactive | the change's | the standing successor, if any |
//! | 2b | the entry left the manifest | inactive | `compacted` | – |
//! | 3 | a standing `supersedes` has it as predecessor | superseded | `superseded:<operation>` | its newest version |
//! | 4 | an open `contradicts` ties it to one that 1-3 leave standing | unresolved_conflict | `conflict:<relation>` | – |
//! | 5 | otherwise | current | – | – |
//!
//! An authority with states (PowerContext 1.4) answers rule 2: forgotten and retired are inactive, merged is
//! superseded by the end of its merge chain. Relations bind entries, so a revise brings no withdrawn fact back.
//! A relation or a revision is never weighed against another: nothing here compares times.

use super::facts::{Entry, Governed, Op, Relation, RelationKind, Status, Version, View, World};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validity {
    Current,
    Inactive,
    Superseded,
    UnresolvedConflict,
}

impl Validity {
    pub fn name(self) -> &'static str {
        match self {
            Validity::Current => "current",
            Validity::Inactive => "inactive",
            Validity::Superseded => "superseded",
            Validity::UnresolvedConflict => "unresolved_conflict",
        }
    }

    pub fn parse(name: &str) -> Option<Validity> {
        Some(match name {
            "current" => Validity::Current,
            "inactive" => Validity::Inactive,
            "superseded" => Validity::Superseded,
            "unresolved_conflict" => Validity::UnresolvedConflict,
            _ => return None,
        })
    }

    /// What a context renderer prints.
    pub fn label(self) -> &'static str {
        match self {
            Validity::Current => "current",
            Validity::Inactive | Validity::Superseded => "historical",
            Validity::UnresolvedConflict => "unresolved",
        }
    }

    /// Does ordinary recall of the current state return it?
    pub fn eligible(self) -> bool {
        matches!(self, Validity::Current | Validity::UnresolvedConflict)
    }
}

/// The entry that stands in for another, with its newest version as far as authority knows one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Successor {
    pub entry_id: String,
    pub entry_version_id: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub validity: Validity,
    pub reason: Option<String>,
    pub successor: Option<Successor>,
}

impl Verdict {
    fn new(validity: Validity, reason: Option<&str>, successor: Option<Successor>) -> Verdict {
        Verdict {
            validity,
            reason: reason.map(str::to_owned),
            successor,
        }
    }
}

/// What the manifest says about an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Manifest<'a> {
    Active,
    Inactive(Option<&'a str>),
    Merged(Successor),
    Absent,
}

/// The manifest at the view's revision: a revise keeps the state it finds, as PowerContext's own
/// normalisation does with inactive entries.
pub fn manifest<'a>(entry: &'a Entry, view: &View) -> Manifest<'a> {
    match &entry.governed {
        Some(Governed::Active) => return Manifest::Active,
        Some(Governed::Forgotten) => return Manifest::Inactive(Some("forgotten")),
        Some(Governed::Retired) => return Manifest::Inactive(Some("merge_undone")),
        Some(Governed::Merged { into, version, .. }) => {
            return Manifest::Merged(Successor {
                entry_id: into.clone(),
                entry_version_id: version.clone(),
            })
        }
        None => {}
    }
    let bound = view.bound(&entry.key.memory);
    let mut manifest = Manifest::Absent;
    for change in entry.changes.iter().take_while(|c| c.revision <= bound) {
        manifest = match change.op {
            Op::Add | Op::Reactivate => Manifest::Active,
            Op::Deactivate => Manifest::Inactive(change.reason.as_deref()),
            Op::Compact => Manifest::Absent,
            Op::Revise => manifest,
        };
    }
    manifest
}

/// The versions that existed at the view's revision.
pub fn known<'a>(entry: &'a Entry, view: &View) -> &'a [Version] {
    let bound = view.bound(&entry.key.memory);
    let count = entry
        .versions
        .iter()
        .take_while(|v| v.created_in_revision <= bound)
        .count();
    &entry.versions[..count]
}

/// The verdict on `entry.versions[at]`; none if it did not exist yet.
pub fn verdict(world: &World, entry: &Entry, at: usize, view: &View) -> Option<Verdict> {
    let known = known(entry, view);
    if at >= known.len() {
        return None;
    }
    let manifest = manifest(entry, view);
    if manifest == Manifest::Absent {
        return Some(Verdict::new(Validity::Inactive, Some("compacted"), None));
    }
    if let Some(next) = known.get(at + 1) {
        let successor = Successor {
            entry_id: entry.key.entry.clone(),
            entry_version_id: Some(next.entry_version_id.clone()),
        };
        return Some(Verdict::new(
            Validity::Superseded,
            Some("revised"),
            Some(successor),
        ));
    }
    Some(match manifest {
        Manifest::Inactive(reason) => {
            let successor = supersession(entry, view).map(|s| newest(world, s, view));
            Verdict::new(Validity::Inactive, reason, successor)
        }
        Manifest::Merged(successor) => {
            Verdict::new(Validity::Superseded, Some("merged"), Some(successor))
        }
        Manifest::Active | Manifest::Absent => active(world, entry, view),
    })
}

/// Rules 3 to 5.
fn active(world: &World, entry: &Entry, view: &View) -> Verdict {
    if let Some(relation) = supersession(entry, view) {
        let reason = format!("superseded:{}", relation.relation_id);
        let successor = newest(world, relation, view);
        return Verdict::new(Validity::Superseded, Some(&reason), Some(successor));
    }
    let contradiction = entry
        .relations
        .iter()
        .filter(|r| {
            r.kind == RelationKind::Contradicts && status(entry, r, view) == Some(Status::Open)
        })
        .filter(|r| {
            world
                .entries
                .get(&r.other)
                .is_some_and(|other| stands(other, view))
        })
        .map(|r| &r.relation_id)
        .min();
    match contradiction {
        Some(relation) => {
            let reason = format!("conflict:{relation}");
            Verdict::new(Validity::UnresolvedConflict, Some(&reason), None)
        }
        None => Verdict::new(Validity::Current, None, None),
    }
}

/// Do rules 1 to 3 leave the newest version of the entry standing?
pub fn stands(entry: &Entry, view: &View) -> bool {
    !known(entry, view).is_empty()
        && manifest(entry, view) == Manifest::Active
        && supersession(entry, view).is_none()
}

/// The standing supersession of the entry; should there ever be two, the smaller id, as for conflicts.
pub fn supersession<'a>(entry: &'a Entry, view: &View) -> Option<&'a Relation> {
    entry
        .relations
        .iter()
        .filter(|r| r.kind == RelationKind::Supersedes && !r.is_subject)
        .filter(|r| status(entry, r, view) == Some(Status::Standing))
        .min_by(|a, b| a.relation_id.cmp(&b.relation_id))
}

/// The status of a relation at the view's revision of each of its Memories; none before its first event.
pub fn status(entry: &Entry, relation: &Relation, view: &View) -> Option<Status> {
    let own = view.bound(&entry.key.memory);
    let other = view.bound(&relation.other.memory);
    let mut events = relation.events.iter().rev();
    let last = events.find(|e| e.own_revision <= own && e.other_revision <= other)?;
    Some(last.status)
}

fn newest(world: &World, relation: &Relation, view: &View) -> Successor {
    let known = world
        .entries
        .get(&relation.other)
        .map_or(&[][..], |other| known(other, view));
    let version = known
        .last()
        .map_or(&relation.other_version, |v| &v.entry_version_id);
    Successor {
        entry_id: relation.other.entry.clone(),
        entry_version_id: Some(version.clone()),
    }
}
