//! When may one entry take another's place without a review? When its evidence has declarations in force, each of at least
//! user authority, and the least of them is not below the predecessor's: weaker evidence can only propose.
//!
//! What is written is an operation with its evidence, and a standing `supersedes` relation of the same id. Both entries
//! stay; the predecessor leaves ordinary recall and names its successor.

use crate::canonical;
use crate::guard::Value;
use crate::json::{self, Json};
use crate::nested::Db;
use crate::refusal::{refuse, Refusal, Result};
use crate::store::{declaration, head, relation, setting};
use crate::write::answer;
use crate::write::evidence::Reference;
use crate::write::relate::{event, Named};
use crate::write::standing::known;

const KIND: &str = "supersede";

/// The supersession that a caller wants.
#[derive(Debug)]
pub struct Wanted<'a> {
    pub scope: &'a str,
    pub operation_id: &'a str,
    pub predecessor: Named<'a>,
    pub successor: Named<'a>,
    pub evidence: Vec<Reference>,
    pub recorded_at: i64,
}

pub fn supersede(db: &Db, wanted: &Wanted<'_>) -> Result<Value> {
    let (scope, id) = (wanted.scope, wanted.operation_id);
    let (predecessor, successor) = (wanted.predecessor, wanted.successor);
    db.write(|db| {
        setting::installed(db)?;
        if let Some((kind, body)) = relation::operation(db, scope, id)? {
            return if kind == KIND && is_same(&body, wanted)? {
                Ok(told(id, "unchanged"))
            } else {
                Err(refuse("operation_exists", &[id]))
            };
        }
        let before = known(db, predecessor.within(scope))?;
        let after = known(db, successor.within(scope))?;
        if predecessor == successor {
            return Err(refuse("relation_self", &[]));
        }
        if leads_to(db, scope, successor, predecessor)? {
            return Err(refuse(
                "supersede_cycle",
                &[predecessor.entry, successor.entry],
            ));
        }
        // An open contradiction is what a supersession settles: the successor has to stand, not to be undisputed.
        if !after.stands() {
            return Err(refuse(
                "successor_not_current",
                &[successor.entry, after.validity.name()],
            ));
        }
        if let Some(there) =
            relation::supersession(db, scope, predecessor.memory, predecessor.entry)?
        {
            return Err(refuse(
                "predecessor_superseded",
                &[predecessor.entry, &there.relation_id],
            ));
        }
        if relation::find(db, scope, id)?.is_some() {
            return Err(refuse("relation_exists", &[id]));
        }
        let evidence = declared(db, wanted, before.authority_min)?;
        let body = format!(
            r#"{{"evidence":[{}],"kind":"{KIND}","predecessor":{},"successor":{}}}"#,
            evidence.join(","),
            version(predecessor, &before.entry_version_id),
            version(successor, &after.entry_version_id),
        );
        relation::add_operation(db, scope, id, KIND, &body, wanted.recorded_at)?;
        let new = relation::Relation {
            relation_id: id.to_owned(),
            kind: "supersedes".to_owned(),
            subject: successor.side(after.entry_version_id),
            object: predecessor.side(before.entry_version_id),
        };
        let event = event(db, scope, &new, "standing", Some(id), wanted.recorded_at)?;
        let evidence = format!("[{}]", evidence.join(","));
        relation::add(db, scope, &new, Some(&evidence), &event)?;
        head::touch_both(
            db,
            scope,
            (predecessor.memory, predecessor.entry),
            (successor.memory, successor.entry),
        )?;
        Ok(told(id, "superseded"))
    })
}

fn told(id: &str, outcome: &str) -> Value {
    answer(&[
        ("operation_id", id.into()),
        ("outcome", outcome.into()),
        ("relation_id", id.into()),
    ])
}

fn version(of: Named<'_>, version: &str) -> String {
    canonical::array(&[of.memory.into(), of.entry.into(), version.into()])
}

/// Does following the standing supersessions from `from` come to `to`?
fn leads_to(db: &Db, scope: &str, from: Named<'_>, to: Named<'_>) -> Result<bool> {
    let mut met = vec![(from.memory.to_owned(), from.entry.to_owned())];
    loop {
        let (memory, entry) = &met[met.len() - 1];
        let Some(next) = relation::supersession(db, scope, memory, entry)? else {
            return Ok(false);
        };
        if next.subject.names(to.memory, to.entry) {
            return Ok(true);
        }
        let next = (next.subject.memory, next.subject.entry);
        if met.contains(&next) {
            return Err(Refusal::internal("supersessions form a circle"));
        }
        met.push(next);
    }
}

/// The evidence with its declarations, in byte order; refused unless every item is declared and strong enough.
fn declared(db: &Db, wanted: &Wanted<'_>, authority_min: i64) -> Result<Vec<String>> {
    let weak = || refuse("supersede_protected", &[wanted.predecessor.entry]);
    let mut items = Vec::with_capacity(wanted.evidence.len());
    for reference in &wanted.evidence {
        let Reference::Source {
            source_type,
            source_id,
            definition_version,
            ..
        } = reference
        else {
            return Err(weak());
        };
        let definition_version = definition_version.as_ref().ok_or_else(weak)?;
        let declared =
            declaration::in_force(db, source_type, definition_version)?.ok_or_else(weak)?;
        if declared.authority < 1.max(authority_min) {
            return Err(weak());
        }
        items.push(canonical::object(&[
            ("authority", declared.authority.into()),
            (
                "declaration_version",
                (&declared.declaration_version).into(),
            ),
            ("definition_version", definition_version.into()),
            ("source_id", source_id.into()),
            ("source_type", source_type.into()),
        ]));
    }
    if items.is_empty() {
        return Err(weak());
    }
    items.sort();
    Ok(items)
}

/// Did the recorded operation want the same? The same entries, whatever their versions, for the same sources.
fn is_same(body: &str, wanted: &Wanted<'_>) -> Result<bool> {
    let broken = || Refusal::internal("an operation that is no JSON");
    let body = json::read(body).map_err(|_| broken())?;
    let names = |side: &str, named: Named<'_>| match body.get(side) {
        Some(Json::Array(parts)) => {
            parts.first().and_then(Json::text) == Some(named.memory)
                && parts.get(1).and_then(Json::text) == Some(named.entry)
        }
        _ => false,
    };
    let Some(Json::Array(recorded)) = body.get("evidence") else {
        return Err(broken());
    };
    let mut recorded: Vec<[Option<&str>; 3]> = recorded
        .iter()
        .map(|item| {
            ["source_type", "source_id", "definition_version"]
                .map(|key| item.get(key).and_then(Json::text))
        })
        .collect();
    let mut given: Vec<[Option<&str>; 3]> = wanted
        .evidence
        .iter()
        .map(|reference| match reference {
            Reference::Source {
                source_type,
                source_id,
                definition_version,
                ..
            } => [
                Some(source_type),
                Some(source_id),
                definition_version.as_ref(),
            ]
            .map(|text| text.map(String::as_str)),
            Reference::Artifact { .. } => [None; 3],
        })
        .collect();
    recorded.sort_unstable();
    given.sort_unstable();
    Ok(names("predecessor", wanted.predecessor)
        && names("successor", wanted.successor)
        && recorded == given)
}
