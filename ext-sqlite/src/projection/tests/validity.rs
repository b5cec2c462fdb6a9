//! Validity, first match wins, and what as-of sees.

use super::super::validity::Validity;
use super::*;

/// Validity, reason, and the successor's entry and version.
type Told<'a> = (
    Validity,
    Option<&'a str>,
    Option<(&'a str, Option<&'a str>)>,
);

fn verdict(projection: &EntryProjection, at: usize) -> Told<'_> {
    let verdict = &projection.rows[at].verdict;
    let successor = verdict.successor.as_ref();
    (
        verdict.validity,
        verdict.reason.as_deref(),
        successor.map(|s| (s.entry_id.as_str(), s.entry_version_id.as_deref())),
    )
}

fn as_of(world: &World, entry: &str, revision: i64) -> EntryProjection {
    derive(
        world,
        &key(entry),
        &View {
            as_of: Some(("m".into(), revision)),
        },
    )
    .unwrap()
}

#[test]
fn rule_1_a_later_version_supersedes_active_or_not() {
    let two = || {
        entry(
            "e",
            vec![version(1, "fact", vec![]), version(2, "fact", vec![])],
        )
    };
    let revised = (
        Validity::Superseded,
        Some("revised"),
        Some(("e", Some("v2"))),
    );
    assert_eq!(verdict(&alone(two()), 0), revised);
    assert_eq!(verdict(&alone(two()), 1), (Validity::Current, None, None));
    let mut forgotten = two();
    forgotten
        .changes
        .push(change(3, Op::Deactivate, Some("gone")));
    let forgotten = alone(forgotten);
    assert_eq!(verdict(&forgotten, 0), revised);
    assert_eq!(
        verdict(&forgotten, 1),
        (Validity::Inactive, Some("gone"), None)
    );
}

#[test]
fn rule_2_gives_the_reason_of_the_latest_deactivation_and_null_stays_null() {
    let mut entry = plain("e");
    entry.changes.push(change(2, Op::Deactivate, Some("first")));
    entry.changes.push(change(3, Op::Reactivate, Some("back")));
    assert_eq!(
        verdict(&alone(entry.clone()), 0),
        (Validity::Current, None, None)
    );
    entry.changes.push(change(4, Op::Deactivate, None));
    assert_eq!(verdict(&alone(entry), 0), (Validity::Inactive, None, None));
}

#[test]
fn rule_2_a_revise_of_an_inactive_entry_leaves_it_inactive() {
    let mut entry = entry(
        "e",
        vec![version(1, "fact", vec![]), version(3, "fact", vec![])],
    );
    entry
        .changes
        .insert(1, change(2, Op::Deactivate, Some("dedupe")));
    assert_eq!(
        verdict(&alone(entry), 1),
        (Validity::Inactive, Some("dedupe"), None)
    );
}

#[test]
fn rule_2_names_the_standing_successor() {
    let (mut old, mut new) = (plain("old"), plain("new"));
    relate(
        &mut new,
        &mut old,
        "op",
        RelationKind::Supersedes,
        Status::Standing,
    );
    old.changes.push(change(2, Op::Deactivate, Some("gone")));
    let projection = now(&world(vec![old, new]), &key("old"));
    assert_eq!(
        verdict(&projection, 0),
        (Validity::Inactive, Some("gone"), Some(("new", Some("v1"))))
    );
}

#[test]
fn rule_2b_a_compacted_entry_is_inactive_in_all_its_versions() {
    let mut entry = entry(
        "e",
        vec![version(1, "fact", vec![]), version(2, "fact", vec![])],
    );
    entry.changes.push(change(3, Op::Deactivate, Some("gone")));
    entry.changes.push(change(4, Op::Compact, None));
    let projection = alone(entry);
    for at in 0..2 {
        assert_eq!(
            verdict(&projection, at),
            (Validity::Inactive, Some("compacted"), None)
        );
    }
    assert!(!projection.active);
}

