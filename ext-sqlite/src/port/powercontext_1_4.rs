//! PowerContext 1.4: one artifact a memory, read-only and usually attached: a managed database refuses to start with
//! anything in it that is not its own.
//!
//! A Memory here is one artifact and holds one entry of the same id; a version is a revision, its id that number in
//! decimal. There is no change log: revision 1 counts as an add, every later one as a revise. The state is the head's:
//!
//! | `lifecycle_state` | `merged_into_id` | read as |
//! | --- | --- | --- |
//! | active | NULL | active |
//! | deprecated | NULL | inactive, `forgotten` |
//! | deprecated | an id | superseded by the end of that chain, `merged` |
//! | retired | NULL | inactive, `merge_undone` |
//!
//! Only the head can be asked about: a past state is nowhere kept.

use super::content::{self, AtomicMemory, SourceRef};
use super::powercontext_1_2::{source, source_sql};
use super::{table, Authority, Head, PositionSql};
use crate::nested::Db;
use crate::projection::facts::{
    Artifact, Change, Entry, EntryKey, Governed, Op, Version, VersionKey,
};
use crate::refusal::{refuse, Result};

pub struct PowerContext14 {
    db: Db,
    schema: String,
    sql: Sql,
}

struct Sql {
    head: String,
    revisions: String,
    sources: String,
    artifacts: String,
    source: String,
    exists: String,
}

struct State {
    head: Head,
    lifecycle: String,
    merged_into: Option<String>,
}

impl PowerContext14 {
    pub fn new(db: &Db, schema: &str) -> PowerContext14 {
        let artifacts = table(schema, "pc_artifacts");
        let of_artifact = "WHERE scope_id = ?1 AND family = 'atomic-memory' AND artifact_id = ?2";
        PowerContext14 {
            db: db.clone(),
            schema: schema.to_owned(),
            sql: Sql {
                head: format!(
                    "SELECT revision, governance_generation, lifecycle_state, merged_into_id FROM {} {of_artifact}",
                    table(schema, "pc_artifact_heads")
                ),
                revisions: format!(
                    "SELECT revision, content FROM {artifacts} {of_artifact} AND revision <= ?3 ORDER BY revision"
                ),
                sources: format!(
                    "SELECT source_type, source_id FROM {} {of_artifact} AND revision = ?3 ORDER BY ordinal",
                    table(schema, "pc_artifact_lineage_sources")
                ),
                artifacts: format!(
                    "SELECT upstream_family, upstream_artifact_id, upstream_revision, is_merge_input
                     FROM {} {of_artifact} AND revision = ?3 ORDER BY ordinal",
                    table(schema, "pc_artifact_lineage_artifacts")
                ),
                source: source_sql(&table(schema, "pc_sources")),
                exists: format!("SELECT 1 FROM {artifacts} {of_artifact} AND revision = ?3"),
            },
        }
    }

    fn state(&self, scope: &str, artifact: &str) -> Result<Option<State>> {
        self.db
            .query_row(&self.sql.head, &[scope.into(), artifact.into()], |row| {
                Ok(State {
                    head: Head {
                        revision: row.int(0)?,
                        generation: row.int(1)?,
                    },
                    lifecycle: row.text(2)?.to_owned(),
                    merged_into: row.text_or_null(3)?.map(str::to_owned),
                })
            })
    }

    fn governed(&self, scope: &str, artifact: &str, state: &State) -> Result<Governed> {
        let unmerged = match state.lifecycle.as_str() {
            "active" => Governed::Active,
            "retired" => Governed::Retired,
            "deprecated" => Governed::Forgotten,
            // Of a later PowerContext: whether it withdraws the memory is not for us to guess.
            _ => return Err(refuse("authority_unreadable", &[artifact])),
        };
        let Some(into) = &state.merged_into else {
            return Ok(unmerged);
        };
        let mut into = into.clone();
        let mut version = None;
        let mut passed = vec![into.clone()];
        while let Some(state) = self.state(scope, &into)? {
            version = Some(state.head.revision.to_string());
            match state.merged_into {
                Some(next) if !passed.contains(&next) => {
                    passed.push(next.clone());
                    if self.state(scope, &next)?.is_none() {
                        break;
                    }
                    into = next;
                }
                _ => break,
            }
        }
        Ok(Governed::Merged {
            into,
            version,
            passed,
        })
    }

