//! The native authority: the project's own append-only tables in `main`.
//!
//! The manifest at a revision is the last change of each entry at or before it, so nothing but the change log is
//! read for a state, and "as of R" costs no more than now.

use super::{Authority, Head, PositionSql};
use crate::nested::{Db, Row};
use crate::projection::facts::{
    Artifact, Change, Entry, EntryKey, Op, Source, Version, VersionKey,
};
use crate::refusal::{Refusal, Result};

pub struct Native {
    db: Db,
}

impl Native {
    pub fn new(db: &Db) -> Native {
        Native { db: db.clone() }
    }

    fn versions(&self, scope: &str, key: &EntryKey) -> Result<Vec<Version>> {
        let mut versions: Vec<Version> = Vec::new();
        let mut text_before = String::new();
        let mut rows = self.db.prepare(
            "SELECT entry_version_id, version, kind, text, created_in_revision FROM main.pc_lifecycle_entry
             WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND entry_id = ?3 ORDER BY version, entry_version_id",
        )?;
        rows.bind(&[scope.into(), (&key.memory).into(), (&key.entry).into()])?;
        while rows.step()? {
            let row = rows.row();
            let (kind, text) = (row.text(2)?, row.text(3)?);
            let changed = versions
                .last()
                .is_some_and(|before| before.kind != kind || text_before != text);
            versions.push(Version {
                entry_version_id: row.text(0)?.to_owned(),
                version: row.int(1)?,
                kind: kind.to_owned(),
                changed,
                created_in_revision: row.int(4)?,
                sources: vec![],
                increments: vec![],
                artifacts: vec![],
            });
            text_before.replace_range(.., text);
        }
        Ok(versions)
    }

    fn evidence(&self, scope: &str, key: &EntryKey, versions: &mut [Version]) -> Result<()> {
        let mut rows = self.db.prepare(
            "SELECT entry_version_id, evidence_type, source_type, source_id, definition_version, effective_at,
                    artifact_family, artifact_id, artifact_revision, is_merge_input
             FROM main.pc_lifecycle_evidence
             WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND entry_id = ?3 AND is_increment = 0
             ORDER BY entry_version_id, ordinal",
        )?;
        rows.bind(&[scope.into(), (&key.memory).into(), (&key.entry).into()])?;
        while rows.step()? {
            let row = rows.row();
            let of = row.text(0)?;
            let Some(version) = versions.iter_mut().find(|v| v.entry_version_id == of) else {
                continue;
            };
            match row.text(1)? {
                "source" => version.sources.push(source(row, 2)?),
                _ => version.artifacts.push(Artifact {
                    family: row.text(6)?.to_owned(),
                    artifact_id: row.text(7)?.to_owned(),
                    revision: row.int(8)?,
                    is_merge_input: row.int(9)? != 0,
                }),
            }
        }
        Ok(())
    }
}

/// A source reference from (source_type, source_id, definition_version, effective_at) at `first`.
pub fn source(row: &Row, first: usize) -> Result<Source> {
    Ok(Source {
        source_type: row.text(first)?.to_owned(),
        source_id: row.text(first + 1)?.to_owned(),
        definition_version: row.text_or_null(first + 2)?.map(str::to_owned),
        effective_at: row.int_or_null(first + 3)?,
        snapshot: None,
    })
}

/// The changes of an entry that our own log holds: all of a native one, the copied ones of an adapter's. The index is
/// named here, and in the store's statements, where SQLite without statistics would rather read a whole Memory in order.
pub fn changes(db: &Db, scope: &str, key: &EntryKey) -> Result<Vec<Change>> {
    db.query(
        "SELECT revision, ordinal, op, reason FROM main.pc_lifecycle_change INDEXED BY pc_lifecycle_change_entry
         WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND entry_id = ?3 ORDER BY revision, ordinal",
        &[scope.into(), (&key.memory).into(), (&key.entry).into()],
        |row| {
            Ok(Change {
                revision: row.int(0)?,
                ordinal: row.int(1)?,
                op: Op::parse(row.text(2)?).ok_or_else(|| Refusal::internal("an unknown change"))?,
                reason: row.text_or_null(3)?.map(str::to_owned),
            })
        },
    )
}

