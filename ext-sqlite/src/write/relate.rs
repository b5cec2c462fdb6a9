//! How are two entries tied, and the tie taken back?
//!
//! A relation names exact versions as what was seen then, and binds the entries, later versions too. Nothing but a caller
//! opens a contradiction. A supersession is not made or dismissed here: it has evidence and an operation.

use crate::canonical;
use crate::guard::Value;
use crate::nested::Db;
use crate::port;
use crate::refusal::{refuse, Result};
use crate::store::entry::EntryName;
use crate::store::{head, relation, setting};
use crate::write::answer;
use crate::write::evidence::Reference;
use crate::write::standing::known;

/// An entry as the caller names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named<'a> {
    pub memory: &'a str,
    pub entry: &'a str,
}

impl<'a> Named<'a> {
    pub fn within(self, scope: &'a str) -> EntryName<'a> {
        EntryName {
            scope,
            memory: self.memory,
            entry: self.entry,
        }
    }

    pub fn side(self, version: String) -> relation::Side {
        relation::Side {
            memory: self.memory.to_owned(),
            entry: self.entry.to_owned(),
            version,
        }
    }
}

/// The relation that a caller wants.
#[derive(Debug)]
pub struct Wanted<'a> {
    pub scope: &'a str,
    pub relation_id: &'a str,
    pub kind: &'a str,
    pub subject: Named<'a>,
    pub object: Named<'a>,
    pub status: &'a str,
    pub evidence: Option<Vec<Reference>>,
    pub recorded_at: i64,
}

pub fn relate(db: &Db, wanted: &Wanted<'_>) -> Result<Value> {
    let (scope, id) = (wanted.scope, wanted.relation_id);
    db.write(|db| {
        setting::installed(db)?;
        if let Some(there) = relation::find(db, scope, id)? {
            return again(db, wanted, &there);
        }
        let subject = known(db, wanted.subject.within(scope))?;
        let object = known(db, wanted.object.within(scope))?;
        if wanted.subject == wanted.object {
            return Err(refuse("relation_self", &[]));
        }
        let new = relation::Relation {
            relation_id: id.to_owned(),
            kind: wanted.kind.to_owned(),
            subject: wanted.subject.side(subject.entry_version_id),
            object: wanted.object.side(object.entry_version_id),
        };
        let event = event(db, scope, &new, wanted.status, None, wanted.recorded_at)?;
        let evidence = wanted.evidence.as_deref().map(recorded);
        relation::add(db, scope, &new, evidence.as_deref(), &event)?;
        touch(db, scope, &new)?;
        Ok(told(id, "related"))
    })
}

/// The id is in use: for the same relation nothing is to be done, or its suggestion is opened.
fn again(db: &Db, wanted: &Wanted<'_>, there: &relation::Relation) -> Result<Value> {
    let (scope, id) = (wanted.scope, wanted.relation_id);
    let exists = || refuse("relation_exists", &[id]);
    let (subject, object) = (wanted.subject, wanted.object);
    let same = there.kind == wanted.kind
        && there.subject.names(subject.memory, subject.entry)
        && there.object.names(object.memory, object.entry);
    let (first, last) = relation::statuses(db, scope, id)?.ok_or_else(exists)?;
    if same && last == "suggested" && wanted.status == "open" {
        let event = event(db, scope, there, wanted.status, None, wanted.recorded_at)?;
        relation::add_event(db, scope, id, &event)?;
        touch(db, scope, there)?;
        return Ok(told(id, "opened"));
    }
    if same && first == wanted.status {
        return Ok(told(id, "unchanged"));
    }
    Err(exists())
}

/// The evidence of a relation as it is recorded: type, id and definition version of its sources, in byte order.
fn recorded(evidence: &[Reference]) -> String {
    let mut names: Vec<String> = evidence.iter().filter_map(source_name).collect();
    names.sort();
    format!("[{}]", names.join(","))
}

fn source_name(reference: &Reference) -> Option<String> {
    let Reference::Source {
        source_type,
        source_id,
        definition_version,
        ..
    } = reference
    else {
        return None;
    };
    let cells = [
        source_type.into(),
        source_id.into(),
        definition_version.as_ref().into(),
    ];
    Some(canonical::array(&cells))
}

fn touch(db: &Db, scope: &str, relation: &relation::Relation) -> Result<()> {
    let (subject, object) = (&relation.subject, &relation.object);
    head::touch_both(
        db,
        scope,
        (&subject.memory, &subject.entry),
        (&object.memory, &object.entry),
    )
}

pub fn dismiss(db: &Db, scope: &str, id: &str, recorded_at: i64) -> Result<Value> {
    db.write(|db| {
        setting::installed(db)?;
        let unknown = || refuse("relation_unknown", &[id]);
        let there = relation::find(db, scope, id)?.ok_or_else(unknown)?;
        if there.kind == "supersedes" {
            return Err(refuse("relation_supersedes", &[id]));
        }
        let (_, last) = relation::statuses(db, scope, id)?.ok_or_else(unknown)?;
        if last == "dismissed" || last == "compensated" {
            return Ok(told(id, "unchanged"));
        }
        let event = event(db, scope, &there, "dismissed", None, recorded_at)?;
        relation::add_event(db, scope, id, &event)?;
        touch(db, scope, &there)?;
        Ok(told(id, "dismissed"))
    })
}

/// A state that takes effect at the heads that both Memories have now.
pub fn event<'a>(
    db: &Db,
    scope: &str,
    of: &relation::Relation,
    status: &'a str,
    operation_id: Option<&'a str>,
    recorded_at: i64,
) -> Result<relation::Event<'a>> {
    let authority = port::open(db)?;
    let head = |memory: &str| {
        Ok(authority
            .head(scope, memory)?
            .map_or(0, |head| head.revision))
    };
    Ok(relation::Event {
        status,
        subject_revision: head(&of.subject.memory)?,
        object_revision: head(&of.object.memory)?,
        operation_id,
        recorded_at,
    })
}

fn told(relation_id: &str, outcome: &str) -> Value {
    answer(&[
        ("outcome", outcome.into()),
        ("relation_id", relation_id.into()),
    ])
}
