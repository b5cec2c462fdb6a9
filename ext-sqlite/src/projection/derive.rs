//! The projection of one entry: everything the database may be asked about its versions, without their text.
//!
//! Answers: one [`ProjectionRow`] a version, whether the entry is active and ready for ranking, and the ties:
//! which Memories this answer leaned on, so that a change in any of them is known to make it stale.
//!
//! Example: an entry revised once gives two rows, the first `superseded` / `revised` with the second as its
//! successor.

use std::collections::BTreeSet;

use super::evidence::{reach, strength, verification};
use super::facts::{
    matters, Entry, EntryKey, Governed, Op, RelationKind, Status, Verification, View, World,
};
use super::importance::importances;
use super::marks::Marks;
use super::validity::{manifest, status, verdict, Manifest, Verdict};
use super::RULE_VERSION;
use crate::data;
use crate::nested::Cell;

/// One row of the projection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectionRow {
    pub entry_version_id: String,
    pub importance: i64,
    /// A user said so, whatever the rule says.
    pub is_override: bool,
    pub evidence_strength: i64,
    pub authority_min: i64,
    pub authority_max: i64,
    pub verification: Verification,
    /// Open or standing relations by kind: equal, similar, contradicts, supersedes.
    pub relations: [i64; 4],
    pub verdict: Verdict,
    pub recorded_at: Option<i64>,
    pub effective_at: Option<i64>,
    pub tier: &'static str,
    pub session_id: Option<String>,
    pub pinned: bool,
    pub protected: bool,
    pub user_retired: bool,
    pub state_class: Option<&'static str>,
    pub interval_no: i64,
    pub interval_started_at: Option<i64>,
    pub source_count: i64,
    pub artifact_count: i64,
}

impl ProjectionRow {
    /// The columns after the identity, in the order of the table and of the digest.
    pub fn cells(&self) -> [Cell<'_>; 29] {
        let verdict = &self.verdict;
        let successor = verdict.successor.as_ref();
        [
            self.importance.into(),
            (if self.is_override { "override" } else { "rule" }).into(),
            self.evidence_strength.into(),
            self.authority_min.into(),
            self.authority_max.into(),
            self.verification.name().into(),
            self.relations[0].into(),
            self.relations[1].into(),
            self.relations[2].into(),
            self.relations[3].into(),
            verdict.validity.name().into(),
            verdict.reason.as_deref().into(),
            successor.map(|s| s.entry_id.as_str()).into(),
            successor.and_then(|s| s.entry_version_id.as_deref()).into(),
            self.recorded_at.into(),
            self.effective_at.into(),
            self.recorded_at.is_some().into(),
            self.tier.into(),
            self.session_id.as_deref().into(),
            self.pinned.into(),
            self.protected.into(),
            self.user_retired.into(),
            self.state_class.into(),
            self.interval_no.into(),
            self.interval_started_at.into(),
            Cell::Null,
            self.source_count.into(),
            self.artifact_count.into(),
            RULE_VERSION.into(),
        ]
    }
}

/// What one entry derives to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryProjection {
    /// In version order; under a past view without the versions created later.
    pub rows: Vec<ProjectionRow>,
    /// The manifest has it, and has it active.
    pub active: bool,
    /// Its newest version and everything behind it cite declared sources.
    pub ready: bool,
    pub ties: BTreeSet<String>,
}

/// Derives `root`, whose [`World::needs`] are met. None: authority does not know the entry.
pub fn derive(world: &World, root: &EntryKey, view: &View) -> Option<EntryProjection> {
    let entry = world.entries.get(root)?;
    let newest = entry.versions.last()?;
    let importances = importances(world, entry);
    let relations = relation_counts(entry);
    let marks = Marks::of(&entry.marks);
    let mut rows = Vec::with_capacity(entry.versions.len());
    for (at, version) in entry.versions.iter().enumerate() {
        let Some(verdict) = verdict(world, entry, at, view) else {
            break;
        };
        let reach = reach(world, entry, version);
        let (interval_no, interval_started_at) = interval(entry, at);
        rows.push(ProjectionRow {
            entry_version_id: version.entry_version_id.clone(),
            importance: marks.importance.unwrap_or(importances[at]),
            is_override: marks.importance.is_some(),
            evidence_strength: strength(version),
            authority_min: reach.authority_min,
            authority_max: reach.authority_max,
            verification: verification(version),
            relations,
            verdict,
            recorded_at: recorded_at(entry, at),
            effective_at: version.sources.iter().filter_map(|s| s.effective_at).min(),
            tier: marks.tier.unwrap_or(data::kind(&version.kind).tier),
            session_id: marks.session.map(str::to_owned),
            pinned: marks.pinned,
            protected: marks.protected,
            user_retired: marks.user_retired,
            state_class: marks.state_class,
            interval_no,
            interval_started_at,
            source_count: count(version.sources.len()),
            artifact_count: count(version.artifacts.len()),
        });
    }
    Some(EntryProjection {
        rows,
        active: manifest(entry, view) == Manifest::Active,
        ready: reach(world, entry, newest).ready,
        ties: ties(world, entry),
    })
}

