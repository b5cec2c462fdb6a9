//! What is an entry version's standing now, or as of a past revision?
//!
//! ```text
//! let mut reader = Reader::open(db)?;                      one state of store and authority, as long as it lives
//! reader.standings(&ids, None, Depth::Full)?               one answer an identity; None: authority does not know it
//! ```
//!
//! Where the Memory's projection is fresh, this is one look-up by number. Where it is stale or missing, and for every
//! past revision, the entry is derived from the facts; the answer is the same, it only costs more. Nothing is written.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::facts::Facts;
use super::freshness::Freshness;
use super::lookup;
use crate::canonical;
use crate::data;
use crate::nested::{Db, Pin, Row};
use crate::port::{self, Authority};
use crate::projection::evidence::reach;
use crate::projection::facts::{EntryKey, Verification, View};
use crate::projection::validity::verdict;
use crate::projection::{derive, EntryProjection, ProjectionRow, Validity};
use crate::refusal::{refuse, Refusal, Result};

pub use super::readiness::{ranking_ready, Readiness};

/// The state class that freshness acts on.
const CURRENT_STATE: &str = "current_state";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity<'a> {
    pub scope: &'a str,
    pub memory: &'a str,
    pub entry: &'a str,
    pub version: &'a str,
}

/// How much of a standing is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// What ordering needs; the rest of a standing that is looked up stays at its default.
    Quality,
    Full,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    pub validity: Validity,
    pub importance: i64,
    pub evidence_strength: i64,
    pub authority_min: i64,
    pub authority_max: i64,
    pub verification: Verification,
    pub current_state: bool,
    pub recorded_at: Option<i64>,
    pub effective_at: Option<i64>,
    pub tier: &'static str,
    pub sources: i64,
    pub artifacts: i64,
    pub reason: Option<String>,
    pub successor: Option<(String, Option<String>)>,
    /// Derived, because the projection could not be used for now.
    pub stale: bool,
}

/// Which row it is, and what ordering needs of it. SQLite decodes every column that is named, so no more than that.
macro_rules! quality {
    () => {
        "scope_id, memory_artifact_id, entry_id, entry_version_id, validity, importance, authority_min, authority_max,
         state_class, recorded_at"
    };
}

/// A standing is read from these columns of the projection, in this order.
macro_rules! full {
    () => {
        concat!(
            quality!(),
            ", evidence_strength, verification, effective_at, tier, validity_reason, successor_entry_id,
               successor_entry_version_id, source_count, artifact_count"
        )
    };
}

macro_rules! select {
    ($where:literal) => {
        concat!(
            "SELECT ",
            full!(),
            " FROM main.pc_lifecycle_projection WHERE ",
            $where
        )
    };
}

/// The rows of a Memory, and of one entry of it, in byte order.
pub const OF_MEMORY: &str =
    select!("scope_id = ?1 AND memory_artifact_id = ?2 ORDER BY entry_id, entry_version_id");
pub const OF_ENTRY: &str = select!(
    "scope_id = ?1 AND memory_artifact_id = ?2 AND entry_id = ?3 ORDER BY entry_version_id"
);

impl Depth {
    /// The columns that `Standing::read` reads, and how many they are.
    pub(super) fn columns(self) -> (&'static str, usize) {
        match self {
            Depth::Quality => (quality!(), 10),
            Depth::Full => (full!(), 19),
        }
    }
}

impl Standing {
    /// From a row of one of the statements above.
    pub fn read(row: &Row, depth: Depth) -> Result<Standing> {
        let mut standing = Standing {
            validity: Validity::parse(row.text(4)?)
                .ok_or_else(|| Refusal::internal("a projection of another version"))?,
            importance: row.int(5)?,
            evidence_strength: 0,
            authority_min: row.int(6)?,
            authority_max: row.int(7)?,
            verification: Verification::Unknown,
            current_state: row.text_or_null(8)? == Some(CURRENT_STATE),
            recorded_at: row.int_or_null(9)?,
            effective_at: None,
            tier: "long",
            sources: 0,
            artifacts: 0,
            reason: None,
            successor: None,
            stale: false,
        };
        if depth == Depth::Full {
            let text = |at| Ok::<_, Refusal>(row.text_or_null(at)?.map(str::to_owned));
            standing.evidence_strength = row.int(10)?;
            standing.verification = Verification::parse(row.text(11)?);
            standing.effective_at = row.int_or_null(12)?;
            standing.tier = data::named_level("tier", row.text(13)?)
                .ok_or_else(|| Refusal::internal("a projection of another version"))?
                .1;
            standing.reason = text(14)?;
            standing.sources = row.int(17)?;
            standing.artifacts = row.int(18)?;
            if let Some(entry) = text(15)? {
                standing.successor = Some((entry, text(16)?));
            }
        }
        Ok(standing)
    }

    /// What supports the version, in short: canonical JSON of counts and levels, no ids.
    pub fn provenance(&self) -> String {
        canonical::object(&[
            ("artifacts", self.artifacts.into()),
            ("authority_max", self.authority_max.into()),
            ("authority_min", self.authority_min.into()),
            ("sources", self.sources.into()),
            ("strength", self.evidence_strength.into()),
            ("verification", self.verification.name().into()),
        ])
    }

