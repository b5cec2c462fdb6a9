//! The rules on hand-written facts, one test a line of the tables.

mod evidence;
mod importance;
mod marks;
mod validity;

use super::derive::{derive, EntryProjection};
use super::facts::*;

pub fn key(entry: &str) -> EntryKey {
    EntryKey::new("m", entry)
}

/// A source of this id, declared with this authority and verification.
pub fn declared(id: &str, authority: i64, verification: Verification) -> Source {
    Source {
        snapshot: Some(Snapshot {
            authority,
            verification,
        }),
        ..undeclared(id)
    }
}

pub fn trusted(id: &str) -> Source {
    declared(id, 1, Verification::Unknown)
}

pub fn undeclared(id: &str) -> Source {
    Source {
        source_type: "content".into(),
        source_id: id.into(),
        definition_version: Some("1".into()),
        effective_at: None,
        snapshot: None,
    }
}

pub fn reference(artifact: &str, revision: i64) -> Artifact {
    Artifact {
        family: "memory".into(),
        artifact_id: artifact.into(),
        revision,
        is_merge_input: false,
    }
}

pub fn merge_input(artifact: &str, revision: i64) -> Artifact {
    Artifact {
        is_merge_input: true,
        ..reference(artifact, revision)
    }
}

/// A version created in the revision of the same number; every one changes the text.
pub fn version(number: i64, kind: &str, sources: Vec<Source>) -> Version {
    Version {
        entry_version_id: format!("v{number}"),
        version: number,
        kind: kind.into(),
        changed: number > 1,
        created_in_revision: number,
        sources,
        increments: vec![],
        artifacts: vec![],
    }
}

pub fn change(revision: i64, op: Op, reason: Option<&str>) -> Change {
    Change {
        revision,
        ordinal: 1,
        op,
        reason: reason.map(Into::into),
    }
}

/// An entry of the Memory `m` with an add and a revise for its versions.
pub fn entry(id: &str, versions: Vec<Version>) -> Entry {
    let op = |v: &Version| if v.version == 1 { Op::Add } else { Op::Revise };
    let changes = versions
        .iter()
        .map(|v| change(v.created_in_revision, op(v), None))
        .collect();
    Entry {
        versions,
        changes,
        ..Entry::unknown(key(id))
    }
}

/// An entry with one trusted source and one version.
pub fn plain(id: &str) -> Entry {
    entry(id, vec![version(1, "fact", vec![trusted("a")])])
}

/// The relation as both entries see it, with one event at revision 1 of both.
pub fn relate(one: &mut Entry, other: &mut Entry, id: &str, kind: RelationKind, status: Status) {
    let event = RelationEvent {
        status,
        own_revision: 1,
        other_revision: 1,
    };
    let seen = |is_subject, other: &Entry| Relation {
        relation_id: id.into(),
        kind,
        is_subject,
        other: other.key.clone(),
        other_version: "v1".into(),
        events: vec![event],
    };
    one.relations.push(seen(true, other));
    other.relations.push(seen(false, one));
}

pub fn world(entries: Vec<Entry>) -> World {
    let mut world = World::new("memory");
    for entry in entries {
        world.entries.insert(entry.key.clone(), entry);
    }
    world
}

/// Derives an entry of a world in which nothing may be missing.
pub fn now(world: &World, key: &EntryKey) -> EntryProjection {
    assert_eq!(world.needs(key), vec![]);
    derive(world, key, &View::now()).expect("the entry is known")
}

/// The entry alone in its world.
pub fn alone(entry: Entry) -> EntryProjection {
    let key = entry.key.clone();
    now(&world(vec![entry]), &key)
}
