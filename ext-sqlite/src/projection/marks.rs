//! What do people and automation say of an entry, and whose word is in force?
//!
//! Marks are an append-only log an entry. The newest wins, but an automatic one never replaces a user's: in force is
//! the user's last word while it says something, else the last automatic word after it, else the default.
//!
//! Example: `tier=long` by a user, then `tier=short` by automation: long. After the user cleared his mark, what
//! automation says from then on is in force.
//!
//! A value that the shared levels do not know says nothing.

use crate::data;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkName {
    Tier,
    Session,
    Pinned,
    Protected,
    UserRetired,
    StateClass,
    Importance,
}

impl MarkName {
    /// In the order of the shared level `mark`, which has their names.
    const ALL: [MarkName; 7] = [
        MarkName::Tier,
        MarkName::Session,
        MarkName::Pinned,
        MarkName::Protected,
        MarkName::UserRetired,
        MarkName::StateClass,
        MarkName::Importance,
    ];

    pub fn name(self) -> &'static str {
        data::level("mark", self as i64).expect("a test holds the two together")
    }

    pub fn parse(name: &str) -> Option<MarkName> {
        let (at, _) = data::named_level("mark", name)?;
        MarkName::ALL.get(usize::try_from(at).ok()?).copied()
    }

    /// The dimension of the shared levels that its values are names of; a session is named by anyone.
    pub fn dimension(self) -> Option<&'static str> {
        match self {
            MarkName::Tier => Some("tier"),
            MarkName::StateClass => Some("state_class"),
            MarkName::Importance => Some("importance"),
            MarkName::Pinned | MarkName::Protected | MarkName::UserRetired => Some("flag"),
            MarkName::Session => None,
        }
    }
}

/// One row of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub name: MarkName,
    /// None clears it.
    pub value: Option<String>,
    pub by_user: bool,
}

/// The word in force and whether it is a user's. `marks` is the log of one entry in its order.
pub fn in_force(marks: &[Mark], name: MarkName) -> Option<(&str, bool)> {
    let mut automatic = None;
    for mark in marks.iter().rev().filter(|mark| mark.name == name) {
        if !mark.by_user {
            automatic = automatic.or(Some(mark.value.as_deref()));
            continue;
        }
        if let Some(value) = &mark.value {
            return Some((value, true));
        }
        break;
    }
    automatic.flatten().map(|value| (value, false))
}

/// What the marks of an entry come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks<'a> {
    pub tier: Option<&'static str>,
    pub session: Option<&'a str>,
    pub pinned: bool,
    pub protected: bool,
    pub user_retired: bool,
    pub state_class: Option<&'static str>,
    pub importance: Option<i64>,
}

impl Marks<'_> {
    pub fn of(marks: &[Mark]) -> Marks<'_> {
        if marks.is_empty() {
            return Marks::default();
        }
        let value = |name| in_force(marks, name).map(|word| word.0);
        let level = |name: MarkName| data::named_level(name.dimension()?, value(name)?);
        let flag = |name| level(name).is_some_and(|level| level.0 == 1);
        Marks {
            tier: level(MarkName::Tier).map(|level| level.1),
            session: value(MarkName::Session),
            pinned: flag(MarkName::Pinned),
            protected: flag(MarkName::Protected),
            user_retired: flag(MarkName::UserRetired),
            state_class: level(MarkName::StateClass).map(|level| level.1),
            importance: level(MarkName::Importance).map(|level| level.0),
        }
    }
}