#[test]
fn rule_3_binds_entries_so_a_revise_brings_nothing_back() {
    let mut old = entry(
        "old",
        vec![version(1, "fact", vec![]), version(2, "fact", vec![])],
    );
    let mut new = entry(
        "new",
        vec![version(1, "fact", vec![]), version(2, "fact", vec![])],
    );
    relate(
        &mut new,
        &mut old,
        "op",
        RelationKind::Supersedes,
        Status::Standing,
    );
    let world = world(vec![old, new]);
    let projection = now(&world, &key("old"));
    assert_eq!(
        verdict(&projection, 1),
        (
            Validity::Superseded,
            Some("superseded:op"),
            Some(("new", Some("v2")))
        )
    );
    assert_eq!(
        verdict(&now(&world, &key("new")), 1),
        (Validity::Current, None, None)
    );
}

#[test]
fn rule_3_ends_with_compensation_only() {
    let (mut old, mut new) = (plain("old"), plain("new"));
    relate(
        &mut new,
        &mut old,
        "op",
        RelationKind::Supersedes,
        Status::Standing,
    );
    new.changes.push(change(2, Op::Deactivate, None));
    let still = now(&world(vec![old.clone(), new.clone()]), &key("old"));
    assert_eq!(verdict(&still, 0).0, Validity::Superseded);
    let compensated = RelationEvent {
        status: Status::Compensated,
        own_revision: 2,
        other_revision: 2,
    };
    old.relations[0].events.push(compensated);
    assert_eq!(
        verdict(&now(&world(vec![old, new]), &key("old")), 0).0,
        Validity::Current
    );
}

#[test]
fn rule_4_labels_both_sides_with_the_smallest_relation() {
    let (mut one, mut two) = (plain("one"), plain("two"));
    relate(
        &mut one,
        &mut two,
        "r2",
        RelationKind::Contradicts,
        Status::Open,
    );
    relate(
        &mut one,
        &mut two,
        "r10",
        RelationKind::Contradicts,
        Status::Open,
    );
    let world = world(vec![one, two]);
    for entry in ["one", "two"] {
        let projection = now(&world, &key(entry));
        assert_eq!(
            verdict(&projection, 0),
            (Validity::UnresolvedConflict, Some("conflict:r10"), None)
        );
        assert_eq!(projection.rows[0].relations, [0, 0, 2, 0]);
    }
}

#[test]
fn rule_4_needs_an_open_relation_to_one_that_stands() {
    let current = (Validity::Current, None, None);
    for status in [Status::Suggested, Status::Dismissed] {
        let (mut one, mut two) = (plain("one"), plain("two"));
        relate(&mut one, &mut two, "r", RelationKind::Contradicts, status);
        assert_eq!(
            verdict(&now(&world(vec![one, two]), &key("one")), 0),
            current
        );
    }
    let (mut one, mut two) = (plain("one"), plain("two"));
    relate(
        &mut one,
        &mut two,
        "r",
        RelationKind::Contradicts,
        Status::Open,
    );
    two.changes.push(change(2, Op::Deactivate, None));
    assert_eq!(
        verdict(&now(&world(vec![one.clone(), two]), &key("one")), 0),
        current
    );
    let unknown = Entry::unknown(key("two"));
    assert_eq!(
        verdict(&now(&world(vec![one, unknown]), &key("one")), 0),
        current
    );
}

#[test]
fn rule_4_does_not_count_a_superseded_opponent() {
    let (mut one, mut two, mut three) = (plain("one"), plain("two"), plain("three"));
    relate(
        &mut one,
        &mut two,
        "r",
        RelationKind::Contradicts,
        Status::Open,
    );
    relate(
        &mut three,
        &mut two,
        "op",
        RelationKind::Supersedes,
        Status::Standing,
    );
    let world = world(vec![one, two, three]);
    assert_eq!(verdict(&now(&world, &key("one")), 0).0, Validity::Current);
    assert_eq!(
        verdict(&now(&world, &key("two")), 0).1,
        Some("superseded:op")
    );
}

#[test]
fn similar_and_equal_change_no_validity() {
    let (mut one, mut two) = (plain("one"), plain("two"));
    relate(&mut one, &mut two, "r", RelationKind::Similar, Status::Open);
    relate(&mut one, &mut two, "q", RelationKind::Equal, Status::Open);
    let projection = now(&world(vec![one, two]), &key("one"));
    assert_eq!(verdict(&projection, 0), (Validity::Current, None, None));
    assert_eq!(projection.rows[0].relations, [1, 1, 0, 0]);
}

