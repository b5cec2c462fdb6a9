//! PowerContext 1.1 and 1.2: a Memory artifact holds many entries; read-only, inside `main` or attached.
//!
//! Versions and their references are rows. Changes are in each revision's JSON beside the whole manifest, so a
//! revision is parsed once: `pc_rebuild` copies its changes into our log, and the head row remembers how far.
//! A read takes the copied ones and parses only the revisions after them, once a call.
//!
//! `artifact_id` alone is not unique: the main Memory of every scope is called `memory`.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::content::{self, ArtifactRef, ContentChange, RevisionContent, SourceRef};
use super::{native, table, Authority, Head, PositionSql};
use crate::nested::{Db, Row};
use crate::projection::facts::{Change, Entry, EntryKey, Op, Source, Version, VersionKey};
use crate::refusal::{refuse, Result};

pub struct PowerContext12 {
    db: Db,
    schema: String,
    sql: Sql,
    tails: RefCell<Tails>,
}

/// By scope and Memory.
type Tails = BTreeMap<(String, String), Rc<Vec<TailChange>>>;

/// A change after the copied ones.
pub struct TailChange {
    pub revision: i64,
    pub ordinal: i64,
    pub op: Op,
    pub content: ContentChange,
}

struct Sql {
    head: String,
    versions: String,
    revisions: String,
    source: String,
}

impl PowerContext12 {
    pub fn new(db: &Db, schema: &str) -> PowerContext12 {
        let heads = table(schema, "pc_artifact_heads");
        let versions = table(schema, "pc_memory_entry_versions");
        let artifacts = table(schema, "pc_artifacts");
        let sources = table(schema, "pc_sources");
        PowerContext12 {
            db: db.clone(),
            schema: schema.to_owned(),
            sql: Sql {
                head: format!(
                    "SELECT revision FROM {heads} WHERE scope_id = ?1 AND family = 'memory' AND artifact_id = ?2"
                ),
                versions: format!(
                    "SELECT entry_version_id, version, kind, text, created_in_revision, source_refs, artifact_refs
                     FROM {versions} WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND entry_id = ?3
                       AND family = 'memory' ORDER BY version"
                ),
                revisions: format!(
                    "SELECT revision, content FROM {artifacts} WHERE scope_id = ?1 AND family = 'memory'
                       AND artifact_id = ?2 AND revision > ?3 AND revision <= ?4 ORDER BY revision"
                ),
                source: source_sql(&sources),
            },
            tails: RefCell::default(),
        }
    }

    /// The revision up to which changes are copied.
    pub fn copied_to(&self, scope: &str, memory: &str) -> Result<i64> {
        let sql = "SELECT revision FROM main.pc_lifecycle_head WHERE scope_id = ?1 AND memory_artifact_id = ?2";
        let copied = self
            .db
            .query_row(sql, &[scope.into(), memory.into()], |row| row.int(0))?;
        Ok(copied.unwrap_or(0))
    }

    /// Gives each change of the revisions in `after..=to` to `take`, in order.
    pub fn parse(
        &self,
        scope: &str,
        memory: &str,
        (after, to): (i64, i64),
        mut take: impl FnMut(TailChange) -> Result<()>,
    ) -> Result<()> {
        let mut rows = self.db.prepare(&self.sql.revisions)?;
        rows.bind(&[scope.into(), memory.into(), after.into(), to.into()])?;
        while rows.step()? {
            let row = rows.row();
            let revision = row.int(0)?;
            let content: RevisionContent = content::read(row.blob(1)?, memory)?;
            for (ordinal, content) in (1..).zip(content.changes) {
                let op = Op::parse(&content.op)
                    .ok_or_else(|| refuse("authority_unreadable", &[memory]))?;
                take(TailChange {
                    revision,
                    ordinal,
                    op,
                    content,
                })?;
            }
        }
        Ok(())
    }

    /// What came after the copied changes, parsed once and kept for this reader.
    fn tail(&self, scope: &str, memory: &str) -> Result<Rc<Vec<TailChange>>> {
        let key = (scope.to_owned(), memory.to_owned());
        if let Some(tail) = self.tails.borrow().get(&key) {
            return Ok(tail.clone());
        }
        let head = self.head(scope, memory)?.map_or(0, |head| head.revision);
        let copied = self.copied_to(scope, memory)?;
        if copied > head {
            // Restored from an older backup: what was copied is no longer its history.
            return Err(refuse("authority_behind", &[memory]));
        }
        let mut tail = Vec::new();
        self.parse(scope, memory, (copied, head), |change| {
            tail.push(change);
            Ok(())
        })?;
        // By entry, so that one entry's changes are found without walking all of them.
        tail.sort_by(|a, b| {
            (&a.content.entry_id, a.revision, a.ordinal).cmp(&(
                &b.content.entry_id,
                b.revision,
                b.ordinal,
            ))
        });
        let tail = Rc::new(tail);
        self.tails.borrow_mut().insert(key, tail.clone());
        Ok(tail)
    }

    fn version(&self, scope: &str, row: &Row) -> Result<Version> {
        let mut sources = Vec::new();
        for reference in content::read::<Vec<SourceRef>>(row.blob(5)?, "source_refs")? {
            sources.extend(source(&self.db, &self.sql.source, scope, reference)?);
        }
        let artifacts: Vec<ArtifactRef> = content::read(row.blob(6)?, "artifact_refs")?;
        Ok(Version {
            entry_version_id: row.text(0)?.to_owned(),
            version: row.int(1)?,
            kind: row.text(2)?.to_owned(),
            changed: false,
            created_in_revision: row.int(4)?,
            sources,
            increments: vec![],
            artifacts: artifacts.into_iter().map(Into::into).collect(),
        })
    }
}

