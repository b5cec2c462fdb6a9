//! Takes a policy out of use in a scope. With none enabled, recall has its plain order again.
//!
//! ```sql
//! SELECT pc_disable_ranking('s', 'importance.seed.v1');   -- {"outcome":"disabled","policy_id":"importance.seed.v1"}
//! ```
//!
//! A policy that is not enabled is `unchanged`; one that is not registered is refused (`not_found`).

use std::ops::RangeInclusive;

use super::pc_enable_ranking::told;
use crate::guard::{Kind, ScalarFunction, Value};
use crate::nested::Db;
use crate::refusal::{refuse, Result};
use crate::store::{policy, setting};
use crate::write::argument::Arguments;

pub struct PcDisableRanking;

impl ScalarFunction for PcDisableRanking {
    const NAME: &'static str = "pc_disable_ranking";
    const ARGUMENTS: RangeInclusive<usize> = 2..=2;
    const KIND: Kind = Kind::Write;

    fn answer(db: &Db, arguments: &[Value]) -> Result<Value> {
        let given = Arguments(arguments);
        let (scope, policy_id) = (given.scope(0)?, given.policy(1)?);
        db.write(|db| {
            setting::installed(db)?;
            if policy::body(db, policy_id)?.is_none() {
                return Err(refuse("policy_unknown", &[policy_id]));
            }
            if !policy::is_enabled(db, scope, policy_id)? {
                return Ok(told(policy_id, "unchanged"));
            }
            policy::switch(db, scope, policy_id, false)?;
            Ok(told(policy_id, "disabled"))
        })
    }
}