    fn references(&self, scope: &str, artifact: &str, version: &mut Version) -> Result<()> {
        let keys = [scope.into(), artifact.into(), version.version.into()];
        let cited = self.db.query(&self.sql.sources, &keys, |row| {
            Ok(SourceRef {
                source_type: row.text(0)?.to_owned(),
                source_id: row.text(1)?.to_owned(),
            })
        })?;
        for reference in cited {
            version
                .sources
                .extend(source(&self.db, &self.sql.source, scope, reference)?);
        }
        version.artifacts = self.db.query(&self.sql.artifacts, &keys, |row| {
            Ok(Artifact {
                family: row.text(0)?.to_owned(),
                artifact_id: row.text(1)?.to_owned(),
                revision: row.int(2)?,
                is_merge_input: row.int(3)? != 0,
            })
        })?;
        Ok(())
    }
}

impl Authority for PowerContext14 {
    fn family(&self) -> &'static str {
        "atomic-memory"
    }

    fn head(&self, scope: &str, memory: &str) -> Result<Option<Head>> {
        Ok(self.state(scope, memory)?.map(|state| state.head))
    }

    fn position_sql(&self) -> PositionSql {
        let of = |column: &str| {
            format!(
                "(SELECT n.{column} FROM {} AS n WHERE n.scope_id = t.scope_id AND n.family = 'atomic-memory'
                    AND n.artifact_id = t.tied_memory_artifact_id)",
                table(&self.schema, "pc_artifact_heads")
            )
        };
        PositionSql {
            revision: of("revision"),
            generation: of("governance_generation"),
        }
    }

    fn memories_sql(&self, of_scope: bool) -> String {
        let scope = if of_scope { "AND scope_id = ?1" } else { "" };
        let heads = table(&self.schema, "pc_artifact_heads");
        format!("SELECT scope_id, artifact_id FROM {heads} WHERE family = 'atomic-memory' {scope} ORDER BY 1, 2")
    }

    fn entries_sql(&self) -> String {
        let heads = table(&self.schema, "pc_artifact_heads");
        format!(
            "SELECT artifact_id FROM {heads} WHERE scope_id = ?1 AND family = 'atomic-memory' AND artifact_id = ?2"
        )
    }

    fn entry(&self, scope: &str, key: &EntryKey) -> Result<Entry> {
        let mut entry = Entry::unknown(key.clone());
        if key.entry != key.memory {
            return Ok(entry);
        }
        let Some(state) = self.state(scope, &key.memory)? else {
            return Ok(entry);
        };
        let mut before: Option<AtomicMemory> = None;
        let keys = [
            scope.into(),
            (&key.memory).into(),
            state.head.revision.into(),
        ];
        let revisions = self.db.query(&self.sql.revisions, &keys, |row| {
            Ok((
                row.int(0)?,
                content::read::<AtomicMemory>(row.blob(1)?, &key.memory)?,
            ))
        })?;
        for (revision, memory) in revisions {
            let first = entry.versions.is_empty();
            let mut version = Version {
                entry_version_id: revision.to_string(),
                version: revision,
                kind: memory.kind.clone(),
                changed: before
                    .is_some_and(|before| before.kind != memory.kind || before.text != memory.text),
                created_in_revision: revision,
                sources: vec![],
                increments: vec![],
                artifacts: vec![],
            };
            self.references(scope, &key.memory, &mut version)?;
            entry.versions.push(version);
            let op = if first { Op::Add } else { Op::Revise };
            entry.changes.push(Change {
                revision,
                ordinal: 1,
                op,
                reason: None,
            });
            before = Some(memory);
        }
        entry.governed = Some(self.governed(scope, &key.memory, &state)?);
        Ok(entry)
    }

    fn texts(&self, scope: &str, key: &EntryKey) -> Result<Vec<String>> {
        let keys = [scope.into(), (&key.memory).into(), i64::MAX.into()];
        self.db.query(&self.sql.revisions, &keys, |row| {
            let content = content::read::<AtomicMemory>(row.blob(1)?, &key.memory)?;
            Ok(content.text)
        })
    }

    fn created_in(&self, scope: &str, memory: &str, revision: i64) -> Result<Vec<VersionKey>> {
        let keys = [scope.into(), memory.into(), revision.into()];
        let exists = self
            .db
            .query_row(&self.sql.exists, &keys, |_| Ok(()))?
            .is_some();
        let version = VersionKey {
            entry: EntryKey::new(memory, memory),
            version: revision.to_string(),
        };
        Ok(if exists { vec![version] } else { vec![] })
    }

    /// The one entry, whatever moved: a governance step has no revision.
    fn changed_since(&self, _: &str, memory: &str, _: i64) -> Result<Vec<String>> {
        Ok(vec![memory.to_owned()])
    }

    fn citing_artifacts(&self, _: &str, memory: &str) -> Result<Vec<String>> {
        Ok(vec![memory.to_owned()])
    }

    fn schemas(&self) -> Vec<&str> {
        if self.schema == "main" {
            vec!["main"]
        } else {
            vec!["main", &self.schema]
        }
    }

    fn keeps_history(&self) -> bool {
        false
    }
}
