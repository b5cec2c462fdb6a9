//! Which memories does a search return, filtered, fused and, where a policy is in force, carefully reordered?
//!
//! ```sql
//! SELECT rank, displacement, entry_id, score, label, rules
//! FROM pc_rank(:channels, '{"scope_id":"project","limit":20}') ORDER BY rank;
//! ```
//!
//! The score is the fused one and no policy changes it. Refused: whatever `request` refuses, and what only the store
//! can tell (`retrieval::rank`).

use crate::guard::{Answer, Argument, Bound, Call, TableFunction};
use crate::nested::{Cell, Db};
use crate::refusal::Result;
use crate::request::{hits, Arguments, Options, Surface};
use crate::retrieval::rank::{rank, Member, Ranked};
use crate::retrieval::texts::{Name, Piece, Texts};
use crate::store::standing::{Depth, Standing};

pub struct PcRank;

pub struct Rows {
    texts: Texts,
    rows: Vec<Row>,
}

struct Row {
    member: Member,
    name: Name,
    matched_by: Piece,
    /// None of a pool's members is unknown to the store.
    standing: Option<Standing>,
    rules: Piece,
    provenance: Option<Piece>,
}

impl TableFunction for PcRank {
    const NAME: &'static str = "pc_rank";
    const COLUMNS: &'static [&'static str] = &[
        "rank INTEGER",
        "baseline_rank INTEGER",
        "displacement INTEGER",
        "scope_id TEXT",
        "memory_artifact_id TEXT",
        "revision INTEGER",
        "entry_id TEXT",
        "entry_version_id TEXT",
        "score REAL",
        "matched_by TEXT",
        "validity TEXT",
        "label TEXT",
        "reason TEXT",
        "successor_entry_id TEXT",
        "successor_entry_version_id TEXT",
        "time_known INTEGER",
        "adjustment INTEGER",
        "rules TEXT",
        "provenance TEXT",
    ];
    const ARGUMENTS: &'static [Argument] = &[
        Argument::required("channels"),
        Argument::optional("options"),
    ];
    type Answer = Rows;

    fn cost(_: Bound) -> (f64, i64) {
        (10_000.0, 100)
    }

    fn answer(db: &Db, call: &Call) -> Result<Rows> {
        let arguments = Arguments::read("channels", call.argument(0), call.argument(1))?;
        let options = Options::read(&arguments.options, Surface::Rank)?;
        let channels = hits::channels(&arguments.subject, &options)?;
        let mut ranked = rank(db, &channels, &options, Depth::Full)?;
        let mut texts = Texts::default();
        let members: Vec<Member> = ranked.members.iter().take(options.limit).copied().collect();
        let rows = members
            .into_iter()
            .map(|member| row(&mut ranked, member, &mut texts));
        let rows = rows.collect();
        Ok(Rows { texts, rows })
    }
}

fn row(ranked: &mut Ranked, member: Member, texts: &mut Texts) -> Row {
    let Ranked {
        candidates,
        standings,
        ..
    } = ranked;
    let at = member.candidate;
    let standing = standings[at].take();
    Row {
        member,
        name: Name::keep(texts, &candidates.identities[at], candidates.revisions[at]),
        matched_by: texts.keep_list(candidates.matched_by(member.channels)),
        rules: texts.keep_written(|out| member.terms.push_rules(out)),
        provenance: standing
            .as_ref()
            .map(|standing| texts.keep_written(|out| out.push_str(&standing.provenance()))),
        standing,
    }
}

impl Answer for Rows {
    fn len(&self) -> usize {
        self.rows.len()
    }

    fn column(&self, row: usize, column: usize) -> Cell<'_> {
        let Row {
            member,
            name,
            matched_by,
            standing,
            rules,
            provenance,
        } = &self.rows[row];
        let text = |piece| Cell::Text(self.texts.get(piece));
        let rank = row as i64 + 1;
        let standing = standing.as_ref();
        let successor = standing.and_then(|standing| standing.successor.as_ref());
        match column {
            0 => Cell::Int(rank),
            1 => Cell::Int(member.baseline_rank),
            2 => Cell::Int(member.baseline_rank - rank),
            3 => text(name.scope_id),
            4 => text(name.memory_artifact_id),
            5 => Cell::Int(name.revision),
            6 => text(name.entry_id),
            7 => text(name.entry_version_id),
            8 => Cell::Real(member.score),
            9 => text(*matched_by),
            10 => standing.map(|standing| standing.validity.name()).into(),
            11 => standing.map(|standing| standing.validity.label()).into(),
            12 => standing
                .and_then(|standing| standing.reason.as_deref())
                .into(),
            13 => successor.map(|(entry, _)| entry.as_str()).into(),
            14 => successor.and_then(|(_, version)| version.as_deref()).into(),
            15 => standing
                .map(|standing| standing.recorded_at.is_some())
                .into(),
            16 => Cell::Int(member.terms.adjustment()),
            17 => text(*rules),
            _ => provenance.map(text).into(),
        }
    }
}
