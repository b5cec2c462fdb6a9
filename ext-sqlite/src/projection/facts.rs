//! What authority and the lifecycle records say about one entry, as plain values.
//!
//! Answers: what does a derivation know? Everything it may look at is in these structures, and nothing
//! here knows SQL, a clock or an engine, so that the same rules can be tested on hand-written facts.
//!
//! A [`World`] holds the facts of one entry and of whatever its derivation leans on: entries on the other
//! side of a relation, and versions behind artifact references. [`World::needs`] names what is still
//! missing; the store fetches it and asks again until nothing is.
//!
//! Identities are compared as bytes. An entry that authority does not know is present with no versions,
//! which is how "looked for and absent" differs from "not looked for yet".

use std::collections::{BTreeMap, BTreeSet};

use super::marks::Mark;

/// An entry within one scope.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EntryKey {
    pub memory: String,
    pub entry: String,
}

impl EntryKey {
    pub fn new(memory: &str, entry: &str) -> EntryKey {
        EntryKey {
            memory: memory.to_owned(),
            entry: entry.to_owned(),
        }
    }
}

/// One version of an entry within one scope.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct VersionKey {
    pub entry: EntryKey,
    pub version: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verification {
    Unknown,
    Verified,
    NotVerified,
}

impl Verification {
    pub fn name(self) -> &'static str {
        match self {
            Verification::Unknown => "unknown",
            Verification::Verified => "verified",
            Verification::NotVerified => "not_verified",
        }
    }

    pub fn parse(name: &str) -> Verification {
        match name {
            "verified" => Verification::Verified,
            "not_verified" => Verification::NotVerified,
            _ => Verification::Unknown,
        }
    }
}

/// A snapshot whose hash matched. One that did not match is reported by the store and is absent here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snapshot {
    pub authority: i64,
    pub verification: Verification,
}

/// A cited source, or an evidence increment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub source_type: String,
    pub source_id: String,
    pub definition_version: Option<String>,
    pub effective_at: Option<i64>,
    pub snapshot: Option<Snapshot>,
}

/// A cited artifact revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    pub family: String,
    pub artifact_id: String,
    pub revision: i64,
    pub is_merge_input: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    pub entry_version_id: String,
    pub version: i64,
    pub kind: String,
    /// Text or kind differ from the version before.
    pub changed: bool,
    pub created_in_revision: i64,
    pub sources: Vec<Source>,
    pub increments: Vec<Source>,
    pub artifacts: Vec<Artifact>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Add,
    Revise,
    Deactivate,
    Reactivate,
    Compact,
}

impl Op {
    pub fn parse(name: &str) -> Option<Op> {
        Some(match name {
            "add" => Op::Add,
            "revise" => Op::Revise,
            "deactivate" => Op::Deactivate,
            "reactivate" => Op::Reactivate,
            "compact" => Op::Compact,
            _ => return None,
        })
    }
}

/// One manifest change of the entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub revision: i64,
    pub ordinal: i64,
    pub op: Op,
    pub reason: Option<String>,
}

/// When a change was seen to happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    pub revision: i64,
    pub entry_version_id: String,
    pub event: Op,
    pub recorded_at: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelationKind {
    Equal,
    Similar,
    Contradicts,
    Supersedes,
}

impl RelationKind {
    pub fn parse(name: &str) -> Option<RelationKind> {
        Some(match name {
            "equal" => RelationKind::Equal,
            "similar" => RelationKind::Similar,
            "contradicts" => RelationKind::Contradicts,
            "supersedes" => RelationKind::Supersedes,
            _ => return None,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Suggested,
    Open,
    Standing,
    Dismissed,
    Compensated,
}

impl Status {
    pub fn parse(name: &str) -> Option<Status> {
        Some(match name {
            "suggested" => Status::Suggested,
            "open" => Status::Open,
            "standing" => Status::Standing,
            "dismissed" => Status::Dismissed,
            "compensated" => Status::Compensated,
            _ => return None,
        })
    }
}

/// A change of a relation's status, at the head revisions of its two Memories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RelationEvent {
    pub status: Status,
    pub own_revision: i64,
    pub other_revision: i64,
}

/// A relation, seen from one of its two entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    pub relation_id: String,
    pub kind: RelationKind,
    /// This entry is the subject: of `supersedes`, the successor.
    pub is_subject: bool,
    pub other: EntryKey,
    pub other_version: String,
    /// In ordinal order.
    pub events: Vec<RelationEvent>,
}

/// What an authority that keeps states instead of manifests (PowerContext 1.4) says of the entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Governed {
    Active,
    Forgotten,
    Retired,
    /// The end of the merge chain and its head version, and every artifact passed on the way.
    Merged {
        into: String,
        version: Option<String>,
        passed: Vec<String>,
    },
}

