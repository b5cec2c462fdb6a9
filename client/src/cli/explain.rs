//! `explain`: one query's whole journey, from each channel's list to the adjusted order.
//!
//! Asks `pc_rank` as the caller asked; once more without a policy and without a cut, for which hits count at all; and with
//! everything shown, for what the others are. `pc_trace` says what the policy did. Nothing here decides anything.

use super::show::{table, told};
use super::{existing, question};
use clap::Args;
use pc_client::{Backend, Cell, Error, Result, Rows};
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
        let mut ask = |options: Value| {
            db.read(
                "pc_rank",
                &[channels.as_str().into(), options.to_string().into()],
            )
        };
        let counted = ask(uncut(&options, options.get("view")))?;
        let shown = ask(uncut(&options, Some(&json!("history"))))?;
        let channels: Value = parsed("channels", &channels)?;
        let verdicts = match options["view"].as_i64() {
            Some(revision) => past(&mut db, &channels, &options, revision)?,
            None => verdicts(&shown),
        };
        let hits = Hits {
            scope: options["scope_id"].as_str().unwrap_or_default(),
            ranked: places(&ranked),
            counted: places(&counted),
            verdicts,
        };
        let journey = hits.journey(&channels);
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

/// The same hits without a policy, as many as there are.
fn uncut(options: &Value, view: Option<&Value>) -> Value {
    let mut all = json!({"limit": 1000, "policy": "neutral"});
    for (key, value) in [("scope_id", options.get("scope_id")), ("view", view)] {
        if let Some(value) = value {
            all[key] = value.clone();
        }
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

fn places(rows: &Rows) -> BTreeMap<Identity, usize> {
    (0..rows.len()).map(|at| (identity(rows, at), at)).collect()
}

/// What each version is, in words.
fn verdicts(rows: &Rows) -> BTreeMap<Identity, String> {
    let word = |at| {
        let validity = rows.text(at, "validity").unwrap_or_default();
        match rows.text(at, "reason") {
            Some(reason) => told(validity, reason),
            None => validity.to_owned(),
        }
    };
    (0..rows.len())
        .map(|at| (identity(rows, at), word(at)))
        .collect()
}

/// The same as of a revision, which only hits of one Memory have.
fn past(
    db: &mut Backend,
    channels: &Value,
    options: &Value,
    revision: i64,
) -> Result<BTreeMap<Identity, String>> {
    let hits = channels.as_array().into_iter().flatten();
    let mut hits = hits.flat_map(|channel| channel["hits"].as_array().into_iter().flatten());
    let Some(hit) = hits.next() else {
        return Ok(BTreeMap::new());
    };
    let scope = hit["scope_id"].as_str().or(options["scope_id"].as_str());
    let place = [scope, hit["memory_artifact_id"].as_str()].map(Cell::from);
    let arguments = [&place[..], &[Cell::Int(revision)]].concat();
    Ok(verdicts(&db.read("pc_validity", &arguments)?))
}

struct Hits<'a> {
    scope: &'a str,
    ranked: BTreeMap<Identity, usize>,
    counted: BTreeMap<Identity, usize>,
    verdicts: BTreeMap<Identity, String>,
}

impl Hits<'_> {
    /// Each channel's hits with what became of them.
    fn journey(&self, channels: &Value) -> Value {
        let channel = |channel: &Value| {
            let mut met = BTreeSet::new();
            let mut rank = 0;
            let hits = channel["hits"].as_array().into_iter().flatten();
            let hits: Vec<Value> = hits
                .enumerate()
                .map(|(at, hit)| {
                    let id = self.identity(hit);
                    let counts = self.counted.contains_key(&id);
                    // A repeat is skipped but uses up its rank; what is filtered or unknown has none.
                    rank += i64::from(counts);
                    let outcome = match (counts, self.verdicts.get(&id)) {
                        (true, _) if !met.insert(id.clone()) => "repeated",
                        (true, _) => "counted",
                        (false, Some(verdict)) => verdict,
                        (false, None) => "unknown to authority",
                    };
                    json!({
                        "position": at + 1, "entry_id": id[2], "entry_version_id": id[3],
                        "rank": counts.then_some(rank), "outcome": outcome,
                        "final_rank": self.ranked.get(&id).map(|at| at + 1),
                    })
                })
                .collect();
            json!({"name": channel["name"], "weight": channel["weight"].as_f64().unwrap_or(1.0), "hits": hits})
        };
        channels
            .as_array()
            .into_iter()
            .flatten()
            .map(channel)
            .collect()
    }

    fn identity(&self, hit: &Value) -> Identity {
        let part = |key: &str, or: &str| hit[key].as_str().unwrap_or(or).to_owned();
        [
            part("scope_id", self.scope),
            part("memory_artifact_id", ""),
            part("entry_id", ""),
            part("entry_version_id", ""),
        ]
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
