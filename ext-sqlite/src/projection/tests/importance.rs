//! Importance: base, what updates the state, caps, inheritance, merges.

use super::super::importance::bounded;
use super::*;
use Verification::{NotVerified, Verified};

fn importances(versions: Vec<Version>) -> Vec<i64> {
    alone(entry("e", versions))
        .rows
        .iter()
        .map(|row| row.importance)
        .collect()
}

#[test]
fn the_kind_gives_the_base() {
    let of = |kind| importances(vec![version(1, kind, vec![trusted("a")])])[0];
    assert_eq!(
        [
            "fact",
            "preference",
            "decision",
            "constraint",
            "working_note",
            "hunch"
        ]
        .map(of),
        [1, 1, 2, 2, 0, 1]
    );
}

#[test]
fn weak_evidence_is_capped_at_normal() {
    let of = |sources| importances(vec![version(1, "constraint", sources)])[0];
    assert_eq!(of(vec![]), 1);
    assert_eq!(of(vec![undeclared("a")]), 1);
    assert_eq!(of(vec![declared("a", 3, NotVerified)]), 1);
    assert_eq!(of(vec![trusted("a")]), 2);
}

#[test]
fn a_change_on_new_trusted_evidence_updates_the_state() {
    let first = || version(1, "decision", vec![trusted("a")]);
    let second = |source| version(2, "decision", vec![trusted("a"), source]);
    assert_eq!(importances(vec![first(), second(trusted("b"))]), [2, 3]);
    assert_eq!(
        importances(vec![first(), second(declared("b", 0, Verified))]),
        [2, 2],
        "untrusted"
    );
    assert_eq!(
        importances(vec![first(), second(undeclared("b"))]),
        [2, 2],
        "undeclared"
    );
    let unchanged = Version {
        changed: false,
        ..second(trusted("b"))
    };
    assert_eq!(
        importances(vec![first(), unchanged]),
        [2, 2],
        "says the same"
    );
}

#[test]
fn without_new_evidence_importance_is_inherited_whatever_the_kind() {
    let first = version(1, "decision", vec![trusted("a")]);
    let second = version(2, "working_note", vec![trusted("a")]);
    let third = version(3, "constraint", vec![trusted("a"), trusted("b")]);
    let fourth = version(4, "fact", vec![trusted("b")]);
    assert_eq!(
        importances(vec![first, second, third, fourth]),
        [2, 2, 3, 3]
    );
}

#[test]
fn a_first_version_computes_without_any_evidence() {
    assert_eq!(
        importances(vec![
            version(1, "working_note", vec![]),
            version(2, "constraint", vec![])
        ]),
        [0, 0]
    );
}

#[test]
fn an_increment_is_new_evidence_but_updates_no_state() {
    let mut second = version(2, "decision", vec![trusted("a")]);
    second.increments = vec![trusted("b")];
    assert_eq!(
        importances(vec![version(1, "fact", vec![trusted("a")]), second]),
        [1, 2]
    );
}

#[test]
fn a_working_note_that_is_not_corroborated_stays_normal() {
    let note = |number, sources| version(number, "working_note", sources);
    let plain = vec![note(1, vec![trusted("a")]), note(2, vec![trusted("b")])];
    assert_eq!(importances(plain), [0, 1]);
    assert_eq!(
        importances(vec![
            note(1, vec![]),
            note(2, vec![trusted("a"), trusted("b")])
        ]),
        [0, 1]
    );
}

/// No kind reaches the cap of a note (0 + 1) or leaves the clamp (0 and 2 + 1), so that each is asked of the rule itself.
#[test]
fn the_rule_is_bounded_where_no_kind_reaches() {
    // Raised, strength, a note, tier session.
    let cases = [
        ((3, 2, false, false), 3),
        ((3, 1, false, false), 3),
        ((3, 0, false, false), 1),
        ((3, 2, false, true), 1),
        ((3, 2, true, false), 3),
        ((3, 1, true, false), 1),
        ((3, 0, true, false), 1),
        ((3, 2, true, true), 1),
        ((4, 2, false, false), 3),
        ((9, 2, false, false), 3),
        ((9, 1, true, false), 1),
        ((-1, 2, false, false), 0),
        ((-1, 0, true, true), 0),
        ((1, 0, true, true), 1),
        ((0, 0, false, false), 0),
    ];
    for (case, expected) in cases {
        let (raised, strength, is_note, is_session) = case;
        let value = bounded(raised, strength, is_note, is_session);
        assert_eq!(value, expected, "{case:?}");
    }
}