/// Everything known about one entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub key: EntryKey,
    /// In rising version order; empty: authority does not know the entry.
    pub versions: Vec<Version>,
    /// In rising (revision, ordinal) order.
    pub changes: Vec<Change>,
    pub observations: Vec<Observation>,
    pub relations: Vec<Relation>,
    /// In the order of their log.
    pub marks: Vec<Mark>,
    pub governed: Option<Governed>,
}

impl Entry {
    pub fn unknown(key: EntryKey) -> Entry {
        Entry {
            key,
            versions: vec![],
            changes: vec![],
            observations: vec![],
            relations: vec![],
            marks: vec![],
            governed: None,
        }
    }

    /// Nothing but itself is needed to derive it.
    pub fn stands_alone(&self) -> bool {
        !self.relations.iter().any(matters) && self.versions.iter().all(|v| v.artifacts.is_empty())
    }
}

/// As of which revision of which Memory; without it, everything is as of now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    pub as_of: Option<(String, i64)>,
}

impl View {
    pub fn now() -> View {
        View::default()
    }

    /// The last revision of `memory` that this view sees.
    pub fn bound(&self, memory: &str) -> i64 {
        match &self.as_of {
            Some((of, revision)) if of == memory => *revision,
            _ => i64::MAX,
        }
    }
}

/// What a derivation still has to be told.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    Entry(EntryKey),
    /// The versions that this revision of this Memory created.
    Revision(String, i64),
}

/// The facts one derivation may look at, all of one scope.
#[derive(Clone, Debug)]
pub struct World {
    /// The artifact family that Memories of this authority have.
    pub family: &'static str,
    pub entries: BTreeMap<EntryKey, Entry>,
    pub revisions: BTreeMap<(String, i64), Vec<VersionKey>>,
}

impl World {
    pub fn new(family: &'static str) -> World {
        World {
            family,
            entries: BTreeMap::new(),
            revisions: BTreeMap::new(),
        }
    }

    pub fn version(&self, key: &VersionKey) -> Option<(&Entry, usize)> {
        let entry = self.entries.get(&key.entry)?;
        let at = entry
            .versions
            .iter()
            .position(|v| v.entry_version_id == key.version)?;
        Some((entry, at))
    }

    /// Does this reference of a version of `memory` count as evidence from elsewhere? A revise that links
    /// its own Memory says nothing new; the input of a merge does.
    pub fn counts(memory: &str, reference: &Artifact) -> bool {
        reference.is_merge_input || reference.artifact_id != memory
    }

    /// The versions behind a reference; none for another family or a revision that created none.
    pub fn behind(&self, reference: &Artifact) -> &[VersionKey] {
        if reference.family != self.family {
            return &[];
        }
        self.revisions
            .get(&(reference.artifact_id.clone(), reference.revision))
            .map_or(&[], |versions| versions.as_slice())
    }

    /// What is missing for deriving `root`; empty when it can be derived.
    pub fn needs(&self, root: &EntryKey) -> Vec<Need> {
        let mut needs = BTreeSet::new();
        let Some(entry) = self.entries.get(root) else {
            return vec![Need::Entry(root.clone())];
        };
        for relation in &entry.relations {
            if matters(relation) && !self.entries.contains_key(&relation.other) {
                needs.insert(Need::Entry(relation.other.clone()));
            }
        }
        let mut met = BTreeSet::new();
        let mut open = vec![root.clone()];
        while let Some(key) = open.pop() {
            let Some(entry) = self.entries.get(&key) else {
                needs.insert(Need::Entry(key));
                continue;
            };
            for reference in entry.versions.iter().flat_map(|v| &v.artifacts) {
                if reference.family != self.family || !World::counts(&key.memory, reference) {
                    continue;
                }
                let revision = (reference.artifact_id.clone(), reference.revision);
                match self.revisions.get(&revision) {
                    None => drop(needs.insert(Need::Revision(revision.0, revision.1))),
                    Some(versions) => open.extend(
                        versions
                            .iter()
                            .map(|v| v.entry.clone())
                            .filter(|e| met.insert(e.clone())),
                    ),
                }
            }
        }
        needs.into_iter().collect()
    }
}

/// Only these relations change what the validity of an entry is.
pub fn matters(relation: &Relation) -> bool {
    match relation.kind {
        RelationKind::Contradicts => true,
        RelationKind::Supersedes => !relation.is_subject,
        RelationKind::Equal | RelationKind::Similar => false,
    }
}