#[test]
fn a_governed_entry_has_the_state_of_its_head() {
    let state = |governed| Entry {
        governed: Some(governed),
        ..plain("e")
    };
    let of = |governed| alone(state(governed));
    assert_eq!(verdict(&of(Governed::Active), 0).0, Validity::Current);
    assert_eq!(
        verdict(&of(Governed::Forgotten), 0),
        (Validity::Inactive, Some("forgotten"), None)
    );
    assert_eq!(
        verdict(&of(Governed::Retired), 0),
        (Validity::Inactive, Some("merge_undone"), None)
    );
    let merged = of(Governed::Merged {
        into: "end".into(),
        version: Some("3".into()),
        passed: vec!["middle".into(), "end".into()],
    });
    assert_eq!(
        verdict(&merged, 0),
        (
            Validity::Superseded,
            Some("merged"),
            Some(("end", Some("3")))
        )
    );
    assert_eq!(
        merged.ties.iter().collect::<Vec<_>>(),
        ["end", "m", "middle"]
    );
}

#[test]
fn as_of_sees_versions_changes_and_relations_of_then() {
    let (mut old, mut new) = (
        entry(
            "old",
            vec![version(1, "fact", vec![]), version(4, "fact", vec![])],
        ),
        plain("new"),
    );
    relate(
        &mut new,
        &mut old,
        "op",
        RelationKind::Supersedes,
        Status::Standing,
    );
    for side in [&mut old, &mut new] {
        side.relations[0].events[0] = RelationEvent {
            status: Status::Standing,
            own_revision: 6,
            other_revision: 6,
        };
    }
    old.changes.push(change(5, Op::Deactivate, Some("gone")));
    let world = world(vec![old, new]);
    assert_eq!(as_of(&world, "old", 3).rows.len(), 1);
    assert_eq!(
        verdict(&as_of(&world, "old", 3), 0),
        (Validity::Current, None, None)
    );
    assert_eq!(verdict(&as_of(&world, "old", 4), 0).1, Some("revised"));
    assert_eq!(
        verdict(&as_of(&world, "old", 5), 1),
        (Validity::Inactive, Some("gone"), None)
    );
    assert_eq!(
        verdict(&as_of(&world, "old", 6), 1).2,
        Some(("new", Some("v1")))
    );
}

#[test]
fn as_of_takes_another_memory_as_of_now() {
    let mut one = plain("one");
    let mut two = Entry {
        key: EntryKey::new("other", "two"),
        ..plain("two")
    };
    relate(
        &mut one,
        &mut two,
        "r",
        RelationKind::Contradicts,
        Status::Open,
    );
    one.relations[0].events[0].other_revision = 900;
    let world = world(vec![one, two]);
    assert_eq!(verdict(&as_of(&world, "one", 1), 0).1, Some("conflict:r"));
    let projection = now(&world, &key("one"));
    assert_eq!(projection.ties.iter().collect::<Vec<_>>(), ["m", "other"]);
}

#[test]
fn an_interval_opens_at_add_revise_and_reactivate() {
    let mut entry = entry(
        "e",
        vec![version(1, "fact", vec![]), version(4, "fact", vec![])],
    );
    entry.changes = vec![
        change(1, Op::Add, None),
        change(2, Op::Deactivate, None),
        change(3, Op::Reactivate, None),
        change(4, Op::Revise, None),
        change(5, Op::Deactivate, None),
    ];
    let seen = |revision, version: &str, event, recorded_at| Observation {
        revision,
        entry_version_id: version.into(),
        event,
        recorded_at,
    };
    entry.observations = vec![
        seen(1, "v1", Op::Add, 100),
        seen(2, "v1", Op::Deactivate, 200),
        seen(3, "v1", Op::Reactivate, 300),
    ];
    let projection = alone(entry);
    let times = |at: usize| {
        let row = &projection.rows[at];
        (row.recorded_at, row.interval_no, row.interval_started_at)
    };
    assert_eq!(times(0), (Some(100), 2, Some(300)));
    assert_eq!(times(1), (None, 3, None));
}
