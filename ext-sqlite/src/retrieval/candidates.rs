//! Which distinct identities do the channels name, and where?
//!
//! ```text
//! fts: e1 e2 e1    vector: e3 e2    →   identities e1 e2 e3;   fts 0 1 0,   vector 2 1
//! ```
//!
//! A channel of weight 0 is ignored altogether. The first occurrence, in the order of the channels, gives the revision.

use std::collections::HashMap;

use crate::request::hits::Channel;
use crate::rules::Identity;

#[derive(Debug)]
pub struct Candidates<'a> {
    pub identities: Vec<Identity<'a>>,
    /// One for each identity.
    pub revisions: Vec<i64>,
    pub channels: Vec<Listed<'a>>,
}

/// A channel with its hits as positions among the identities, repeats included.
#[derive(Debug)]
pub struct Listed<'a> {
    pub name: &'a str,
    pub weight: f64,
    pub hits: Vec<usize>,
}

impl<'a> Candidates<'a> {
    pub fn of(channels: &[Channel<'a>]) -> Candidates<'a> {
        let mut places: HashMap<Identity, usize> = HashMap::new();
        let mut candidates = Candidates {
            identities: Vec::new(),
            revisions: Vec::new(),
            channels: Vec::with_capacity(channels.len()),
        };
        for channel in channels.iter().filter(|channel| channel.weight > 0.0) {
            let hits = channel.hits.iter().map(|hit| {
                *places.entry(hit.identity).or_insert_with(|| {
                    candidates.identities.push(hit.identity);
                    candidates.revisions.push(hit.revision);
                    candidates.identities.len() - 1
                })
            });
            let hits = hits.collect();
            candidates.channels.push(Listed {
                name: channel.name,
                weight: channel.weight,
                hits,
            });
        }
        candidates
    }

    /// The names of the channels whose bits are set, in their order.
    pub fn matched_by(&self, bits: u32) -> impl Iterator<Item = &'a str> + '_ {
        let matched = self
            .channels
            .iter()
            .enumerate()
            .filter(move |(at, _)| bits & (1 << at) != 0);
        matched.map(|(_, channel)| channel.name)
    }
}
