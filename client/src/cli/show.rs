//! Rows for a person, or as tab-separated text for a program.

use comfy_table::{presets, CellAlignment, ContentArrangement, Table};
use pc_client::{Cell, Rows};

/// The columns a person wants first; --wide shows all.
pub const VALIDITY: &[&str] = &[
    "entry_id",
    "entry_version_id",
    "validity",
    "reason",
    "successor_entry_id",
    "importance",
    "authority",
    "stale",
];
pub const RANK: &[&str] = &[
    "rank",
    "baseline_rank",
    "displacement",
    "entry_id",
    "score",
    "matched_by",
    "label",
    "rules",
];

pub const HISTORY: &[&str] = &[
    "seq",
    "revision",
    "event",
    "value",
    "text",
    "reason",
    "validity",
    "successor_entry_id",
    "actor",
    "recorded_at",
];

#[derive(clap::Args)]
pub struct Format {
    /// Every column.
    #[arg(long)]
    wide: bool,
    /// Tab-separated, every column, for programs.
    #[arg(long)]
    tsv: bool,
}

impl Format {
    pub fn print(&self, rows: &Rows, columns: &[&str]) {
        if self.tsv {
            println!("{}", rows.columns.join("\t"));
            for row in &rows.rows {
                let cells: Vec<String> = row.iter().map(escaped).collect();
                println!("{}", cells.join("\t"));
            }
            return;
        }
        let all: Vec<&str> = rows.columns.iter().map(String::as_str).collect();
        let columns = if self.wide { &all } else { columns };
        let lines = (0..rows.len()).map(|at| {
            columns
                .iter()
                .map(|column| match rows.get(at, column) {
                    Cell::Null => String::new(),
                    Cell::Real(score) => format!("{score:.6}"),
                    other => other.to_string(),
                })
                .collect()
        });
        println!("{}", table(columns, lines));
        let rows = rows.len();
        println!("{rows} {}", if rows == 1 { "row" } else { "rows" });
    }
}

/// A validity with its reason; one that names its kind already (`superseded:op`) stands alone.
pub fn told(validity: &str, reason: &str) -> String {
    match reason.strip_prefix(validity) {
        Some(by) if by.starts_with(':') => format!("{validity} by {}", &by[1..]),
        _ => format!("{validity}: {reason}"),
    }
}

/// Tabs and line ends inside a value would shift the columns.
fn escaped(cell: &Cell) -> String {
    cell.to_string()
        .replace('\\', "\\\\")
        .replace('\t', "\\t")
        .replace('\n', "\\n")
        .replace('\r', "\\r")
}

/// A plain table, numbers to the right, as wide as its content.
pub fn table(header: &[&str], lines: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table
        .load_preset(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(header);
    let lines: Vec<Vec<String>> = lines.into_iter().collect();
    let numeric = |at: usize| {
        lines.iter().filter_map(|line| line.get(at)).all(|text| {
            text.trim_start_matches(['+', '-']).parse::<f64>().is_ok() || text.is_empty()
        })
    };
    let right: Vec<bool> = (0..header.len()).map(numeric).collect();
    table.add_rows(lines);
    for (at, right) in right.into_iter().enumerate() {
        if let Some(column) = table.column_mut(at) {
            if right {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
    }
    table
        .lines()
        .map(|line| line.trim_end().to_owned())
        .collect::<Vec<_>>()
        .join("\n")
}
