//! Which order does a fixed pool get? Reciprocal rank fusion first, then a bounded stable reorder by policy terms.
//!
//! Engine-free: nothing here knows a database, so tests can call every rule, and OceanBase's SQL is held against it.
//!
//! ```text
//! baseline A B C D E F, C high, importance.seed.v1 (high = 3 half positions)
//! keys     2 4 3 8 10 12          2·rank − a
//! order    A C B D E F            sorted by (key, rank)
//! ```
//!
//! A member at rank `j` overtakes one at `i < j` only when `2(j − i) < a_j − a_i`. A policy whose terms span at most
//! `2(D + 1)` therefore moves nothing further than D, in either direction; sorting by `rank − shift` has no such bound
//! (a test shows it). Refused: a policy with a wider span, an unknown key, a missing level, a term out of place. A
//! reorder that would break its own bound, or lose a member, is an internal refusal and never an answer.

use std::fmt::Write as _;

use serde_json::{json, Value};

use crate::canonical;
use crate::data::{level, limits};
use crate::json::{self, Json};
use crate::refusal::{refuse, Refusal, Result};

/// Who a candidate is. Compared bytewise, and the order of the fields is the order of RRF's tie-break.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity<'a> {
    pub memory_artifact_id: &'a str,
    pub entry_id: &'a str,
    pub entry_version_id: &'a str,
    pub scope_id: &'a str,
}

/// What one channel adds for a row at a rank, counted from 1.
pub fn rrf_term(weight: f64, rank: usize) -> f64 {
    // Ranks are below 2^53, so the sum and its conversion are exact.
    weight / (limits().rrf_constant as f64 + rank as f64)
}

/// A channel after admission and filtering: positions in the list of identities, best first.
#[derive(Debug, Clone)]
pub struct Channel<'a> {
    pub weight: f64,
    pub candidates: &'a [usize],
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fused {
    pub candidate: usize,
    pub score: f64,
    /// Bit n: the n-th channel returned it.
    pub channels: u32,
}

/// Scores every candidate and sorts: score descending, then the identity's bytes. A channel that repeats a candidate
/// counts its first rank only, and the repeat still uses one up.
pub fn fuse(channels: &[Channel], identities: &[Identity]) -> Vec<Fused> {
    let mut seen: Vec<Option<Fused>> = vec![None; identities.len()];
    for (number, channel) in channels.iter().enumerate() {
        let bit = 1 << number;
        for (place, &candidate) in channel.candidates.iter().enumerate() {
            let term = rrf_term(channel.weight, place + 1);
            match &mut seen[candidate] {
                Some(fused) if fused.channels & bit != 0 => {}
                Some(fused) => {
                    fused.score += term;
                    fused.channels |= bit;
                }
                first => {
                    *first = Some(Fused {
                        candidate,
                        score: term,
                        channels: bit,
                    });
                }
            }
        }
    }
    let mut fused: Vec<Fused> = seen.into_iter().flatten().collect();
    fused.sort_unstable_by(|a, b| {
        let by_score = b.score.total_cmp(&a.score);
        by_score.then_with(|| identities[a.candidate].cmp(&identities[b.candidate]))
    });
    fused
}

/// The bounded stable reorder: which baseline positions (from 0) come first, second, …
pub fn reorder(adjustments: &[i64], max_displacement: i64) -> Result<Vec<usize>> {
    let mut order: Vec<usize> = (0..adjustments.len()).collect();
    order.sort_by_key(|&place| 2 * place as i64 - adjustments[place]);
    check_order(&order, adjustments.len(), max_displacement)?;
    Ok(order)
}

/// Is this the same set, and is nothing further from its baseline place than allowed?
pub fn check_order(order: &[usize], members: usize, max_displacement: i64) -> Result<()> {
    let mut met = vec![false; members];
    for (place, &baseline) in order.iter().enumerate() {
        if baseline >= members || std::mem::replace(&mut met[baseline], true) {
            return Err(Refusal::internal("a reorder changed its pool"));
        }
        if (baseline as i64 - place as i64).abs() > max_displacement {
            return Err(Refusal::internal("a reorder broke its bound"));
        }
    }
    if order.len() != members {
        return Err(Refusal::internal("a reorder lost a member"));
    }
    Ok(())
}

/// What the projection knows of a member, as far as a policy asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Quality {
    pub importance: i64,
    pub authority_min: i64,
    pub authority_max: i64,
    /// state_class is `current_state`.
    pub current_state: bool,
    /// None: the time is unknown.
    pub recorded_at: Option<i64>,
}

/// A level (or, for freshness, a band counted from 1) and what it is worth, in half positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Term {
    pub at: i64,
    pub worth: i64,
}

/// The terms of one member; the sum of their worth is its adjustment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Terms {
    pub provenance: Term,
    pub importance: Term,
    pub freshness: Term,
}

