//! Registers a ranking policy. It changes nothing until a scope enables it.
//!
//! ```sql
//! SELECT pc_register_policy('{"id":"mine.v1","max_displacement":1,"importance":{"low":-2,"normal":0,"high":2,"critical":2}}');
//! -- {"outcome":"registered","policy_id":"mine.v1","sha256":"…"}
//! ```
//!
//! Refused: unknown keys, terms that could move a member too far, an id whose policy says something else (`conflict`).

use std::ops::RangeInclusive;

use crate::guard::{Kind, ScalarFunction, Value};
use crate::nested::Db;
use crate::refusal::{refuse, Result};
use crate::rules::parse_policy;
use crate::store::{policy, setting};
use crate::write::answer;

pub struct PcRegisterPolicy;

impl ScalarFunction for PcRegisterPolicy {
    const NAME: &'static str = "pc_register_policy";
    const ARGUMENTS: RangeInclusive<usize> = 1..=1;
    const KIND: Kind = Kind::Write;

    fn answer(db: &Db, arguments: &[Value]) -> Result<Value> {
        let wanted = parse_policy(arguments[0].text("policy")?)?;
        db.write(|db| {
            setting::installed(db)?;
            let outcome = match policy::body(db, &wanted.id)? {
                None => {
                    policy::add(db, &wanted)?;
                    "registered"
                }
                Some(body) if body == wanted.body => "unchanged",
                Some(_) => return Err(refuse("policy_exists", &[&wanted.id])),
            };
            Ok(answer(&[
                ("outcome", outcome.into()),
                ("policy_id", (&wanted.id).into()),
                ("sha256", (&wanted.sha256).into()),
            ]))
        })
    }
}
