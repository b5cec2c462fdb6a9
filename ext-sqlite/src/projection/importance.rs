//! The importance of a version, rule version `importance.v1`.
//!
//! Answers: low 0, normal 1, high 2 or critical 3? `min(clamp(base(kind) + updates_state, 0..3), cap)`:
//! the kind gives the base, a revise that changes the statement on new trusted evidence adds one, and weak
//! support caps it at normal. It moves only when evidence does: a version that cites nothing new inherits.
//!
//! Example: a `decision` (base 2) revised with a newly cited, declared source has importance 3; the same
//! revise without a new source keeps what it had, even if its kind became `working_note`.
//!
//! The result of a merge updates nothing and has at most the greatest importance of its inputs.

use std::collections::{BTreeMap, BTreeSet};

use super::evidence::{self, CORROBORATED, WEAK};
use super::facts::{Entry, EntryKey, Source, World};
use crate::data;

const NOTE: &str = "working_note";

/// The importance of every version of the entry, in their order.
pub fn importances(world: &World, entry: &Entry) -> Vec<i64> {
    let steps = steps(entry);
    let mut values: Vec<i64> = Vec::with_capacity(steps.len());
    for (at, step) in steps.iter().enumerate() {
        let value = if step.computed_by == at {
            let mut way = Way::default();
            way.open.insert((entry.key.clone(), at));
            compute(world, entry, at, step.updates_state, &mut way)
        } else {
            values[step.computed_by]
        };
        values.push(value);
    }
    values
}

/// Where a version's importance comes from.
struct Step {
    /// The nearest version at or before it that cites something new; the first one always counts as such.
    computed_by: usize,
    updates_state: bool,
}

fn steps(entry: &Entry) -> Vec<Step> {
    let mut cited: BTreeSet<(&str, &str)> = BTreeSet::new();
    let mut steps: Vec<Step> = Vec::with_capacity(entry.versions.len());
    for (at, version) in entry.versions.iter().enumerate() {
        let is_new = |source: &&Source| !cited.contains(&name(source));
        let any_new = version
            .sources
            .iter()
            .chain(&version.increments)
            .any(|s| is_new(&s));
        let new_trusted = version
            .sources
            .iter()
            .filter(is_new)
            .any(|s| s.snapshot.is_some_and(|snapshot| snapshot.authority >= 1));
        let computed_by = match steps.last() {
            Some(step) if !any_new => step.computed_by,
            _ => at,
        };
        steps.push(Step {
            computed_by,
            updates_state: at > 0 && version.changed && new_trusted,
        });
        cited.extend(version.sources.iter().chain(&version.increments).map(name));
    }
    steps
}

fn name(source: &Source) -> (&str, &str) {
    (&source.source_type, &source.source_id)
}

/// The versions between the first one and here, and those that are computed.
#[derive(Default)]
struct Way {
    open: BTreeSet<(EntryKey, usize)>,
    done: BTreeMap<(EntryKey, usize), i64>,
}

fn compute(world: &World, entry: &Entry, at: usize, updates_state: bool, way: &mut Way) -> i64 {
    let limits = data::limits();
    let version = &entry.versions[at];
    let merged = version.artifacts.iter().any(|a| a.is_merge_input);
    let raised = data::kind(&version.kind).importance + i64::from(updates_state && !merged);
    let strength = evidence::strength(version);
    let capped = strength == WEAK || (version.kind == NOTE && strength != CORROBORATED);
    let cap = if capped {
        limits.capped_importance
    } else {
        limits.importance_max
    };
    let importance = raised.clamp(0, limits.importance_max).min(cap);
    match greatest_input(world, entry, at, way) {
        Some(greatest) => importance.min(greatest),
        None => importance,
    }
}

/// The greatest importance among the inputs of a merge. An input that is reached twice counts on each way to it, or a
/// merge of a merge would be freed of its bound; one that leads back to itself adds nothing.
fn greatest_input(world: &World, entry: &Entry, at: usize, way: &mut Way) -> Option<i64> {
    let mut greatest = None;
    let inputs = entry.versions[at]
        .artifacts
        .iter()
        .filter(|a| a.is_merge_input);
    for key in inputs.flat_map(|input| world.behind(input)) {
        let Some((input, at)) = world.version(key) else {
            continue;
        };
        let steps = steps(input);
        let at = steps[at].computed_by;
        let version = (input.key.clone(), at);
        if way.open.contains(&version) {
            continue;
        }
        let value = match way.done.get(&version) {
            Some(value) => *value,
            None => {
                way.open.insert(version.clone());
                let value = compute(world, input, at, steps[at].updates_state, way);
                way.open.remove(&version);
                way.done.insert(version, value);
                value
            }
        };
        greatest = greatest.max(Some(value));
    }
    greatest
}
