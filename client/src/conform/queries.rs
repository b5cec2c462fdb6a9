//! Which questions are put to both engines about content that is already there?
//!
//! Every Memory's validity now, and as of each of its revisions. Then retrieval: channels are made of the versions
//! that exist, dead ones too, and one identity that authority does not know, in orders that depend on nothing but
//! the identities and a round's number, so that every run on every machine asks the same.

use super::steps::Step;
use crate::cell::Cell;
use crate::records::Identity;
use serde_json::{json, Value};
use sha2::{Digest, Sha256};

/// Microseconds; later than anything the built-in content records.
const AS_OF: i64 = 1_800_000_000_000_000;

/// A hit as the engines take it.
pub fn hit(identity: &Identity, revision: i64) -> Value {
    json!({
        "scope_id": identity.scope_id,
        "memory_artifact_id": identity.memory_artifact_id,
        "revision": revision,
        "entry_id": identity.entry_id,
        "entry_version_id": identity.entry_version_id,
    })
}

pub fn validity(scope: &str, memory: &str, as_of: Option<i64>) -> Step {
    let mut arguments = vec![scope.into(), memory.into()];
    arguments.extend(as_of.map(Cell::from));
    Step::new("pc_validity", arguments)
}

/// The four retrieval functions over the versions of one scope.
pub fn retrieval(scope: &str, known: &[Identity], rounds: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    if known.is_empty() {
        return steps;
    }
    let stranger = Identity {
        scope_id: scope.to_owned(),
        memory_artifact_id: known[0].memory_artifact_id.clone(),
        entry_id: "never written".into(),
        entry_version_id: "never written".into(),
    };
    for round in 0..rounds {
        let mut lexical = shuffled(known, round, "lexical", 3);
        let semantic = shuffled(known, round, "semantic", 2);
        lexical.insert(lexical.len() / 2, stranger.clone());
        // A repeat in a channel is skipped but uses up its rank.
        lexical.push(lexical[0].clone());
        let channels = json!([
            {"name": "lexical", "hits": hits(&lexical)},
            {"name": "semantic", "weight": if round % 2 == 0 { json!(1) } else { json!("0.7") }, "hits": hits(&semantic)},
        ]);
        let options = options(scope, round);
        for name in ["pc_rank", "pc_trace"] {
            steps.push(Step::new(name, vec![text(&channels), text(&options)]));
        }
        let limits = json!({"scope_id": scope, "limit": 5 + round, "coarse_limit": 20 + round});
        steps.push(Step::new("pc_fuse", vec![text(&channels), text(&limits)]));

        let pool = shuffled(known, round, "pool", 1);
        let mut options = options;
        for key in ["limit", "coarse_limit"] {
            options.as_object_mut().map(|o| o.remove(key));
        }
        steps.push(Step::new(
            "pc_reorder",
            vec![text(&hits(&pool)), text(&options)],
        ));
    }
    steps
}

/// A different set of options each round.
fn options(scope: &str, round: usize) -> Value {
    let mut options = match round % 6 {
        0 => json!({"limit": 10}),
        1 => json!({"limit": 4, "coarse_limit": 30}),
        2 => json!({"limit": 20, "view": "history"}),
        3 => json!({"limit": 20, "policy": "importance.seed.v1"}),
        4 => {
            json!({"limit": 20, "policy": "importance_freshness.seed.v1", "intent": "current", "as_of": AS_OF})
        }
        _ => json!({"limit": 1, "policy": "neutral"}),
    };
    options["scope_id"] = json!(scope);
    options
}

fn hits(identities: &[Identity]) -> Value {
    identities.iter().map(|identity| hit(identity, 1)).collect()
}

fn text(value: &Value) -> Cell {
    Cell::Text(value.to_string())
}

/// All but every `drop_each`-th identity (1 drops none), at most 100, in an order of its own.
fn shuffled(known: &[Identity], round: usize, salt: &str, drop_each: usize) -> Vec<Identity> {
    let mut keyed: Vec<_> = known
        .iter()
        .map(|identity| {
            let key = format!(
                "{round}\0{salt}\0{}\0{}",
                identity.entry_id, identity.entry_version_id
            );
            (Sha256::digest(key.as_bytes()), identity)
        })
        .collect();
    keyed.sort();
    keyed
        .into_iter()
        .enumerate()
        .filter(|(at, _)| drop_each == 1 || at % drop_each != drop_each - 1)
        .map(|(_, (_, identity))| identity.clone())
        .take(100)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_the_same_at_every_run_and_differ_by_round() {
        let known: Vec<Identity> = (0..9)
            .map(|n| Identity {
                scope_id: "s".into(),
                memory_artifact_id: "m".into(),
                entry_id: format!("e{n}"),
                entry_version_id: format!("v{n}"),
            })
            .collect();
        let steps = retrieval("s", &known, 2);
        assert_eq!(steps, retrieval("s", &known, 2));
        assert_eq!(steps.len(), 8);
        assert_ne!(steps[0].arguments[0], steps[4].arguments[0]);
    }
}