/// A merge of entries `a` (revision 1 of Memory `a`) and so on; the result is a decision with new evidence.
fn merged(inputs: Vec<(&str, &str)>) -> i64 {
    let mut result = version(1, "decision", vec![trusted("n1"), trusted("n2")]);
    result.artifacts = inputs
        .iter()
        .map(|(memory, _)| merge_input(memory, 1))
        .collect();
    let mut world = world(vec![entry("e", vec![result])]);
    for (memory, kind) in inputs {
        let input = Entry {
            key: EntryKey::new(memory, memory),
            ..entry(memory, vec![version(1, kind, vec![trusted("a")])])
        };
        let behind = VersionKey {
            entry: input.key.clone(),
            version: "v1".into(),
        };
        world.revisions.insert((memory.to_owned(), 1), vec![behind]);
        world.entries.insert(input.key.clone(), input);
    }
    now(&world, &key("e")).rows[0].importance
}

#[test]
fn a_merge_has_at_most_the_greatest_importance_of_its_inputs() {
    assert_eq!(merged(vec![("a", "working_note"), ("b", "fact")]), 1);
    assert_eq!(merged(vec![("a", "working_note")]), 0);
    assert_eq!(merged(vec![("a", "constraint"), ("b", "fact")]), 2);
}

#[test]
fn a_merge_that_revises_updates_no_state() {
    let mut second = version(2, "constraint", vec![trusted("a"), trusted("b")]);
    second.artifacts = vec![merge_input("m", 1)];
    let mut world = world(vec![entry(
        "e",
        vec![version(1, "constraint", vec![trusted("a")]), second],
    )]);
    world.revisions.insert(
        ("m".into(), 1),
        vec![VersionKey {
            entry: key("e"),
            version: "v1".into(),
        }],
    );
    let rows = now(&world, &key("e")).rows;
    assert_eq!(rows[1].importance, 2);
}

#[test]
fn an_input_reached_twice_bounds_on_each_way() {
    // `e` merges `a` (a working note) and `b`, and `b` is itself a merge of `a`.
    let mut result = version(1, "decision", vec![trusted("n")]);
    result.artifacts = vec![merge_input("a", 1), merge_input("b", 1)];
    let mut middle = version(1, "constraint", vec![trusted("n")]);
    middle.artifacts = vec![merge_input("a", 1)];
    let input = |memory: &str, version| Entry {
        key: EntryKey::new(memory, memory),
        ..entry(memory, vec![version])
    };
    let a = input("a", version(1, "working_note", vec![trusted("n")]));
    let mut world = world(vec![entry("e", vec![result]), a, input("b", middle)]);
    for memory in ["a", "b"] {
        let behind = VersionKey {
            entry: EntryKey::new(memory, memory),
            version: "v1".into(),
        };
        world.revisions.insert((memory.to_owned(), 1), vec![behind]);
    }
    assert_eq!(now(&world, &key("e")).rows[0].importance, 0);
}

#[test]
fn a_chain_of_merges_may_be_of_any_length() {
    let name = |at: usize| format!("m{at}");
    let mut world = world(vec![]);
    for at in 0..20_000 {
        let kind = if at == 0 { "working_note" } else { "decision" };
        let mut only = version(1, kind, vec![trusted("n")]);
        if at > 0 {
            only.artifacts = vec![merge_input(&name(at - 1), 1)];
        }
        let key = EntryKey::new(&name(at), &name(at));
        let behind = VersionKey {
            entry: key.clone(),
            version: "v1".into(),
        };
        world.revisions.insert((name(at), 1), vec![behind]);
        let link = Entry {
            key: key.clone(),
            ..entry(&name(at), vec![only])
        };
        world.entries.insert(key, link);
    }
    let last = EntryKey::new(&name(19_999), &name(19_999));
    assert_eq!(now(&world, &last).rows[0].importance, 0);
}