impl Terms {
    pub fn adjustment(&self) -> i64 {
        self.provenance.worth + self.importance.worth + self.freshness.worth
    }

    /// The terms that are not zero, in the order of the dimensions: `importance.high=3,freshness.2=-1`.
    pub fn push_rules(&self, out: &mut String) {
        let start = out.len();
        let dimensions = [
            ("provenance", "authority", self.provenance),
            ("importance", "importance", self.importance),
            ("freshness", "", self.freshness),
        ];
        for (dimension, levels, Term { at, worth }) in dimensions {
            if worth == 0 {
                continue;
            }
            if out.len() > start {
                out.push(',');
            }
            let _ = match level(levels, at) {
                Some(name) => write!(out, "{dimension}.{name}={worth}"),
                None => write!(out, "{dimension}.{at}={worth}"),
            };
        }
    }

    pub fn rules(&self) -> String {
        let mut rules = String::new();
        self.push_rules(&mut rules);
        rules
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Band {
    pub min_age: i64,
    pub term: i64,
}

/// A registered ranking policy. A dimension that it leaves out has the term 0 throughout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    pub id: String,
    pub max_displacement: i64,
    pub importance: Option<[i64; 4]>,
    pub provenance: Option<[i64; 4]>,
    pub bands: Option<Vec<Band>>,
    /// Canonical JSON, and its SHA-256.
    pub body: String,
    pub sha256: String,
}

impl Policy {
    /// `now` is the query's `as_of` where its intent is `current`, else None: then freshness says nothing.
    pub fn terms(&self, member: &Quality, now: Option<i64>) -> Terms {
        let term = |terms: &Option<[i64; 4]>, at: i64| {
            let terms = terms.as_ref().map_or(&[][..], |terms| &terms[..]);
            let worth = usize::try_from(at).ok().and_then(|at| terms.get(at));
            Term {
                at,
                worth: worth.copied().unwrap_or(0),
            }
        };
        Terms {
            provenance: term(&self.provenance, member.authority_min),
            importance: term(&self.importance, member.importance),
            freshness: self.freshness(member, now).unwrap_or_default(),
        }
    }

    /// The last band whose age the version has reached. Only a dated record of current state that nothing protects
    /// can be demoted by age; one from the future has age 0.
    fn freshness(&self, member: &Quality, now: Option<i64>) -> Option<Term> {
        let protected = member.authority_max >= limits().protected_authority
            || member.importance >= limits().protected_importance;
        if protected || !member.current_state {
            return None;
        }
        // Two 64-bit times can be further apart than 64 bits hold; such an age reaches every band.
        let age = now?.saturating_sub(member.recorded_at?).max(0);
        let bands = self.bands.as_deref()?;
        let reached = bands.partition_point(|band| band.min_age <= age);
        Some(Term {
            at: i64::try_from(reached).ok()?,
            worth: bands.get(reached.checked_sub(1)?)?.term,
        })
    }

    /// The largest minus the smallest adjustment that any two members can have, the neutral 0 included.
    pub fn span(&self) -> i64 {
        let levels = [&self.importance, &self.provenance].into_iter().flatten();
        let spans = levels.map(|terms| {
            let largest = terms.iter().max().map_or(0, |term| *term.max(&0));
            largest - terms.iter().min().map_or(0, |term| *term.min(&0))
        });
        let ages = self.bands.iter().flatten().map(|band| -band.term).max();
        spans.sum::<i64>() + ages.unwrap_or(0)
    }
}

const IMPORTANCE: [&str; 4] = ["low", "normal", "high", "critical"];
const PROVENANCE: [&str; 4] = [
    "untrusted",
    "user_asserted",
    "repository_attested",
    "system_attested",
];

/// Reads and validates a policy, and gives it its canonical form; `policy` names the argument in a refusal.
pub fn parse_policy(text: &str) -> Result<Policy> {
    if text.len() as i64 > limits().json_bytes {
        return Err(refuse("json_too_long", &["policy"]));
    }
    let value = json::read(text).map_err(|_| refuse("json_invalid", &["policy"]))?;
    let Json::Object(_) = value else {
        return Err(refuse("json_type", &["policy", "object"]));
    };
    let keys = [
        "id",
        "max_displacement",
        "importance",
        "provenance",
        "freshness",
    ];
    known_keys(&value, "policy", &keys, 2)?;
    let id = value
        .get("id")
        .and_then(Json::text)
        .filter(|id| is_policy_id(id));
    let id = id
        .ok_or_else(|| refuse("key_invalid", &["policy", "id"]))?
        .to_owned();
    let (furthest, term) = (limits().max_displacement, limits().policy_term);
    let max_displacement = integer(&value, "policy", "max_displacement", 0, furthest)?;
    let importance = value
        .get("importance")
        .map(|terms| level_terms(terms, "importance", &IMPORTANCE, -term));
    let importance = importance.transpose()?;
    // Trust is never held against a record: provenance can only lift.
    let provenance = value
        .get("provenance")
        .map(|terms| level_terms(terms, "provenance", &PROVENANCE, 0));
    let provenance = provenance.transpose()?;
    let bands = value.get("freshness").map(freshness_bands).transpose()?;
    let mut policy = Policy {
        id,
        max_displacement,
        importance,
        provenance,
        bands,
        body: String::new(),
        sha256: String::new(),
    };
    if policy.span() > 2 * (max_displacement + 1) {
        return Err(refuse(
            "policy_spread",
            &[&policy.id, &max_displacement.to_string()],
        ));
    }
    policy.body = canonical_body(&policy);
    policy.sha256 = canonical::sha256_hex(policy.body.as_bytes());
    Ok(policy)
}

/// 1 to 64 of a-z, 0-9, dot, underscore and dash.
pub fn is_policy_id(id: &str) -> bool {
    let plain =
        |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'.' | b'_' | b'-');
    (1..=64).contains(&id.len()) && id.bytes().all(plain)
}

