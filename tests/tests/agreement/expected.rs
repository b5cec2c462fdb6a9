//! PowerContext's own answers, as calls of ours and as the rows that must come back.
use pc_client::Cell;
use pc_tests::fixture::answers;
use serde_json::{json, Value};
use std::collections::{BTreeMap, HashMap};

/// PowerContext's answers and how its identities read in ours.
pub struct Expected {
    answers: Value,
    atomic: bool,
}

pub type Identity = (String, String, String, String);
/// Validity, reason, successor.
pub type Verdict = (String, Option<String>, Option<(String, String)>);

fn word(value: &Value) -> String {
    value.as_str().expect("a text").to_string()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("an array")
}

impl Expected {
    pub fn new(name: &str) -> Expected {
        let answers = answers(name);
        let atomic = answers["model"] == "atomic-memory";
        Expected { answers, atomic }
    }

    pub fn adapter(&self) -> &'static str {
        if self.atomic {
            "powercontext-1.4"
        } else {
            "powercontext-1.2"
        }
    }

    pub fn searches(&self) -> &[Value] {
        list(&self.answers["searches"])
    }

    fn hit(&self, hit: &Value) -> Value {
        let (entry, version) = if self.atomic {
            (
                hit["artifact_id"].clone(),
                json!(hit["revision"].to_string()),
            )
        } else {
            (hit["entry_id"].clone(), hit["entry_version_id"].clone())
        };
        json!({
            "memory_artifact_id": hit["artifact_id"],
            "revision": hit["revision"],
            "entry_id": entry,
            "entry_version_id": version,
        })
    }

    /// What makes two searches ask the same of the same Memories.
    fn question(search: &Value) -> String {
        json!([search["scope_id"], search["query"], search["memories"]]).to_string()
    }

    /// For each question, mode and limit the hits of PowerContext's single-channel searches. In 1.2 a channel is limited
    /// far above the collections here, so the longest list is the channel; in 1.4 a channel has the search's own limit.
    fn channels(&self) -> HashMap<(String, String, i64), Vec<Value>> {
        let mut found: HashMap<(String, String, i64), Vec<Value>> = HashMap::new();
        for search in self.searches() {
            let mode = word(&search["used_mode"]);
            // The runtime's automatic search asks the service, whose own answers are the channels.
            if mode == "hybrid" || search["api"] == "runtime.memory.search" {
                continue;
            }
            let hits: Vec<Value> = list(&search["hits"]).iter().map(|h| self.hit(h)).collect();
            let limit = search["limit"].as_i64().expect("a limit");
            let question = Expected::question(search);
            let longest = found
                .entry((question.clone(), mode.clone(), 0))
                .or_default();
            if hits.len() > longest.len() {
                longest.clone_from(&hits);
            }
            found.insert((question, mode, limit), hits);
        }
        found
    }

    /// Every `pc_rank` call with the rows that it must give.
    pub fn calls(&self) -> Vec<(Value, Value, Vec<Vec<Cell>>)> {
        let channels = self.channels();
        let text = if self.atomic { "text" } else { "fts" };
        self.searches()
            .iter()
            .map(|search| {
                let mode = word(&search["used_mode"]);
                let limit = search["limit"].as_i64().expect("a limit");
                let names = if mode == "hybrid" {
                    vec![text, "vector"]
                } else {
                    vec![mode.as_str()]
                };
                let at = if self.atomic && mode == "hybrid" {
                    limit
                } else {
                    0
                };
                let given: Value = names
                    .iter()
                    .map(|name| {
                        let key = (Expected::question(search), name.to_string(), at);
                        json!({"name": name, "hits": channels[&key]})
                    })
                    .collect();
                let options = json!({"scope_id": search["scope_id"], "limit": limit});
                (given, options, self.rows(search))
            })
            .collect()
    }

    fn rows(&self, search: &Value) -> Vec<Vec<Cell>> {
        list(&search["hits"])
            .iter()
            .zip(1..)
            .map(|(found, rank)| {
                let hit = self.hit(found);
                vec![
                    Cell::Int(rank),
                    Cell::Text(word(&search["scope_id"])),
                    Cell::Text(word(&hit["memory_artifact_id"])),
                    Cell::Int(hit["revision"].as_i64().expect("a revision")),
                    Cell::Text(word(&hit["entry_id"])),
                    Cell::Text(word(&hit["entry_version_id"])),
                    Cell::Real(found["score"].as_f64().expect("a score")),
                ]
            })
            .collect()
    }

    /// Memories as (scope, artifact, head revision); in 1.4 every artifact is one.
    pub fn memories(&self) -> Vec<(String, String, i64)> {
        if !self.atomic {
            return list(&self.answers["memories"])
                .iter()
                .map(|m| {
                    (
                        word(&m["scope_id"]),
                        word(&m["artifact_id"]),
                        m["head"]["revision"].as_i64().expect("a head"),
                    )
                })
                .collect();
        }
        let mut found = Vec::new();
        for collection in list(&self.answers["collections"]) {
            for entry in list(&collection["entries"]) {
                let revision = entry["revision"].as_i64().expect("a revision");
                found.push((
                    word(&collection["scope_id"]),
                    word(&entry["artifact_id"]),
                    revision,
                ));
            }
        }
        found
    }

    /// What PowerContext says of each entry's newest version. Older versions are checked by rule, not listed.
    pub fn verdicts(&self) -> BTreeMap<Identity, Verdict> {
        let mut found = BTreeMap::new();
        if self.atomic {
            for collection in list(&self.answers["collections"]) {
                let scope = word(&collection["scope_id"]);
                let entries = list(&collection["entries"]);
                let known: HashMap<String, &Value> = entries
                    .iter()
                    .map(|e| (word(&e["artifact_id"]), e))
                    .collect();
                for entry in entries {
                    let artifact = word(&entry["artifact_id"]);
                    let verdict = match entry["state"].as_str().expect("a state") {
                        "active" => ("current".into(), None, None),
                        "forgotten" => ("inactive".into(), Some("forgotten".into()), None),
                        "retired" => ("inactive".into(), Some("merge_undone".into()), None),
                        _ => {
                            let mut end = known[&word(&entry["merged_into_id"])];
                            while end["state"] == "merged" {
                                end = known[&word(&end["merged_into_id"])];
                            }
                            let successor =
                                (word(&end["artifact_id"]), end["revision"].to_string());
                            ("superseded".into(), Some("merged".into()), Some(successor))
                        }
                    };
                    found.insert(
                        (
                            scope.clone(),
                            artifact.clone(),
                            artifact,
                            entry["revision"].to_string(),
                        ),
                        verdict,
                    );
                }
            }
            return found;
        }
        for memory in list(&self.answers["memories"]) {
            let place = |entry: &str, version: &str| {
                (
                    word(&memory["scope_id"]),
                    word(&memory["artifact_id"]),
                    entry.to_string(),
                    version.to_string(),
                )
            };
            for entry in list(&memory["entries"]) {
                let verdict = match entry["state"].as_str() {
                    Some("active") => ("current".into(), None, None),
                    _ => (
                        "inactive".into(),
                        entry["inactive_reason"].as_str().map(String::from),
                        None,
                    ),
                };
                found.insert(
                    place(&word(&entry["entry_id"]), &word(&entry["entry_version_id"])),
                    verdict,
                );
            }
            for gone in list(&memory["compacted"]) {
                let verdict = ("inactive".into(), Some("compacted".into()), None);
                found.insert(
                    place(
                        &word(&gone["entry_id"]),
                        &word(&gone["from_entry_version_id"]),
                    ),
                    verdict,
                );
            }
        }
        found
    }
}
