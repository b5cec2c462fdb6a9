//! The importance of a version, rule version `importance.v1`.
//!
//! Answers: low 0, normal 1, high 2 or critical 3? `min(clamp(base(kind) + updates_state, 0..3), cap)`:
//! the kind gives the base, a revise that changes the statement on new trusted evidence adds one, and weak
//! support, or a note of one session, is capped at normal. It moves only when evidence does: a version that cites nothing new inherits.
//!
//! Example: a `decision` (base 2) revised with a newly cited, declared source has importance 3; the same
//! revise without a new source keeps what it had, even if its kind became `working_note`.
//!
//! The result of a merge updates nothing and has at most the greatest importance of its inputs.

use std::collections::{BTreeMap, BTreeSet};

use super::evidence::{self, CORROBORATED, WEAK};
use super::facts::{Entry, EntryKey, Source, Version, VersionKey, World};
use super::marks::Marks;
use crate::data;

const NOTE: &str = "working_note";
const SESSION: &str = "session";

/// The importance of every version of the entry, in their order.
pub fn importances(world: &World, entry: &Entry) -> Vec<i64> {
    let steps = steps(entry);
    let mut values: Vec<i64> = Vec::with_capacity(steps.len());
    for (at, step) in steps.iter().enumerate() {
        let value = if step.computed_by == at {
            compute(world, Merge::new(world, entry, at, step.updates_state))
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

/// A version whose inputs are being looked at. On a stack of our own: a chain of merges may be of any length.
struct Merge {
    version: (EntryKey, usize),
    /// Without the bound of its inputs.
    importance: i64,
    inputs: std::vec::IntoIter<VersionKey>,
    /// The greatest importance among the inputs so far.
    greatest: Option<i64>,
}

impl Merge {
    fn new(world: &World, entry: &Entry, at: usize, updates_state: bool) -> Merge {
        let inputs = entry.versions[at]
            .artifacts
            .iter()
            .filter(|a| a.is_merge_input)
            .flat_map(|input| world.behind(input).iter().cloned());
        Merge {
            version: (entry.key.clone(), at),
            importance: of_itself(entry, &entry.versions[at], updates_state),
            inputs: inputs.collect::<Vec<_>>().into_iter(),
            greatest: None,
        }
    }
}

fn of_itself(entry: &Entry, version: &Version, updates_state: bool) -> i64 {
    let merged = version.artifacts.iter().any(|a| a.is_merge_input);
    bounded(
        data::kind(&version.kind).importance + i64::from(updates_state && !merged),
        evidence::strength(version),
        version.kind == NOTE,
        Marks::of(&entry.marks).tier == Some(SESSION),
    )
}

/// `min(clamp(raised, 0..3), cap)`. That of a note, and either end of the clamp, is out of reach of the kinds there are.
pub fn bounded(raised: i64, strength: i64, is_note: bool, is_session: bool) -> i64 {
    let limits = data::limits();
    let capped = strength == WEAK || (is_note && strength != CORROBORATED) || is_session;
    let cap = if capped {
        limits.capped_importance
    } else {
        limits.importance_max
    };
    raised.clamp(0, limits.importance_max).min(cap)
}

/// An input that is reached twice counts on each way to it, or a merge of a merge would be freed of its bound; one that
/// leads back to itself adds nothing.
fn compute(world: &World, root: Merge) -> i64 {
    let mut open = BTreeSet::from([root.version.clone()]);
    let mut done: BTreeMap<(EntryKey, usize), i64> = BTreeMap::new();
    let mut above: Vec<Merge> = Vec::new();
    let mut merge = root;
    loop {
        if let Some(key) = merge.inputs.next() {
            let Some((input, at)) = world.version(&key) else {
                continue;
            };
            let steps = steps(input);
            let at = steps[at].computed_by;
            let version = (input.key.clone(), at);
            if open.contains(&version) {
                continue;
            }
            if let Some(value) = done.get(&version) {
                merge.greatest = merge.greatest.max(Some(*value));
                continue;
            }
            open.insert(version);
            let below = Merge::new(world, input, at, steps[at].updates_state);
            above.push(std::mem::replace(&mut merge, below));
            continue;
        }
        let value = merge
            .greatest
            .map_or(merge.importance, |greatest| merge.importance.min(greatest));
        let Some(next) = above.pop() else {
            return value;
        };
        let finished = std::mem::replace(&mut merge, next);
        merge.greatest = merge.greatest.max(Some(value));
        open.remove(&finished.version);
        done.insert(finished.version, value);
    }
}
