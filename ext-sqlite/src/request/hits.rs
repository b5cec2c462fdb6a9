//! Which candidates does a request name?
//!
//! ```text
//! pool      [{"memory_artifact_id":"memory","revision":7,"entry_id":"e1","entry_version_id":"v1","score":0.03}, …]
//! channels  [{"name":"fts","weight":1.0,"hits":[…]}, …]
//! ```
//!
//! Refused by the place where it stands (`$[3]`, `$[0].hits[17]`, from 0): an element of another type, an unknown
//! key, a missing key, a value that does not fit, a score with more than 15 digits; then a hit without a scope, a
//! repeated identity in a pool, a repeated channel name. Channels with the weight 0 are checked like the others.

use std::collections::HashSet;

use super::{is_id, Options};
use crate::data::limits;
use crate::json::{self, Json};
use crate::refusal::{refuse, Refusal, Result};
use crate::rules::Identity;

/// A candidate, borrowed from the request. The revision is carried along and is no part of the identity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit<'a> {
    pub identity: Identity<'a>,
    pub revision: i64,
    pub score: Option<f64>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Channel<'a> {
    pub name: &'a str,
    pub weight: f64,
    pub hits: Vec<Hit<'a>>,
}

/// The pool in baseline order.
pub fn pool<'a>(subject: &'a Json, options: &'a Options) -> Result<Vec<Hit<'a>>> {
    let elements = elements(subject, limits().pool_members)
        .map_err(|count| refuse("pool_too_many", &[&count.to_string()]))?;
    let place = |at: usize| format!("$[{at}]");
    let mut hits = Vec::with_capacity(elements.len());
    for (at, element) in elements.iter().enumerate() {
        hits.push(hit(element, true).map_err(|wrong| wrong.refuse(&place(at)))?);
    }
    give_scope(&mut hits, options, place)?;
    match first_repeat(&hits) {
        Some(at) => Err(refuse("pool_duplicate", &[&place(at)])),
        None => Ok(hits),
    }
}

/// The channels in the order given, zero weights included.
pub fn channels<'a>(subject: &'a Json, options: &'a Options) -> Result<Vec<Channel<'a>>> {
    let elements = elements(subject, limits().channel_count)
        .map_err(|count| refuse("channels_too_many", &[&count.to_string()]))?;
    let mut channels = Vec::with_capacity(elements.len());
    for (at, element) in elements.iter().enumerate() {
        channels.push(channel(element, at)?);
    }
    for (at, channel) in channels.iter_mut().enumerate() {
        give_scope(&mut channel.hits, options, |hit| {
            format!("$[{at}].hits[{hit}]")
        })?;
    }
    let mut met = HashSet::with_capacity(channels.len());
    match channels.iter().find(|channel| !met.insert(channel.name)) {
        Some(channel) => Err(refuse("channel_duplicate", &[channel.name])),
        None => Ok(channels),
    }
}

/// The first hit whose identity an earlier one has. Sorting is cheaper here than hashing four texts a hit.
fn first_repeat(hits: &[Hit]) -> Option<usize> {
    let mut order: Vec<usize> = (0..hits.len()).collect();
    order.sort_unstable_by_key(|&at| (hits[at].identity, at));
    let same = |pair: &&[usize]| hits[pair[0]].identity == hits[pair[1]].identity;
    order.windows(2).filter(same).map(|pair| pair[1]).min()
}

/// The elements of an array; or how many they are, if more than `most`. Anything else has none.
fn elements<'a>(subject: &'a Json, most: i64) -> std::result::Result<&'a [Json<'a>], usize> {
    match subject {
        Json::Array(elements) if elements.len() as i64 > most => Err(elements.len()),
        Json::Array(elements) => Ok(elements),
        Json::Long(count) => Err(*count),
        _ => Ok(&[]),
    }
}