    pub fn derived(row: &ProjectionRow, stale: bool) -> Standing {
        let verdict = &row.verdict;
        let successor = verdict.successor.as_ref();
        Standing {
            validity: verdict.validity,
            importance: row.importance,
            evidence_strength: row.evidence_strength,
            authority_min: row.authority_min,
            authority_max: row.authority_max,
            verification: row.verification,
            current_state: row.state_class == Some(CURRENT_STATE),
            recorded_at: row.recorded_at,
            effective_at: row.effective_at,
            tier: row.tier,
            sources: row.source_count,
            artifacts: row.artifact_count,
            reason: verdict.reason.clone(),
            successor: successor.map(|s| (s.entry_id.clone(), s.entry_version_id.clone())),
            stale,
        }
    }
}

/// Derived entries kept by a reader: more than a pool can hold, and no bound on memory otherwise.
const KEPT: usize = 4096;

type Derived = Option<Rc<EntryProjection>>;

/// Reads standings of one state of the store and its authority.
pub struct Reader {
    db: Db,
    authority: Box<dyn Authority>,
    freshness: Freshness,
    facts: Facts,
    derived: BTreeMap<(String, EntryKey, Option<i64>), Derived>,
    _pin: Pin,
}

impl Reader {
    pub fn open(db: &Db) -> Result<Reader> {
        let authority = port::open(db)?;
        let pin = db.pin(&authority.schemas())?;
        Ok(Reader {
            db: db.clone(),
            freshness: Freshness::new(authority.as_ref()),
            facts: Facts::new(authority.as_ref()),
            authority,
            derived: BTreeMap::new(),
            _pin: pin,
        })
    }

    pub fn authority(&self) -> &dyn Authority {
        self.authority.as_ref()
    }

    pub(super) fn parts(&mut self) -> (&Db, &dyn Authority, &mut Freshness) {
        (&self.db, self.authority.as_ref(), &mut self.freshness)
    }

    pub fn is_fresh(&mut self, scope: &str, memory: &str) -> Result<bool> {
        self.freshness.of(&self.db, scope, memory)
    }

    pub fn head_revision(&self, scope: &str, memory: &str) -> Result<Option<i64>> {
        Ok(self
            .authority
            .head(scope, memory)?
            .map(|head| head.revision))
    }

    /// Refuses a revision that the Memory does not have, or of which nothing is kept.
    pub fn check_as_of(&self, scope: &str, memory: &str, revision: i64) -> Result<()> {
        let head = self.head_revision(scope, memory)?.unwrap_or(0);
        if revision < 1 || revision > head {
            return Err(refuse(
                "view_revision",
                &[&revision.to_string(), &head.to_string()],
            ));
        }
        if revision != head && !self.authority.keeps_history() {
            return Err(refuse("no_past_state", &[&head.to_string()]));
        }
        Ok(())
    }

    /// The standings of these identities, in their order. `as_of` is a revision of their one Memory.
    pub fn standings(
        &mut self,
        ids: &[Identity<'_>],
        as_of: Option<i64>,
        depth: Depth,
    ) -> Result<Vec<Option<Standing>>> {
        let mut standings = vec![None; ids.len()];
        let mut fresh = Vec::with_capacity(ids.len());
        for (at, id) in ids.iter().enumerate() {
            if as_of.is_none() && self.is_fresh(id.scope, id.memory)? {
                fresh.push(at);
                continue;
            }
            let derived = self.derived(id.scope, &EntryKey::new(id.memory, id.entry), as_of)?;
            let mut rows = derived.iter().flat_map(|projection| &projection.rows);
            let row = rows.find(|row| row.entry_version_id == id.version);
            standings[at] = row.map(|row| Standing::derived(row, as_of.is_none()));
        }
        lookup::find(&self.db, ids, &fresh, depth, &mut standings)?;
        Ok(standings)
    }

    /// The standing of one identity.
    pub fn standing(
        &mut self,
        id: &Identity<'_>,
        as_of: Option<i64>,
        depth: Depth,
    ) -> Result<Option<Standing>> {
        let mut standings = self.standings(std::slice::from_ref(id), as_of, depth)?;
        Ok(standings.pop().flatten())
    }

    /// An entry derived from the facts; none if authority does not know it.
    pub fn derived(&mut self, scope: &str, key: &EntryKey, as_of: Option<i64>) -> Result<Derived> {
        let cached = (scope.to_owned(), key.clone(), as_of);
        if let Some(known) = self.derived.get(&cached) {
            return Ok(known.clone());
        }
        let view = View {
            as_of: as_of.map(|revision| (key.memory.clone(), revision)),
        };
        let world = self
            .facts
            .of(&self.db, self.authority.as_ref(), scope, key)?;
        let derived = derive(world, key, &view).map(Rc::new);
        if self.derived.len() >= KEPT {
            self.derived.clear();
        }
        self.derived.insert(cached, derived.clone());
        Ok(derived)
    }
}

/// The newest version of an entry, derived now: what a write checks before it writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryStanding {
    pub entry_version_id: String,
    pub validity: Validity,
    pub authority_min: i64,
}

pub fn entry_standing(
    db: &Db,
    scope: &str,
    memory: &str,
    entry: &str,
) -> Result<Option<EntryStanding>> {
    let authority = port::open(db)?;
    let key = EntryKey::new(memory, entry);
    let mut facts = Facts::new(authority.as_ref());
    let world = facts.of(db, authority.as_ref(), scope, &key)?;
    let standing = world.entries.get(&key).and_then(|entry| {
        let (at, newest) = entry.versions.iter().enumerate().next_back()?;
        Some(EntryStanding {
            entry_version_id: newest.entry_version_id.clone(),
            validity: verdict(world, entry, at, &View::now())?.validity,
            authority_min: reach(world, entry, newest).authority_min,
        })
    });
    Ok(standing)
}