pub(super) fn source_sql(sources: &str) -> String {
    format!(
        "SELECT payload FROM {sources} WHERE scope_id = ?1 AND source_type = ?2 AND source_id = ?3"
    )
}

/// A cited Source as evidence; none for a receipt.
pub(super) fn source(
    db: &Db,
    sql: &str,
    scope: &str,
    reference: SourceRef,
) -> Result<Option<Source>> {
    let keys = [
        scope.into(),
        (&reference.source_type).into(),
        (&reference.source_id).into(),
    ];
    let facts = db
        .query_row(sql, &keys, |row| Ok(content::source_facts(row.blob(0)?)))?
        .unwrap_or_default();
    Ok((!facts.is_receipt).then_some(Source {
        source_type: reference.source_type,
        source_id: reference.source_id,
        definition_version: facts.definition_version,
        effective_at: None,
        snapshot: None,
    }))
}

impl Authority for PowerContext12 {
    fn family(&self) -> &'static str {
        "memory"
    }

    fn head(&self, scope: &str, memory: &str) -> Result<Option<Head>> {
        let revision =
            self.db
                .query_row(&self.sql.head, &[scope.into(), memory.into()], |row| {
                    row.int(0)
                })?;
        Ok(revision.map(|revision| Head {
            revision,
            generation: 0,
        }))
    }

    fn position_sql(&self) -> PositionSql {
        let heads = table(&self.schema, "pc_artifact_heads");
        PositionSql {
            revision: format!(
                "(SELECT n.revision FROM {heads} AS n WHERE n.scope_id = t.scope_id AND n.family = 'memory'
                    AND n.artifact_id = t.tied_memory_artifact_id)"
            ),
            generation: "0".to_owned(),
        }
    }

    fn memories_sql(&self, of_scope: bool) -> String {
        let scope = if of_scope { "AND scope_id = ?1" } else { "" };
        let heads = table(&self.schema, "pc_artifact_heads");
        format!("SELECT scope_id, artifact_id FROM {heads} WHERE family = 'memory' {scope} ORDER BY 1, 2")
    }

    fn entries_sql(&self) -> String {
        let versions = table(&self.schema, "pc_memory_entry_versions");
        format!(
            "SELECT DISTINCT entry_id FROM {versions}
             WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND family = 'memory' ORDER BY entry_id"
        )
    }

    fn entry(&self, scope: &str, key: &EntryKey) -> Result<Entry> {
        let mut entry = Entry::unknown(key.clone());
        let mut text_before = String::new();
        let mut rows = self.db.prepare(&self.sql.versions)?;
        rows.bind(&[scope.into(), (&key.memory).into(), (&key.entry).into()])?;
        while rows.step()? {
            let mut version = self.version(scope, rows.row())?;
            let text = rows.row().text(3)?;
            version.changed = entry
                .versions
                .last()
                .is_some_and(|before| before.kind != version.kind || text_before != text);
            entry.versions.push(version);
            text_before.replace_range(.., text);
        }
        drop(rows);
        if !entry.versions.is_empty() {
            entry.changes = native::changes(&self.db, scope, key)?;
            let tail = self.tail(scope, &key.memory)?;
            let from = tail.partition_point(|c| c.content.entry_id < key.entry);
            let own = tail[from..]
                .iter()
                .take_while(|c| c.content.entry_id == key.entry);
            entry.changes.extend(own.map(|c| Change {
                revision: c.revision,
                ordinal: c.ordinal,
                op: c.op,
                reason: c.content.reason.clone(),
            }));
        }
        Ok(entry)
    }

    fn texts(&self, scope: &str, key: &EntryKey) -> Result<Vec<String>> {
        let keys = [scope.into(), (&key.memory).into(), (&key.entry).into()];
        self.db.query(&self.sql.versions, &keys, |row| {
            row.text(3).map(str::to_owned)
        })
    }

    fn created_in(&self, scope: &str, memory: &str, revision: i64) -> Result<Vec<VersionKey>> {
        if revision <= self.copied_to(scope, memory)? {
            return native::created_in(&self.db, scope, memory, revision);
        }
        let tail = self.tail(scope, memory)?;
        let created = tail
            .iter()
            .filter(|c| c.revision == revision && matches!(c.op, Op::Add | Op::Revise));
        Ok(created
            .filter_map(|c| {
                Some(VersionKey {
                    entry: EntryKey::new(memory, &c.content.entry_id),
                    version: c.content.to_entry_version_id.clone()?,
                })
            })
            .collect())
    }

    fn changed_since(&self, scope: &str, memory: &str, revision: i64) -> Result<Vec<String>> {
        let mut changed = native::changed_since(&self.db, scope, memory, revision)?;
        let tail = self.tail(scope, memory)?;
        let after = tail.iter().filter(|c| c.revision > revision);
        changed.extend(after.map(|c| c.content.entry_id.clone()));
        Ok(changed)
    }

    fn citing_artifacts(&self, scope: &str, memory: &str) -> Result<Vec<String>> {
        let sql = format!(
            "SELECT DISTINCT entry_id FROM {} WHERE scope_id = ?1 AND memory_artifact_id = ?2
               AND family = 'memory' AND CAST(artifact_refs AS TEXT) <> '[]'",
            table(&self.schema, "pc_memory_entry_versions")
        );
        self.db.query(&sql, &[scope.into(), memory.into()], |row| {
            row.text(0).map(str::to_owned)
        })
    }

    fn schemas(&self) -> Vec<&str> {
        if self.schema == "main" {
            vec!["main"]
        } else {
            vec!["main", &self.schema]
        }
    }

    fn mirrored(&self) -> Option<&PowerContext12> {
        Some(self)
    }
}
