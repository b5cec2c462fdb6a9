//! Which version is loaded?
//!
//! ```sql
//! SELECT pc_version();   -- 0.1.0
//! ```

use std::ops::RangeInclusive;

use crate::guard::{Kind, ScalarFunction, Value};
use crate::nested::Db;
use crate::refusal::Result;

pub struct PcVersion;

impl ScalarFunction for PcVersion {
    const NAME: &'static str = "pc_version";
    const ARGUMENTS: RangeInclusive<usize> = 0..=0;
    const KIND: Kind = Kind::Pure;

    fn answer(_: &Db, _: &[Value]) -> Result<Value> {
        Ok(Value::Text(env!("CARGO_PKG_VERSION").to_owned()))
    }
}
