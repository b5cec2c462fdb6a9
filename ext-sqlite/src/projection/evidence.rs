//! How well a version is supported, from declarations and exact evidence only.
//!
//! Answers: evidence strength, verification, authority range and readiness of one version. Strength and
//! verification look at what the version itself cites (strength also at its increments). Authority
//! follows artifact references, so that a merge or a copy never launders what it was made from.
//!
//! Example: two sources declared `user_asserted` and `repository_attested` give strength 2 (corroborated)
//! and authority 1..2; were the second one undeclared, strength 1 and authority 0..1.
//!
//! A source without an intact snapshot is untrusted and unknown: nothing is guessed from its name.

use super::facts::{Entry, Source, Verification, Version, World};
use std::collections::BTreeSet;

pub const WEAK: i64 = 0;
pub const DIRECT: i64 = 1;
pub const CORROBORATED: i64 = 2;

/// 2: two or more trusted sources, or one verified; 1: exactly one; 0: none.
pub fn strength(version: &Version) -> i64 {
    let mut trusted = BTreeSet::new();
    let mut verified = false;
    for source in version.sources.iter().chain(&version.increments) {
        if let Some(snapshot) = source.snapshot {
            if snapshot.authority >= 1 && snapshot.verification != Verification::NotVerified {
                trusted.insert((&source.source_type, &source.source_id));
                verified |= snapshot.verification == Verification::Verified;
            }
        }
    }
    match trusted.len() {
        0 => WEAK,
        1 if !verified => DIRECT,
        _ => CORROBORATED,
    }
}

/// The worst word among the cited sources decides.
pub fn verification(version: &Version) -> Verification {
    let of = |source: &Source| {
        source
            .snapshot
            .map_or(Verification::Unknown, |s| s.verification)
    };
    let mut found = if version.sources.is_empty() {
        Verification::Unknown
    } else {
        Verification::Verified
    };
    for source in &version.sources {
        match of(source) {
            Verification::NotVerified => return Verification::NotVerified,
            Verification::Unknown => found = Verification::Unknown,
            Verification::Verified => {}
        }
    }
    found
}

/// What is reached from a version through its references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    pub authority_min: i64,
    pub authority_max: i64,
    /// Every version reached, the first one included, cites sources and all of them have snapshots.
    pub ready: bool,
}

/// Walks the references of one version. Being a walk over a graph, a version met again adds nothing,
/// and the order in which references are stored plays no part.
pub fn reach(world: &World, entry: &Entry, version: &Version) -> Reach {
    let mut leaves: Option<(i64, i64)> = None;
    let mut ready = true;
    let mut met = BTreeSet::from([(entry.key.clone(), version.entry_version_id.clone())]);
    let mut open = vec![(entry, version)];
    while let Some((entry, version)) = open.pop() {
        let mut leaf = |authority: i64| {
            let (least, greatest) = leaves.unwrap_or((authority, authority));
            leaves = Some((least.min(authority), greatest.max(authority)));
        };
        for source in &version.sources {
            leaf(source.snapshot.map_or(0, |s| s.authority));
        }
        ready &=
            !version.sources.is_empty() && version.sources.iter().all(|s| s.snapshot.is_some());
        let mut counted = version
            .artifacts
            .iter()
            .filter(|a| World::counts(&entry.key.memory, a))
            .peekable();
        if version.sources.is_empty() && counted.peek().is_none() {
            leaf(0);
        }
        for reference in counted {
            let behind = world.behind(reference);
            if behind.is_empty() {
                leaf(0);
            }
            for key in behind {
                if !met.insert((key.entry.clone(), key.version.clone())) {
                    continue;
                }
                match world.version(key) {
                    Some((entry, at)) => open.push((entry, &entry.versions[at])),
                    None => leaf(0),
                }
            }
        }
    }
    let (authority_min, authority_max) = leaves.unwrap_or((0, 0));
    Reach {
        authority_min,
        authority_max,
        ready,
    }
}
