//! Which ranking policy is in force, or why none?
//!
//! | neutral because | when |
//! | --- | --- |
//! | `no_policy` | none is enabled for the scope and none was asked for, or the pool has no single scope and none was named |
//! | `not_enabled` | the policy asked for is registered, but its last switch in the scope is not "on" |
//! | `not_ready` | a Memory of the scope has an active entry without valid declarations behind it |
//!
//! Refused: a policy that is not registered. A stored body that no longer reads as the policy it is stored under was not
//! written by `pc_register_policy`: internal.

use std::cell::RefCell;

use crate::nested::Db;
use crate::refusal::{refuse, Refusal, Result};
use crate::rules::{parse_policy, Policy};
use crate::store::{self, standing::Reader};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Neutral {
    NoPolicy,
    NotEnabled,
    NotReady,
}

impl Neutral {
    pub fn name(self) -> &'static str {
        match self {
            Neutral::NoPolicy => "no_policy",
            Neutral::NotEnabled => "not_enabled",
            Neutral::NotReady => "not_ready",
        }
    }
}

/// What orders the pool.
pub type InForce = std::result::Result<Policy, Neutral>;

/// The policy that the request names, if it names one.
pub fn asked_for(db: &Db, id: Option<&str>) -> Result<Option<Policy>> {
    let Some(id) = id else {
        return Ok(None);
    };
    let policy = registered(db, id)?;
    policy
        .map(Some)
        .ok_or_else(|| refuse("policy_unknown", &[id]))
}

/// The policy for a pool of this scope; None where the pool has no single one.
pub fn in_force(
    db: &Db,
    reader: &mut Reader,
    asked_for: Option<Policy>,
    scope: Option<&str>,
) -> Result<InForce> {
    let Some(scope) = scope else {
        return Ok(Err(Neutral::NoPolicy));
    };
    let policy = match asked_for {
        Some(policy) if store::policy::is_enabled(db, scope, &policy.id)? => policy,
        Some(_) => return Ok(Err(Neutral::NotEnabled)),
        None => match store::policy::default(db, scope)? {
            None => return Ok(Err(Neutral::NoPolicy)),
            Some(id) => registered(db, &id)?
                .ok_or_else(|| Refusal::internal("an enabled policy is gone"))?,
        },
    };
    let is_ready = reader.is_ranking_ready(scope)?;
    Ok(is_ready.then_some(policy).ok_or(Neutral::NotReady))
}

thread_local! {
    /// The policy read last: nearly every query reads the same one, and its body and hash say whether it still is.
    static LAST: RefCell<Option<Policy>> = const { RefCell::new(None) };
}

/// The registered policy; refused where what is stored is not what was registered, by its hash.
pub fn registered(db: &Db, id: &str) -> Result<Option<Policy>> {
    let Some((body, sha256)) = store::policy::stored(db, id)? else {
        return Ok(None);
    };
    let is_stored =
        |policy: &Policy| policy.id == id && policy.body == body && policy.sha256 == sha256;
    let last = LAST.with_borrow(|last| last.as_ref().filter(|last| is_stored(last)).cloned());
    if last.is_some() {
        return Ok(last);
    }
    match parse_policy(&body) {
        Ok(policy) if is_stored(&policy) => {
            LAST.set(Some(policy.clone()));
            Ok(Some(policy))
        }
        _ => Err(Refusal::internal("a policy was altered")),
    }
}