/// What is wrong with an element, before its place is known: places are only written out for a refusal.
enum Wrong<'a> {
    Type,
    Unknown(&'a str),
    Missing(&'static str),
    Invalid(&'static str),
    Digits(&'static str),
}

impl Wrong<'_> {
    fn refuse(&self, place: &str) -> Refusal {
        match self {
            Wrong::Type => refuse("element_type", &[place]),
            Wrong::Unknown(key) => refuse("key_unknown", &[place, key]),
            Wrong::Missing(key) => refuse("key_missing", &[place, key]),
            Wrong::Invalid(key) => refuse("key_invalid", &[place, key]),
            Wrong::Digits(key) => refuse("number_digits", &[place, key]),
        }
    }
}

/// The last value of each known key, in the order of `keys`; the first `required` ones must be there.
fn members<'a, const N: usize>(
    element: &'a Json,
    keys: [&'static str; N],
    required: usize,
) -> std::result::Result<[Option<&'a Json<'a>>; N], Wrong<'a>> {
    let Json::Object(members) = element else {
        return Err(Wrong::Type);
    };
    let mut values = [None; N];
    let mut unknown: Option<&str> = None;
    for (key, value) in members {
        match keys.iter().position(|known| known == key) {
            Some(at) => values[at] = Some(value),
            None => unknown = Some(unknown.map_or(key, |smallest| smallest.min(key))),
        }
    }
    if let Some(key) = unknown {
        return Err(Wrong::Unknown(key));
    }
    match values[..required].iter().position(Option::is_none) {
        Some(at) => Err(Wrong::Missing(keys[at])),
        None => Ok(values),
    }
}

fn hit<'a>(element: &'a Json, in_pool: bool) -> std::result::Result<Hit<'a>, Wrong<'a>> {
    const MEMORY: &str = "memory_artifact_id";
    const REVISION: &str = "revision";
    const ENTRY: &str = "entry_id";
    const VERSION: &str = "entry_version_id";
    const SCOPE: &str = "scope_id";
    const SCORE: &str = "score";
    let [memory, revision, entry, version, scope, score] = if in_pool {
        members(element, [MEMORY, REVISION, ENTRY, VERSION, SCOPE, SCORE], 4)?
    } else {
        let [m, r, e, v, s] = members(element, [MEMORY, REVISION, ENTRY, VERSION, SCOPE], 4)?;
        [m, r, e, v, s, None]
    };
    let limits = limits();
    let id = |value: Option<&'a Json<'a>>, key, most| {
        let id = value.and_then(Json::text).filter(|id| is_id(id, most));
        id.ok_or(Wrong::Invalid(key))
    };
    let memory_artifact_id = id(memory, MEMORY, limits.artifact_id_chars)?;
    let revision = revision
        .and_then(Json::integer)
        .filter(|revision| *revision >= 0);
    let revision = revision.ok_or(Wrong::Invalid(REVISION))?;
    let entry_id = id(entry, ENTRY, limits.entry_id_chars)?;
    let entry_version_id = id(version, VERSION, limits.entry_id_chars)?;
    // '' is no scope, so it can stand for "the options' one" until that is looked up.
    let scope_id = match scope {
        None => "",
        given => id(given, SCOPE, limits.scope_id_chars)?,
    };
    Ok(Hit {
        identity: Identity {
            memory_artifact_id,
            entry_id,
            entry_version_id,
            scope_id,
        },
        revision,
        score: score.map(|value| number(value, SCORE)).transpose()?,
    })
}

fn channel<'a>(element: &'a Json, at: usize) -> Result<Channel<'a>> {
    let place = || format!("$[{at}]");
    let [name, hits, weight] =
        members(element, ["name", "hits", "weight"], 2).map_err(|wrong| wrong.refuse(&place()))?;
    let invalid = |key: &str| refuse("key_invalid", &[&place(), key]);
    let most = limits().channel_name_chars;
    // A comma separates the names in `matched_by`.
    let plain = |name: &&str| name.bytes().all(|b| matches!(b, 0x20..=0x7e) && b != b',');
    let name = name
        .and_then(Json::text)
        .filter(|name| is_id(name, most))
        .filter(plain);
    let name = name.ok_or_else(|| invalid("name"))?;
    let weight = match weight {
        None => 1.0,
        Some(value) => number(value, "weight").map_err(|wrong| wrong.refuse(&place()))?,
    };
    if !(0.0..=limits().weight_max as f64).contains(&weight) {
        return Err(invalid("weight"));
    }
    let hits = hits.filter(|hits| matches!(hits, Json::Array(_) | Json::Long(_)));
    let elements = elements(hits.ok_or_else(|| invalid("hits"))?, limits().channel_hits)
        .map_err(|count| refuse("hits_too_many", &[&place(), &count.to_string()]))?;
    let mut hits = Vec::with_capacity(elements.len());
    for (number, element) in elements.iter().enumerate() {
        hits.push(
            hit(element, false)
                .map_err(|wrong| wrong.refuse(&format!("$[{at}].hits[{number}]")))?,
        );
    }
    Ok(Channel { name, weight, hits })
}

/// A JSON number of at most 15 digits, which every reader turns into the same double; or, for more, its decimal text
/// as a JSON string, which is rounded correctly.
fn number(value: &Json, key: &'static str) -> std::result::Result<f64, Wrong<'static>> {
    let number = match value {
        Json::Number(written) if json::significant_digits(written) > 15 => {
            return Err(Wrong::Digits(key))
        }
        Json::Number(written) => written.parse().ok(),
        Json::Text(text) => json::decimal(text),
        _ => None,
    };
    // -0 is 0, in its bits too: on OceanBase a JSON integer has no sign of zero.
    number
        .map(|number: f64| number + 0.0)
        .ok_or(Wrong::Invalid(key))
}

fn give_scope<'a>(
    hits: &mut [Hit<'a>],
    options: &'a Options,
    place: impl Fn(usize) -> String,
) -> Result<()> {
    for (at, hit) in hits.iter_mut().enumerate() {
        if hit.identity.scope_id.is_empty() {
            let scope = options.scope_id.as_deref();
            hit.identity.scope_id = scope.ok_or_else(|| refuse("scope_missing", &[&place(at)]))?;
        }
    }
    Ok(())
}
