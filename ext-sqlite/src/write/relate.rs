//! How are two entries tied, and the tie taken back?
//!
//! A relation names exact versions as what was seen then, and binds the entries, later versions too. Nothing but a caller
//! opens a contradiction. A supersession is not made or dismissed here: it has evidence and an operation.

use crate::guard::Value;
use crate::nested::Db;
use crate::port;
use crate::refusal::{refuse, Result};
use crate::store::entry::EntryName;
use crate::store::{head, relation, setting};
use crate::write::answer;
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
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    pub scope: &'a str,
    pub relation_id: &'a str,
    pub kind: &'a str,
    pub subject: Named<'a>,
    pub object: Named<'a>,
    pub status: &'a str,
    pub recorded_at: i64,
}

pub fn relate(db: &Db, wanted: &Wanted<'_>) -> Result<Value> {
    let (scope, id) = (wanted.scope, wanted.relation_id);
    db.write(|db| {
        setting::adapter(db)?;
        if let Some(there) = relation::find(db, scope, id)? {
            let first = relation::statuses(db, scope, id)?.map(|(first, _)| first);
            let same = there.kind == wanted.kind
                && there
                    .subject
                    .names(wanted.subject.memory, wanted.subject.entry)
                && there
                    .object
                    .names(wanted.object.memory, wanted.object.entry)
                && first.as_deref() == Some(wanted.status);
            return if same {
                Ok(told(id, "unchanged"))
            } else {
                Err(refuse("relation_exists", &[id]))
            };
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
        relation::add(db, scope, &new, &event)?;
        head::touch_both(db, scope, wanted.subject.memory, wanted.object.memory)?;
        Ok(told(id, "related"))
    })
}

pub fn dismiss(db: &Db, scope: &str, id: &str, recorded_at: i64) -> Result<Value> {
    db.write(|db| {
        setting::adapter(db)?;
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
        head::touch_both(db, scope, &there.subject.memory, &there.object.memory)?;
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
