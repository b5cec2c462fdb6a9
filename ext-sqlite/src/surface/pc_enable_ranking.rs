//! Lets a registered policy order the recall of a scope; enabled last, it is the scope's default.
//!
//! ```sql
//! SELECT pc_enable_ranking('s', 'importance.seed.v1');   -- {"outcome":"enabled","policy_id":"importance.seed.v1"}
//! ```
//!
//! Refused where the stored policy is not what was registered, and while a Memory of the scope is not ready (`not_ready`,
//! with the number of them and the first entry): every active entry must cite a source with a declaration. Declare the
//! sources, then `pc_observe`.

use std::ops::RangeInclusive;

use crate::guard::{Kind, ScalarFunction, Value};
use crate::nested::Db;
use crate::refusal::{refuse, Result};
use crate::retrieval::policy::registered;
use crate::store::readiness::ranking_ready;
use crate::store::{policy, setting};
use crate::write::answer;
use crate::write::argument::Arguments;

pub struct PcEnableRanking;

impl ScalarFunction for PcEnableRanking {
    const NAME: &'static str = "pc_enable_ranking";
    const ARGUMENTS: RangeInclusive<usize> = 2..=2;
    const KIND: Kind = Kind::Write;

    fn answer(db: &Db, arguments: &[Value]) -> Result<Value> {
        let given = Arguments(arguments);
        let (scope, policy_id) = (given.scope(0)?, given.policy(1)?);
        db.write(|db| {
            setting::installed(db)?;
            if registered(db, policy_id)?.is_none() {
                return Err(refuse("policy_unknown", &[policy_id]));
            }
            if policy::default(db, scope)?.as_deref() == Some(policy_id) {
                return Ok(told(policy_id, "unchanged"));
            }
            let readiness = ranking_ready(db, scope)?;
            if readiness.unready_memories > 0 {
                let first = readiness
                    .first
                    .map_or_else(String::new, |(memory, entry)| format!("{memory}/{entry}"));
                return Err(refuse(
                    "ranking_not_ready",
                    &[&readiness.unready_memories.to_string(), &first],
                ));
            }
            policy::switch(db, scope, policy_id, true)?;
            Ok(told(policy_id, "enabled"))
        })
    }
}

pub(super) fn told(policy_id: &str, outcome: &str) -> Value {
    answer(&[("outcome", outcome.into()), ("policy_id", policy_id.into())])
}