/// Is the entry active while its newest version, or something behind it, cites what nobody declared? It asks the
/// evidence of `root` alone: [`World::needs`] of a world without relations. False where authority does not know it.
pub fn is_unready(world: &World, root: &EntryKey) -> bool {
    let entry = world.entries.get(root);
    let newest = entry.and_then(|entry| Some((entry, entry.versions.last()?)));
    newest.is_some_and(|(entry, newest)| {
        manifest(entry, &View::now()) == Manifest::Active && !reach(world, entry, newest).ready
    })
}

fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

fn relation_counts(entry: &Entry) -> [i64; 4] {
    let mut counts = [0; 4];
    for relation in &entry.relations {
        if matches!(
            status(entry, relation, &View::now()),
            Some(Status::Open | Status::Standing)
        ) {
            counts[match relation.kind {
                RelationKind::Equal => 0,
                RelationKind::Similar => 1,
                RelationKind::Contradicts => 2,
                RelationKind::Supersedes => 3,
            }] += 1;
        }
    }
    counts
}

/// When the version was seen to be written; nothing tells it for one that was only met later.
fn recorded_at(entry: &Entry, at: usize) -> Option<i64> {
    let version = &entry.versions[at].entry_version_id;
    let written = entry
        .observations
        .iter()
        .filter(|o| matches!(o.event, Op::Add | Op::Revise));
    let of_version = written.filter(|o| o.entry_version_id == *version);
    of_version.min_by_key(|o| o.revision).map(|o| o.recorded_at)
}

/// How many intervals the entry had opened while this version was its newest, and when the last one began.
/// An add, a revise and a reactivate open one; nothing else does.
fn interval(entry: &Entry, at: usize) -> (i64, Option<i64>) {
    let replaced_in = entry
        .versions
        .get(at + 1)
        .map_or(i64::MAX, |next| next.created_in_revision);
    let opens = |op: Op| matches!(op, Op::Add | Op::Revise | Op::Reactivate);
    let mut opened = entry
        .changes
        .iter()
        .filter(|c| opens(c.op) && c.revision < replaced_in);
    let number = count(opened.clone().count());
    let started = opened.next_back().and_then(|change| {
        let seen = entry
            .observations
            .iter()
            .find(|o| o.revision == change.revision && opens(o.event));
        seen.map(|o| o.recorded_at)
    });
    (number, started)
}

/// The Memories that this derivation leaned on, its own included.
fn ties(world: &World, entry: &Entry) -> BTreeSet<String> {
    let mut ties = BTreeSet::from([entry.key.memory.clone()]);
    for relation in entry.relations.iter().filter(|r| matters(r)) {
        if matches!(
            status(entry, relation, &View::now()),
            Some(Status::Open | Status::Standing)
        ) {
            ties.insert(relation.other.memory.clone());
        }
    }
    if let Some(Governed::Merged { passed, .. }) = &entry.governed {
        ties.extend(passed.iter().cloned());
    }
    let mut met = BTreeSet::from([&entry.key]);
    let mut open = vec![entry];
    while let Some(entry) = open.pop() {
        for reference in entry.versions.iter().flat_map(|v| &v.artifacts) {
            if reference.family != world.family || !World::counts(&entry.key.memory, reference) {
                continue;
            }
            ties.insert(reference.artifact_id.clone());
            for key in world.behind(reference) {
                if met.insert(&key.entry) {
                    open.extend(world.entries.get(&key.entry));
                }
            }
        }
    }
    ties
}
