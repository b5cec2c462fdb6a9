//! What was a source declared to be? Declarations are append-only; in force is the last one registered for exactly one
//! source type and definition version.

use crate::nested::Db;
use crate::refusal::Result;

/// A declaration, without the source type and definition version it is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    pub declaration_version: String,
    pub authority: i64,
    pub verification: String,
}

pub fn in_force(
    db: &Db,
    source_type: &str,
    definition_version: &str,
) -> Result<Option<Declaration>> {
    db.query_row(
        "SELECT declaration_version, authority, verification FROM main.pc_lifecycle_source_declaration
         WHERE source_type = ?1 AND definition_version = ?2 ORDER BY ordinal DESC LIMIT 1",
        &[source_type.into(), definition_version.into()],
        |row| {
            Ok(Declaration {
                declaration_version: row.text(0)?.to_owned(),
                authority: row.int(1)?,
                verification: row.text(2)?.to_owned(),
            })
        },
    )
}

/// The declaration of this very version, with its ordinal.
pub fn find(
    db: &Db,
    source_type: &str,
    definition_version: &str,
    declaration_version: &str,
) -> Result<Option<(i64, String, i64)>> {
    db.query_row(
        "SELECT authority, verification, ordinal FROM main.pc_lifecycle_source_declaration
         WHERE source_type = ?1 AND definition_version = ?2 AND declaration_version = ?3",
        &[
            source_type.into(),
            definition_version.into(),
            declaration_version.into(),
        ],
        |row| Ok((row.int(0)?, row.text(1)?.to_owned(), row.int(2)?)),
    )
}

/// Registers a declaration and gives its ordinal.
pub fn add(
    db: &Db,
    source_type: &str,
    definition_version: &str,
    declaration: &Declaration,
) -> Result<i64> {
    let last = db.query_row(
        "SELECT max(ordinal) FROM main.pc_lifecycle_source_declaration
         WHERE source_type = ?1 AND definition_version = ?2",
        &[source_type.into(), definition_version.into()],
        |row| row.int_or_null(0),
    )?;
    let ordinal = last.flatten().unwrap_or(0) + 1;
    db.insert(
        "INSERT INTO main.pc_lifecycle_source_declaration
         (source_type, definition_version, declaration_version, authority, verification, ordinal)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        &[
            source_type.into(),
            definition_version.into(),
            (&declaration.declaration_version).into(),
            declaration.authority.into(),
            (&declaration.verification).into(),
            ordinal.into(),
        ],
    )?;
    Ok(ordinal)
}