/// The versions that a revision in our own log created.
pub fn created_in(db: &Db, scope: &str, memory: &str, revision: i64) -> Result<Vec<VersionKey>> {
    db.query(
        "SELECT entry_id, to_entry_version_id FROM main.pc_lifecycle_change
         WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND revision = ?3 AND op IN ('add', 'revise')
         ORDER BY +entry_id, +to_entry_version_id",
        &[scope.into(), memory.into(), revision.into()],
        |row| {
            Ok(VersionKey {
                entry: EntryKey::new(memory, row.text(0)?),
                version: row.text(1)?.to_owned(),
            })
        },
    )
}

/// The entries that our own log names after a revision.
pub fn changed_since(db: &Db, scope: &str, memory: &str, revision: i64) -> Result<Vec<String>> {
    db.query(
        "SELECT entry_id FROM main.pc_lifecycle_change
         WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND revision > ?3",
        &[scope.into(), memory.into(), revision.into()],
        |row| row.text(0).map(str::to_owned),
    )
}

impl Authority for Native {
    fn family(&self) -> &'static str {
        "memory"
    }

    fn head(&self, scope: &str, memory: &str) -> Result<Option<Head>> {
        let sql = "SELECT revision FROM main.pc_lifecycle_head WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND revision > 0";
        let revision = self
            .db
            .query_row(sql, &[scope.into(), memory.into()], |row| row.int(0))?;
        Ok(revision.map(|revision| Head {
            revision,
            generation: 0,
        }))
    }

    fn position_sql(&self) -> PositionSql {
        PositionSql {
            revision:
                "(SELECT n.revision FROM main.pc_lifecycle_head AS n
                WHERE n.scope_id = t.scope_id AND n.memory_artifact_id = t.tied_memory_artifact_id)"
                    .to_owned(),
            generation: "0".to_owned(),
        }
    }

    fn memories_sql(&self, of_scope: bool) -> String {
        let scope = if of_scope { "AND scope_id = ?1" } else { "" };
        format!(
            "SELECT scope_id, memory_artifact_id FROM main.pc_lifecycle_head WHERE revision > 0 {scope} ORDER BY 1, 2"
        )
    }

    fn entries_sql(&self) -> String {
        "SELECT DISTINCT entry_id FROM main.pc_lifecycle_entry
         WHERE scope_id = ?1 AND memory_artifact_id = ?2 ORDER BY entry_id"
            .to_owned()
    }

    fn entry(&self, scope: &str, key: &EntryKey) -> Result<Entry> {
        let mut entry = Entry::unknown(key.clone());
        entry.versions = self.versions(scope, key)?;
        if !entry.versions.is_empty() {
            self.evidence(scope, key, &mut entry.versions)?;
            entry.changes = changes(&self.db, scope, key)?;
        }
        Ok(entry)
    }

    fn is_native(&self) -> bool {
        true
    }

    fn texts(&self, scope: &str, key: &EntryKey) -> Result<Vec<String>> {
        self.db.query(
            "SELECT text FROM main.pc_lifecycle_entry
             WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND entry_id = ?3 ORDER BY version, entry_version_id",
            &[scope.into(), (&key.memory).into(), (&key.entry).into()],
            |row| row.text(0).map(str::to_owned),
        )
    }

    fn created_in(&self, scope: &str, memory: &str, revision: i64) -> Result<Vec<VersionKey>> {
        created_in(&self.db, scope, memory, revision)
    }

    fn changed_since(&self, scope: &str, memory: &str, revision: i64) -> Result<Vec<String>> {
        changed_since(&self.db, scope, memory, revision)
    }

    fn citing_artifacts(&self, scope: &str, memory: &str) -> Result<Vec<String>> {
        self.db.query(
            "SELECT DISTINCT entry_id FROM main.pc_lifecycle_evidence
             WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND evidence_type = 'artifact'",
            &[scope.into(), memory.into()],
            |row| row.text(0).map(str::to_owned),
        )
    }

    fn schemas(&self) -> Vec<&str> {
        vec!["main"]
    }
}
