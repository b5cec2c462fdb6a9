//! Evidence strength, verification, authority range, readiness.

use super::*;
use Verification::{NotVerified, Unknown, Verified};

fn row_of(sources: Vec<Source>) -> super::super::ProjectionRow {
    alone(entry("e", vec![version(1, "fact", sources)]))
        .rows
        .remove(0)
}

#[test]
fn strength_counts_distinct_trusted_sources() {
    let strength = |sources| row_of(sources).evidence_strength;
    assert_eq!(strength(vec![]), 0);
    assert_eq!(strength(vec![undeclared("a")]), 0);
    assert_eq!(strength(vec![declared("a", 0, Verified)]), 0, "untrusted");
    assert_eq!(
        strength(vec![declared("a", 3, NotVerified)]),
        0,
        "not verified"
    );
    assert_eq!(strength(vec![trusted("a")]), 1);
    assert_eq!(
        strength(vec![trusted("a"), trusted("a")]),
        1,
        "the same source"
    );
    assert_eq!(
        strength(vec![declared("a", 1, Verified)]),
        2,
        "one verified"
    );
    assert_eq!(strength(vec![trusted("a"), trusted("b")]), 2);
}

#[test]
fn an_increment_counts_for_strength_alone() {
    let mut increased = version(1, "fact", vec![trusted("a")]);
    increased.increments = vec![declared("b", 3, Verified)];
    let row = alone(entry("e", vec![increased])).rows.remove(0);
    assert_eq!(row.evidence_strength, 2);
    assert_eq!(
        (
            row.authority_min,
            row.authority_max,
            row.verification,
            row.source_count
        ),
        (1, 1, Unknown, 1)
    );
}

#[test]
fn the_worst_word_is_the_verification() {
    let of = |sources| row_of(sources).verification;
    assert_eq!(of(vec![]), Unknown);
    assert_eq!(of(vec![declared("a", 1, Verified)]), Verified);
    assert_eq!(
        of(vec![declared("a", 1, Verified), undeclared("b")]),
        Unknown
    );
    assert_eq!(
        of(vec![undeclared("b"), declared("a", 1, NotVerified)]),
        NotVerified
    );
}

#[test]
fn authority_is_a_range_and_a_missing_declaration_is_its_bottom() {
    let of = |sources| {
        let row = row_of(sources);
        (row.authority_min, row.authority_max)
    };
    assert_eq!(of(vec![]), (0, 0));
    assert_eq!(
        of(vec![declared("a", 2, Unknown), declared("b", 3, Unknown)]),
        (2, 3)
    );
    assert_eq!(of(vec![declared("a", 2, Unknown), undeclared("b")]), (0, 2));
}

/// `root` cites revision 7 of `other`, which created `upstream`.
fn citing(root: Artifact, upstream: Vec<Version>) -> (EntryProjection, World) {
    let mut citing = version(1, "fact", vec![declared("a", 3, Unknown)]);
    citing.artifacts = vec![root];
    let behind = Entry {
        key: EntryKey::new("other", "up"),
        ..entry("up", upstream)
    };
    let mut world = world(vec![entry("e", vec![citing]), behind.clone()]);
    let keys = behind.versions.iter().map(|v| VersionKey {
        entry: behind.key.clone(),
        version: v.entry_version_id.clone(),
    });
    world.revisions.insert(("other".into(), 7), keys.collect());
    world.revisions.insert(("other".into(), 8), vec![]);
    (now(&world, &key("e")), world)
}

#[test]
fn authority_follows_references_so_a_copy_launders_nothing() {
    let (projection, _) = citing(
        reference("other", 7),
        vec![version(1, "fact", vec![trusted("x")])],
    );
    let row = &projection.rows[0];
    assert_eq!(
        (row.authority_min, row.authority_max, row.artifact_count),
        (1, 3, 1)
    );
    assert_eq!(row.evidence_strength, 1, "only what it cites itself");
    assert_eq!(projection.ties.iter().collect::<Vec<_>>(), ["m", "other"]);
    assert!(projection.ready);
}

