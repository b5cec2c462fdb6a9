//! Whose word is in force, and what it does to the row.

use super::*;
use crate::projection::marks::{in_force, Mark, MarkName};

/// A log, and the word in force with whether it is a user's.
type Case<'a> = (&'a [Mark], Option<(&'a str, bool)>);

fn mark(name: MarkName, value: Option<&str>, by_user: bool) -> Mark {
    Mark {
        name,
        value: value.map(Into::into),
        by_user,
    }
}

#[test]
fn a_users_word_stands_until_he_clears_it() {
    let tier = |value, by_user| mark(MarkName::Tier, value, by_user);
    let cases: [Case<'_>; 7] = [
        (&[], None),
        (&[tier(Some("short"), false)], Some(("short", false))),
        (
            &[tier(Some("short"), false), tier(Some("long"), true)],
            Some(("long", true)),
        ),
        (
            &[tier(Some("long"), true), tier(Some("short"), false)],
            Some(("long", true)),
        ),
        (&[tier(Some("short"), false), tier(None, true)], None),
        (
            &[
                tier(Some("long"), true),
                tier(None, true),
                tier(Some("short"), false),
            ],
            Some(("short", false)),
        ),
        (&[tier(Some("short"), false), tier(None, false)], None),
    ];
    for (log, expected) in cases {
        assert_eq!(in_force(log, MarkName::Tier), expected, "{log:?}");
        assert_eq!(in_force(log, MarkName::Pinned), None);
    }
}

#[test]
fn marks_show_on_every_version() {
    let marks = vec![
        mark(MarkName::Tier, Some("session"), true),
        mark(MarkName::Session, Some("s-1"), true),
        mark(MarkName::Pinned, Some("1"), false),
        mark(MarkName::Protected, Some("1"), true),
        mark(MarkName::UserRetired, Some("1"), true),
        mark(MarkName::StateClass, Some("current_state"), false),
    ];
    let versions = vec![
        version(1, "decision", vec![trusted("a")]),
        version(2, "decision", vec![trusted("a"), trusted("b")]),
    ];
    let marked = Entry {
        marks,
        ..entry("e", versions)
    };
    for row in alone(marked).rows {
        assert_eq!(row.tier, "session");
        assert_eq!(row.session_id.as_deref(), Some("s-1"));
        assert_eq!(
            (row.pinned, row.protected, row.user_retired),
            (true, true, true)
        );
        assert_eq!(row.state_class, Some("current_state"));
        assert_eq!(
            (row.importance, row.is_override),
            (1, false),
            "tier session caps"
        );
    }
}

#[test]
fn a_users_importance_wins_over_the_rule_and_its_caps() {
    let marked = Entry {
        marks: vec![
            mark(MarkName::Importance, Some("critical"), true),
            mark(MarkName::Tier, Some("session"), true),
        ],
        ..entry("e", vec![version(1, "working_note", vec![])])
    };
    let row = &alone(marked).rows[0];
    assert_eq!((row.importance, row.is_override), (3, true));
}

#[test]
fn a_value_that_no_level_has_says_nothing() {
    let marked = Entry {
        marks: vec![
            mark(MarkName::Tier, Some("forever"), true),
            mark(MarkName::Importance, Some("urgent"), true),
            mark(MarkName::Pinned, Some("yes"), true),
        ],
        ..plain("e")
    };
    let row = &alone(marked).rows[0];
    assert_eq!(
        (row.tier, row.is_override, row.pinned),
        ("long", false, false)
    );
}

#[test]
fn every_mark_is_named_by_the_shared_data_and_no_other() {
    let names: Vec<_> = (0..)
        .map_while(|at| crate::data::level("mark", at))
        .collect();
    assert_eq!(names.len(), 7);
    for name in names {
        assert_eq!(MarkName::parse(name).map(MarkName::name), Some(name));
    }
    assert_eq!(MarkName::parse("colour"), None);
}