/// The bytewise smallest key that is not among the known ones, then the first missing of the first `required` ones.
fn known_keys(value: &Json, place: &str, known: &[&str], required: usize) -> Result<()> {
    let Json::Object(members) = value else {
        return Err(refuse("element_type", &[place]));
    };
    let unknown = members
        .iter()
        .map(|(key, _)| key.as_ref())
        .filter(|key| !known.contains(key))
        .min();
    if let Some(key) = unknown {
        return Err(refuse("key_unknown", &[place, key]));
    }
    match known[..required]
        .iter()
        .find(|key| value.get(key).is_none())
    {
        Some(key) => Err(refuse("key_missing", &[place, key])),
        None => Ok(()),
    }
}

fn integer(value: &Json, place: &str, key: &str, least: i64, greatest: i64) -> Result<i64> {
    let number = value.get(key).and_then(Json::integer);
    number
        .filter(|number| (least..=greatest).contains(number))
        .ok_or_else(|| refuse("key_invalid", &[place, key]))
}

fn level_terms(value: &Json, dimension: &str, levels: &[&str; 4], least: i64) -> Result<[i64; 4]> {
    if !matches!(value, Json::Object(_)) {
        return Err(refuse("key_invalid", &["policy", dimension]));
    }
    known_keys(value, dimension, levels, 4)?;
    let mut terms = [0; 4];
    for (term, level) in terms.iter_mut().zip(levels) {
        *term = integer(value, dimension, level, least, limits().policy_term)?;
    }
    Ok(terms)
}

fn freshness_bands(value: &Json) -> Result<Vec<Band>> {
    if !matches!(value, Json::Object(_)) {
        return Err(refuse("key_invalid", &["policy", "freshness"]));
    }
    known_keys(value, "freshness", &["bands"], 1)?;
    let bands = match value.get("bands") {
        Some(Json::Array(bands)) if bands.len() as i64 <= limits().freshness_bands => bands,
        _ => return Err(refuse("key_invalid", &["freshness", "bands"])),
    };
    let mut out: Vec<Band> = Vec::with_capacity(bands.len());
    for (number, band) in bands.iter().enumerate() {
        let place = format!("bands[{number}]");
        known_keys(band, &place, &["min_age", "term"], 2)?;
        // Older is never better off: ages rise and terms fall from band to band.
        let (oldest, mildest) = out.last().map_or((-1, 0), |last| (last.min_age, last.term));
        let least_age = oldest
            .checked_add(1)
            .ok_or_else(|| refuse("key_invalid", &[&place, "min_age"]))?;
        out.push(Band {
            min_age: integer(band, &place, "min_age", least_age, i64::MAX)?,
            term: integer(band, &place, "term", -limits().policy_term, mildest)?,
        });
    }
    Ok(out)
}

/// What was given and nothing else.
fn canonical_body(policy: &Policy) -> String {
    let levels = |names: &[&str; 4], terms: &[i64; 4]| {
        let named = names.iter().zip(terms);
        Value::from_iter(named.map(|(name, term)| (name.to_string(), Value::from(*term))))
    };
    let mut body = json!({"id": policy.id, "max_displacement": policy.max_displacement});
    if let Some(terms) = &policy.importance {
        body["importance"] = levels(&IMPORTANCE, terms);
    }
    if let Some(terms) = &policy.provenance {
        body["provenance"] = levels(&PROVENANCE, terms);
    }
    if let Some(bands) = &policy.bands {
        let bands = bands
            .iter()
            .map(|band| json!({"min_age": band.min_age, "term": band.term}));
        body["freshness"] = json!({"bands": bands.collect::<Vec<_>>()});
    }
    canonical::json(&body)
}