#[test]
fn what_is_not_there_has_no_authority_and_is_tied_to() {
    let (absent, _) = citing(reference("other", 8), vec![]);
    assert_eq!(absent.rows[0].authority_min, 0);
    assert!(absent.ties.contains("other"), "the revision may come to be");
    let skill = Artifact {
        family: "skill".into(),
        ..reference("other", 7)
    };
    let (foreign, _) = citing(skill, vec![version(1, "fact", vec![trusted("x")])]);
    assert_eq!(foreign.rows[0].authority_min, 0);
    assert!(!foreign.ties.contains("other"));
}

#[test]
fn behind_a_reference_undeclared_is_not_ready() {
    let (undeclared_behind, _) = citing(
        reference("other", 7),
        vec![version(1, "fact", vec![undeclared("x")])],
    );
    assert!(!undeclared_behind.ready);
    let (nothing_behind, _) = citing(reference("other", 7), vec![version(1, "fact", vec![])]);
    assert!(!nothing_behind.ready);
    assert_eq!(nothing_behind.rows[0].authority_min, 0);
}

#[test]
fn ready_is_cited_and_declared_untrusted_too() {
    let ready = |sources| alone(entry("e", vec![version(1, "fact", sources)])).ready;
    assert!(!ready(vec![]));
    assert!(!ready(vec![trusted("a"), undeclared("b")]));
    assert!(ready(vec![declared("a", 0, Unknown)]));
}

#[test]
fn a_link_to_the_own_memory_is_skipped_unless_merged() {
    let own = |reference| {
        let mut second = version(2, "fact", vec![declared("a", 2, Unknown)]);
        second.artifacts = vec![reference];
        let mut world = world(vec![entry(
            "e",
            vec![version(1, "fact", vec![undeclared("z")]), second],
        )]);
        let first = VersionKey {
            entry: key("e"),
            version: "v1".into(),
        };
        world.revisions.insert(("m".into(), 1), vec![first]);
        now(&world, &key("e")).rows[1].authority_min
    };
    assert_eq!(own(reference("m", 1)), 2);
    assert_eq!(own(merge_input("m", 1)), 0);
}

#[test]
fn a_circle_of_citations_ends() {
    let mut one = version(1, "fact", vec![trusted("a")]);
    one.artifacts = vec![reference("other", 7)];
    let mut two = version(1, "fact", vec![declared("b", 2, Unknown)]);
    two.artifacts = vec![reference("m", 1)];
    let other = Entry {
        key: EntryKey::new("other", "up"),
        ..entry("up", vec![two])
    };
    let mut world = world(vec![entry("e", vec![one]), other.clone()]);
    let at = |entry: &EntryKey| {
        vec![VersionKey {
            entry: entry.clone(),
            version: "v1".into(),
        }]
    };
    world.revisions.insert(("other".into(), 7), at(&other.key));
    world.revisions.insert(("m".into(), 1), at(&key("e")));
    let row = &now(&world, &key("e")).rows[0];
    assert_eq!((row.authority_min, row.authority_max), (1, 2));
}

#[test]
fn needs_name_what_is_missing_and_nothing_else() {
    let mut citing = version(1, "fact", vec![]);
    citing.artifacts = vec![reference("other", 7), reference("m", 1)];
    let mut one = entry("e", vec![citing]);
    let mut two = plain("two");
    relate(&mut one, &mut two, "s", RelationKind::Similar, Status::Open);
    relate(
        &mut one,
        &mut two,
        "r",
        RelationKind::Contradicts,
        Status::Open,
    );
    assert_eq!(world(vec![]).needs(&key("e")), vec![Need::Entry(key("e"))]);
    let needs = world(vec![one]).needs(&key("e"));
    assert_eq!(
        needs,
        vec![Need::Entry(key("two")), Need::Revision("other".into(), 7)]
    );
}

#[test]
fn effective_is_the_earliest_that_the_evidence_gives() {
    let at = |id, time| Source {
        effective_at: Some(time),
        ..trusted(id)
    };
    assert_eq!(
        row_of(vec![at("a", 9), trusted("b"), at("c", 4)]).effective_at,
        Some(4)
    );
    assert_eq!(row_of(vec![trusted("b")]).effective_at, None);
}
