//! What was a source declared to be when an entry version cited it?
//!
//! A snapshot keeps the declaration that was in force, under a SHA-256 over its canonical form. A derivation
//! believes a snapshot only while its hash matches: one that was tampered with reads as missing.

use crate::canonical;
use crate::canonical::Plain;

/// The content of a snapshot row, its hash left out.
#[derive(Clone, Copy, Debug)]
pub struct SnapshotContent<'a> {
    pub scope_id: &'a str,
    pub memory_artifact_id: &'a str,
    pub entry_id: &'a str,
    pub entry_version_id: &'a str,
    pub source_type: &'a str,
    pub source_id: &'a str,
    pub definition_version: &'a str,
    pub declaration_version: &'a str,
    pub authority: i64,
    pub verification: &'a str,
    pub late: bool,
    pub recorded_at: i64,
}

/// `snapshot_hash`: SHA-256 hex over the array of the columns, in their order.
pub fn hash(content: &SnapshotContent<'_>) -> String {
    let cells: [Plain<'_>; 12] = [
        content.scope_id.into(),
        content.memory_artifact_id.into(),
        content.entry_id.into(),
        content.entry_version_id.into(),
        content.source_type.into(),
        content.source_id.into(),
        content.definition_version.into(),
        content.declaration_version.into(),
        content.authority.into(),
        content.verification.into(),
        content.late.into(),
        content.recorded_at.into(),
    ];
    canonical::sha256_hex(canonical::array(&cells).as_bytes())
}
