//! In which order do several channels stand together, by reciprocal rank fusion alone?
//!
//! ```sql
//! SELECT rank, entry_id, score, matched_by FROM pc_fuse(:channels, '{"scope_id":"project","limit":20}') ORDER BY rank;
//! ```
//!
//! The score is Σ weight/(60 + rank), as PowerContext computes it. Pure: it looks nothing up, filters nothing and needs
//! no lifecycle store. Refused: whatever `request` refuses.

use crate::guard::{Answer, Argument, Bound, Call, TableFunction};
use crate::nested::{Cell, Db};
use crate::refusal::Result;
use crate::request::{hits, Arguments, Options, Surface};
use crate::retrieval::candidates::Candidates;
use crate::retrieval::texts::{Name, Piece, Texts};
use crate::rules::{self, Channel};

pub struct PcFuse;

pub struct Fused {
    texts: Texts,
    rows: Vec<Row>,
}

struct Row {
    name: Name,
    score: f64,
    matched_by: Piece,
}

impl TableFunction for PcFuse {
    const NAME: &'static str = "pc_fuse";
    const COLUMNS: &'static [&'static str] = &[
        "rank INTEGER",
        "scope_id TEXT",
        "memory_artifact_id TEXT",
        "revision INTEGER",
        "entry_id TEXT",
        "entry_version_id TEXT",
        "score REAL",
        "matched_by TEXT",
    ];
    const ARGUMENTS: &'static [Argument] = &[
        Argument::required("channels"),
        Argument::optional("options"),
    ];
    type Answer = Fused;

    fn cost(_: Bound) -> (f64, i64) {
        (1_000.0, 100)
    }

    fn answer(_: &Db, call: &Call) -> Result<Fused> {
        let arguments = Arguments::read("channels", call.argument(0), call.argument(1))?;
        let options = Options::read(&arguments.options, Surface::Fuse)?;
        let channels = hits::channels(&arguments.subject, &options)?;
        let candidates = Candidates::of(&channels);
        let listed = candidates.channels.iter().map(|channel| Channel {
            weight: channel.weight,
            candidates: &channel.hits,
        });
        let fused = rules::fuse(&listed.collect::<Vec<_>>(), &candidates.identities);
        let mut texts = Texts::default();
        let first = fused.iter().take(options.limit);
        let rows = first.map(|fused| Row {
            name: Name::keep(
                &mut texts,
                &candidates.identities[fused.candidate],
                candidates.revisions[fused.candidate],
            ),
            score: fused.score,
            matched_by: texts.keep_list(candidates.matched_by(fused.channels)),
        });
        let rows = rows.collect();
        Ok(Fused { texts, rows })
    }
}

impl Answer for Fused {
    fn len(&self) -> usize {
        self.rows.len()
    }

    fn column(&self, row: usize, column: usize) -> Cell<'_> {
        let Row {
            name,
            score,
            matched_by,
        } = &self.rows[row];
        let text = |piece| Cell::Text(self.texts.get(piece));
        match column {
            0 => Cell::Int(row as i64 + 1),
            1 => text(name.scope_id),
            2 => text(name.memory_artifact_id),
            3 => Cell::Int(name.revision),
            4 => text(name.entry_id),
            5 => text(name.entry_version_id),
            6 => Cell::Real(*score),
            _ => text(*matched_by),
        }
    }
}
