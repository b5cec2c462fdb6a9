//! How do candidates become the answer of pc_rank, pc_trace and pc_reorder?
//!
//! ```text
//! rank     look up → drop unknown and ineligible, counted by channel → fuse → cut to coarse_limit → bounded reorder
//! reorder  the pool as it is → bounded reorder; nothing is dropped, and a member that is unknown or ineligible stays
//!          at its adjustment 0
//! ```
//!
//! All reads are of one state of the database. Refused, in this order: a policy that is not registered, a revision
//! outside the Memory's, a revision asked for hits of several Memories.

use super::candidates::Candidates;
use super::policy::{asked_for, in_force, InForce};
use crate::nested::Db;
use crate::refusal::{refuse, Result};
use crate::request::hits::{Channel, Hit};
use crate::request::{Options, View};
use crate::rules::{self, Identity, Policy, Quality, Terms};
use crate::store::standing::{self, Depth, Reader, Standing};

/// A member of the pool; its place in the list is its adjusted rank.
#[derive(Debug, Clone, Copy)]
pub struct Member {
    /// Position among the candidates (reorder: in the pool).
    pub candidate: usize,
    /// From 1.
    pub baseline_rank: i64,
    pub score: f64,
    /// The channels that returned it, as bits.
    pub channels: u32,
    pub terms: Terms,
}

#[derive(Debug)]
pub struct Ranked<'a> {
    pub candidates: Candidates<'a>,
    /// One for each candidate.
    pub standings: Vec<Option<Standing>>,
    /// The whole pool in adjusted order.
    pub members: Vec<Member>,
    /// Hits dropped, for each channel of the candidates.
    pub filtered: Vec<usize>,
    pub unknown: Vec<usize>,
    pub policy: InForce,
}

pub fn rank<'a>(
    db: &Db,
    channels: &[Channel<'a>],
    options: &Options,
    depth: Depth,
) -> Result<Ranked<'a>> {
    let candidates = Candidates::of(channels);
    let mut reader = Reader::open(db)?;
    let asked_for = asked_for(db, options.policy.as_deref())?;
    let as_of = revision_asked(&reader, options.view, candidates.identities.iter())?;
    let standings = reader.standings(&names(&candidates.identities), as_of, depth)?;

    let mut filtered = vec![0; candidates.channels.len()];
    let mut unknown = filtered.clone();
    let mut admitted = Vec::with_capacity(candidates.channels.len());
    for (at, channel) in candidates.channels.iter().enumerate() {
        let stands = |hit: &usize| match &standings[*hit] {
            None => {
                unknown[at] += 1;
                false
            }
            Some(standing) if options.view != View::History && !standing.validity.eligible() => {
                filtered[at] += 1;
                false
            }
            Some(_) => true,
        };
        admitted.push(
            channel
                .hits
                .iter()
                .copied()
                .filter(stands)
                .collect::<Vec<_>>(),
        );
    }
    let ranking = candidates
        .channels
        .iter()
        .zip(&admitted)
        .map(|(channel, admitted)| rules::Channel {
            weight: channel.weight,
            candidates: admitted,
        });
    let mut pool = rules::fuse(&ranking.collect::<Vec<_>>(), &candidates.identities);
    pool.truncate(options.coarse_limit);

    let scope = only_scope(
        options,
        pool.iter()
            .map(|fused| candidates.identities[fused.candidate].scope_id),
    );
    let policy = in_force(db, &mut reader, asked_for, scope)?;
    let terms = pool.iter().map(|fused| match &policy {
        Ok(policy) => terms(policy, &standings[fused.candidate], options),
        Err(_) => Terms::default(),
    });
    let order = ordered(&policy, terms.collect())?;
    let members = order.into_iter().map(|(baseline, terms)| Member {
        candidate: pool[baseline].candidate,
        baseline_rank: baseline as i64 + 1,
        score: pool[baseline].score,
        channels: pool[baseline].channels,
        terms,
    });
    Ok(Ranked {
        members: members.collect(),
        candidates,
        standings,
        filtered,
        unknown,
        policy,
    })
}

/// The baseline places (from 0) of a pool in adjusted order, with what moved each.
pub fn reorder(db: &Db, pool: &[Hit], options: &Options) -> Result<Vec<(usize, Terms)>> {
    let mut reader = Reader::open(db)?;
    let asked_for = asked_for(db, options.policy.as_deref())?;
    let as_of = revision_asked(&reader, options.view, pool.iter().map(|hit| &hit.identity))?;
    let scope = only_scope(options, pool.iter().map(|hit| hit.identity.scope_id));
    let policy = in_force(db, &mut reader, asked_for, scope)?;
    let terms = match &policy {
        Ok(policy) => {
            let identities: Vec<Identity> = pool.iter().map(|hit| hit.identity).collect();
            let standings = reader.standings(&names(&identities), as_of, Depth::Quality)?;
            standings
                .iter()
                .map(|standing| terms(policy, standing, options))
                .collect()
        }
        Err(_) => vec![Terms::default(); pool.len()],
    };
    ordered(&policy, terms)
}

/// The scope whose policy counts: the options' one, or the only one in the pool.
fn only_scope<'a>(
    options: &'a Options,
    mut scopes: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    if options.scope_id.is_some() {
        return options.scope_id.as_deref();
    }
    let first = scopes.next()?;
    scopes.all(|scope| scope == first).then_some(first)
}

/// The revision that a view asks for, once it is known to be one of the Memory that all identities belong to.
fn revision_asked<'a>(
    reader: &Reader,
    view: View,
    mut identities: impl Iterator<Item = &'a Identity<'a>>,
) -> Result<Option<i64>> {
    let View::AsOf(revision) = view else {
        return Ok(None);
    };
    let Some(first) = identities.next() else {
        return Ok(None);
    };
    reader.check_as_of(first.scope_id, first.memory_artifact_id, revision)?;
    let memory = |identity: &Identity<'a>| (identity.scope_id, identity.memory_artifact_id);
    if identities.any(|identity| memory(identity) != memory(first)) {
        return Err(refuse("view_many_memories", &[]));
    }
    Ok(Some(revision))
}

fn terms(policy: &Policy, standing: &Option<Standing>, options: &Options) -> Terms {
    match standing {
        Some(standing) if standing.validity.eligible() => {
            let quality = Quality {
                importance: standing.importance,
                authority_min: standing.authority_min,
                authority_max: standing.authority_max,
                current_state: standing.current_state,
                recorded_at: standing.recorded_at,
            };
            policy.terms(&quality, options.now())
        }
        _ => Terms::default(),
    }
}

fn names<'a>(identities: &[Identity<'a>]) -> Vec<standing::Identity<'a>> {
    let names = identities.iter().map(|identity| standing::Identity {
        scope: identity.scope_id,
        memory: identity.memory_artifact_id,
        entry: identity.entry_id,
        version: identity.entry_version_id,
    });
    names.collect()
}

fn ordered(policy: &InForce, terms: Vec<Terms>) -> Result<Vec<(usize, Terms)>> {
    let bound = policy.as_ref().map_or(0, |policy| policy.max_displacement);
    let adjustments: Vec<i64> = terms.iter().map(Terms::adjustment).collect();
    let order = rules::reorder(&adjustments, bound)?;
    Ok(order
        .into_iter()
        .map(|place| (place, terms[place]))
        .collect())
}
