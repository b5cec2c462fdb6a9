//! Why does pc_rank answer in this order? The same run, told as one canonical JSON text (`retrieval::trace`).
//!
//! ```sql
//! SELECT pc_trace(:channels, '{"scope_id":"project","limit":20}');
//! ```
//!
//! Refused: what pc_rank refuses.

use std::ops::RangeInclusive;

use crate::guard::{Kind, ScalarFunction, Value};
use crate::nested::Db;
use crate::refusal::Result;
use crate::request::{hits, Arguments, Options, Surface};
use crate::retrieval::rank::rank;
use crate::retrieval::trace::trace;
use crate::store::standing::Depth;

pub struct PcTrace;

impl ScalarFunction for PcTrace {
    const NAME: &'static str = "pc_trace";
    const ARGUMENTS: RangeInclusive<usize> = 1..=2;
    const KIND: Kind = Kind::Read;

    fn answer(db: &Db, arguments: &[Value]) -> Result<Value> {
        let arguments = Arguments::read("channels", arguments.first(), arguments.get(1))?;
        let options = Options::read(&arguments.options, Surface::Rank)?;
        let channels = hits::channels(&arguments.subject, &options)?;
        // Looks up a pool's worth of identities: statements are kept for the time of this call.
        let db = Db::keeping(db.connection());
        let ranked = rank(&db, &channels, &options, Depth::Quality)?;
        Ok(Value::Text(trace(&ranked, options.view)))
    }
}
