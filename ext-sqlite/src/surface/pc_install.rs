//! Makes this database a lifecycle store.
//!
//! ```sql
//! SELECT pc_install();                                    -- {"adapter":"native","attached":null,"schema_version":1}
//! ATTACH 'file:powercontext.db?mode=ro' AS pc;
//! SELECT pc_install('powercontext-1.4', 'pc');            -- the store here, its authority beside it
//! ```
//!
//! Installing again changes nothing and says what is there. Refused: an unknown adapter, an authority that is not attached
//! or lacks its tables, a store that was installed for another adapter, a database that PowerContext manages.

use std::ops::RangeInclusive;

use crate::data::limits;
use crate::guard::{Kind, ScalarFunction, Value};
use crate::nested::Db;
use crate::refusal::Result;
use crate::store::install::install;
use crate::write::answer;
use crate::write::argument::{text, Arguments};

pub struct PcInstall;

impl ScalarFunction for PcInstall {
    const NAME: &'static str = "pc_install";
    const ARGUMENTS: RangeInclusive<usize> = 0..=2;
    const KIND: Kind = Kind::Write;

    fn answer(db: &Db, arguments: &[Value]) -> Result<Value> {
        let given = Arguments(arguments);
        let named = |at: usize, name: &str| {
            let value = given.at(at);
            if value.is_null() {
                return Ok(None);
            }
            text(value, name, limits().artifact_id_chars).map(Some)
        };
        let installed = install(db, named(0, "adapter")?, named(1, "attached")?)?;
        Ok(answer(&[
            ("adapter", (&installed.adapter).into()),
            ("attached", installed.attached.as_ref().into()),
            ("schema_version", installed.schema_version.into()),
        ]))
    }
}
