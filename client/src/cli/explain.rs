//! `explain`: one query's whole journey, from each channel's list to the adjusted order.
//!
//! Asks `pc_rank` twice, as the caller asked and with everything shown (view `history`), and `pc_trace` for what the
//! policy said; nothing here decides anything.

use super::show::{table, told};
use super::{existing, question};
use clap::Args;
use pc_client::{Cell, Error, Result, Rows};
use serde_json::{json, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

#[derive(Args)]
pub struct Explain {
    url: String,
    /// JSON, a file, or - for standard input.
    channels: String,
    #[arg(default_value = "{}")]
    options: String,
    /// One JSON document, for programs.
    #[arg(long)]
    json: bool,
}

/// What tells one hit from another: scope, Memory, entry, version.
type Identity = [String; 4];

impl Explain {
    pub fn run(&self, extension: Option<&Path>) -> Result<()> {
        let [channels, options] =
            question(&self.channels, &self.options)?.map(|json| json.to_string());
        let mut db = existing(&self.url, extension)?;
        let asked = [channels.as_str().into(), options.as_str().into()];
        let ranked = db.read("pc_rank", &asked)?;
        let trace = db.read("pc_trace", &asked)?.scalar().to_string();
        let trace: Value = parsed("the trace", &trace)?;
        let options: Value = parsed("options", &options)?;
        let shown = db.read(
            "pc_rank",
            &[
                channels.as_str().into(),
                everything(&options).to_string().into(),
            ],
        )?;
        let journey = journey(&parsed("channels", &channels)?, &options, &ranked, &shown);
        if self.json {
            let rows: Vec<Value> = (0..ranked.len()).map(|at| object(&ranked, at)).collect();
            let document = json!({"channels": journey, "ranked": rows, "trace": trace});
            println!("{document}");
        } else {
            print(&journey, &ranked, &trace);
        }
        Ok(())
    }
}

fn parsed(what: &str, text: &str) -> Result<Value> {
    serde_json::from_str(text).map_err(|e| Error::usage(format!("{what}: {e}")))
}

/// The same question with nothing filtered and nothing cut.
fn everything(options: &Value) -> Value {
    let mut all = json!({"view": "history", "limit": 1000});
    if let Some(scope) = options.get("scope_id") {
        all["scope_id"] = scope.clone();
    }
    all
}

fn identity(rows: &Rows, at: usize) -> Identity {
    [
        "scope_id",
        "memory_artifact_id",
        "entry_id",
        "entry_version_id",
    ]
    .map(|column| rows.text(at, column).unwrap_or_default().to_owned())
}

/// Each channel's hits with what became of them.
fn journey(channels: &Value, options: &Value, ranked: &Rows, shown: &Rows) -> Value {
    let scope = options["scope_id"].as_str().unwrap_or_default();
    let kept: BTreeMap<Identity, usize> = (0..ranked.len())
        .map(|at| (identity(ranked, at), at))
        .collect();
    let known: BTreeMap<Identity, usize> = (0..shown.len())
        .map(|at| (identity(shown, at), at))
        .collect();
    let channel = |channel: &Value| {
        let mut met = BTreeSet::new();
        let mut counted = 0;
        let hits = channel["hits"].as_array().map_or(&[][..], Vec::as_slice);
        let hits: Vec<Value> = hits
            .iter()
            .enumerate()
            .map(|(at, hit)| {
                let part = |key: &str, or: &str| hit[key].as_str().unwrap_or(or).to_owned();
                let id: Identity = [
                    part("scope_id", scope),
                    part("memory_artifact_id", ""),
                    part("entry_id", ""),
                    part("entry_version_id", ""),
                ];
                let repeated = !met.insert(id.clone());
                let outcome = outcome(known.get(&id).copied(), shown, repeated);
                // A repeat uses up a rank; what is filtered or unknown does not.
                counted += i64::from(repeated || outcome.is_none());
                let (rank, outcome) = match outcome {
                    None => (Some(counted), "counted".to_owned()),
                    Some(why) => (repeated.then_some(counted), why),
                };
                json!({
                    "position": at + 1, "entry_id": id[2], "entry_version_id": id[3], "rank": rank, "outcome": outcome,
                    "final_rank": kept.get(&id).and_then(|at| ranked.int(*at, "rank")),
                })
            })
            .collect();
        json!({"name": channel["name"], "weight": channel["weight"].as_f64().unwrap_or(1.0), "hits": hits})
    };
    channels
        .as_array()
        .map_or(&[][..], Vec::as_slice)
        .iter()
        .map(channel)
        .collect()
}

/// Why a hit is not counted; None where it is.
fn outcome(at: Option<usize>, shown: &Rows, repeated: bool) -> Option<String> {
    if repeated {
        return Some("repeated".to_owned());
    }
    let Some(at) = at else {
        return Some("unknown to authority".to_owned());
    };
    match shown.text(at, "validity") {
        Some("current" | "unresolved_conflict") => None,
        validity => {
            let validity = validity.unwrap_or_default();
            Some(match shown.text(at, "reason") {
                Some(reason) => told(validity, reason),
                None => validity.to_owned(),
            })
        }
    }
}

fn object(rows: &Rows, at: usize) -> Value {
    let cell = |column: &String| {
        let cell = rows.get(at, column);
        let value = match (rows.int(at, column), cell.as_real()) {
            (Some(number), _) => json!(number),
            (None, Some(number)) => json!(number),
            _ if cell.is_null() => Value::Null,
            _ => json!(cell.to_string()),
        };
        (column.clone(), value)
    };
    Value::Object(rows.columns.iter().map(cell).collect())
}

fn print(journey: &Value, ranked: &Rows, trace: &Value) {
    let channels = journey.as_array().map_or(&[][..], Vec::as_slice);
    let plain = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    for channel in channels {
        println!(
            "channel {}, weight {}\n",
            plain(&channel["name"]),
            channel["weight"]
        );
        let hits = channel["hits"].as_array().map_or(&[][..], Vec::as_slice);
        let columns = ["position", "rank", "entry_id", "outcome", "final_rank"];
        let lines = hits
            .iter()
            .map(|hit| columns.map(|column| plain(&hit[column])).to_vec());
        println!("{}\n", table(&columns, lines));
    }
    let policy = match (&trace["policy"]["id"], &trace["neutral_reason"]) {
        (Value::String(id), Value::Null) => format!("policy {id}"),
        (_, Value::String(reason)) => format!("no policy acts: {reason}"),
        _ => "no policy acts".to_owned(),
    };
    println!(
        "pool of {}, {} in conflict; {policy}\n",
        trace["pool"], trace["conflicts"]
    );
    let columns = [
        "rank",
        "baseline_rank",
        "displacement",
        "entry_id",
        "score",
        "matched_by",
        "label",
        "adjustment",
        "rules",
    ];
    let lines = (0..ranked.len()).map(|at| {
        let cell = |column| match ranked.get(at, column) {
            Cell::Real(score) => format!("{score:.6}"),
            other => other.to_string(),
        };
        columns.map(cell).to_vec()
    });
    println!("{}", table(&columns, lines));
}
