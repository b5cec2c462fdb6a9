//! Registers what sources of a type are worth, under a version of their definition.
//!
//! ```sql
//! SELECT pc_declare_source('content', '1', '2026-01', 2, 'verified');   -- {"ordinal":1,"outcome":"declared"}
//! ```
//!
//! In force is the last one registered for exactly this type and definition version. A declaration never changes: the same
//! key with other content is refused (`conflict`). Authority: 0 untrusted to 3 system_attested.

use std::ops::RangeInclusive;

use crate::data::{level, limits, verifications};
use crate::guard::{Kind, ScalarFunction, Value};
use crate::nested::Db;
use crate::refusal::{refuse, Result};
use crate::store::{declaration, setting};
use crate::write::answer;
use crate::write::argument::{text, Arguments};

pub struct PcDeclareSource;

impl ScalarFunction for PcDeclareSource {
    const NAME: &'static str = "pc_declare_source";
    const ARGUMENTS: RangeInclusive<usize> = 5..=5;
    const KIND: Kind = Kind::Write;

    fn answer(db: &Db, arguments: &[Value]) -> Result<Value> {
        let given = Arguments(arguments);
        let limits = limits();
        let source_type = text(given.at(0), "source_type", limits.source_type_chars)?;
        let definition_version = text(given.at(1), "definition_version", limits.version_chars)?;
        let declaration_version = text(given.at(2), "declaration_version", limits.version_chars)?;
        let authority = given.integer(3, "authority")?;
        if level("authority", authority).is_none() {
            return Err(refuse("authority_level", &[&authority.to_string()]));
        }
        let verification = text(given.at(4), "verification", limits.kind_chars)?;
        if !verifications().iter().any(|known| known == verification) {
            return Err(refuse("verification_unknown", &[verification]));
        }
        db.write(|db| {
            setting::installed(db)?;
            let there =
                declaration::find(db, source_type, definition_version, declaration_version)?;
            if let Some((known_authority, known_verification, ordinal)) = there {
                return if known_authority == authority && known_verification == verification {
                    Ok(answer(&[
                        ("ordinal", ordinal.into()),
                        ("outcome", "unchanged".into()),
                    ]))
                } else {
                    Err(refuse(
                        "declaration_exists",
                        &[declaration_version, source_type],
                    ))
                };
            }
            let new = declaration::Declaration {
                declaration_version: declaration_version.to_owned(),
                authority,
                verification: verification.to_owned(),
            };
            let ordinal = declaration::add(db, source_type, definition_version, &new)?;
            Ok(answer(&[
                ("ordinal", ordinal.into()),
                ("outcome", "declared".into()),
            ]))
        })
    }
}
