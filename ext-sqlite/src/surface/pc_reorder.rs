//! In which order does a finished pool stand under the policy in force?
//!
//! ```sql
//! SELECT rank, baseline_rank, entry_id, rules FROM pc_reorder(:pool, '{"scope_id":"project"}') ORDER BY rank;
//! ```
//!
//! Every member comes back, none further than two places from where it stood; without a policy in force, exactly
//! where it stood. A member that is unknown or not eligible counts as neutral. Refused: whatever `request` refuses, and
//! what only the store can tell (`retrieval::rank`).

use crate::guard::{Answer, Argument, Bound, Call, TableFunction};
use crate::nested::{Cell, Db};
use crate::refusal::Result;
use crate::request::{hits, Arguments, Options, Surface};
use crate::retrieval::rank::reorder;
use crate::retrieval::texts::{Name, Piece, Texts};

pub struct PcReorder;

pub struct Reordered {
    texts: Texts,
    rows: Vec<Row>,
}

struct Row {
    baseline_rank: i64,
    name: Name,
    score: Option<f64>,
    adjustment: i64,
    rules: Piece,
}

impl TableFunction for PcReorder {
    const NAME: &'static str = "pc_reorder";
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
        "adjustment INTEGER",
        "rules TEXT",
    ];
    const ARGUMENTS: &'static [Argument] =
        &[Argument::required("pool"), Argument::optional("options")];
    type Answer = Reordered;

    fn cost(_: Bound) -> (f64, i64) {
        (5_000.0, 100)
    }

    fn answer(db: &Db, call: &Call) -> Result<Reordered> {
        let arguments = Arguments::read("pool", call.argument(0), call.argument(1))?;
        let options = Options::read(&arguments.options, Surface::Reorder)?;
        let pool = hits::pool(&arguments.subject, &options)?;
        let order = reorder(db, &pool, &options)?;
        let mut texts = Texts::with_capacity(pool.len() * 100);
        let rows = order.into_iter().map(|(baseline, terms)| Row {
            baseline_rank: baseline as i64 + 1,
            name: Name::keep(
                &mut texts,
                &pool[baseline].identity,
                pool[baseline].revision,
            ),
            score: pool[baseline].score,
            adjustment: terms.adjustment(),
            rules: texts.keep_written(|out| terms.push_rules(out)),
        });
        let rows = rows.collect();
        Ok(Reordered { texts, rows })
    }
}

impl Answer for Reordered {
    fn len(&self) -> usize {
        self.rows.len()
    }

    fn column(&self, row: usize, column: usize) -> Cell<'_> {
        let Row {
            baseline_rank,
            name,
            score,
            adjustment,
            rules,
        } = &self.rows[row];
        let text = |piece| Cell::Text(self.texts.get(piece));
        let rank = row as i64 + 1;
        match column {
            0 => Cell::Int(rank),
            1 => Cell::Int(*baseline_rank),
            2 => Cell::Int(baseline_rank - rank),
            3 => text(name.scope_id),
            4 => text(name.memory_artifact_id),
            5 => Cell::Int(name.revision),
            6 => text(name.entry_id),
            7 => text(name.entry_version_id),
            8 => (*score).into(),
            9 => Cell::Int(*adjustment),
            _ => text(*rules),
        }
    }
}
