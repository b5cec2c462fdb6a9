//! One random history, told to both engines: every answer and refusal, every stored row, every projected column, every
//! order, trace, history and digest must be equal, live as from a refreshed and from a rebuilt projection, and as of every
//! past revision.
//!
//! `PC_TEST_SEED=17` runs that seed alone.
mod refreshed;
mod story;

use pc_client::Cell;
use pc_tests::engine::{show, Answer, Client, Engine};
use pc_tests::reference::{self, Records};
use serde_json::{json, Value};
use story::{Random, Story, MEMORIES};

/// The cells by column name, in the columns that both have.
fn shared(a: &Answer, b: &Answer) -> (Vec<Vec<Cell>>, Vec<Vec<Cell>>) {
    let (Ok(a), Ok(b)) = (a, b) else {
        panic!("{a:?}\n{b:?}");
    };
    let both: Vec<(usize, usize)> = a
        .columns
        .iter()
        .enumerate()
        .filter_map(|(at, name)| Some((at, b.columns.iter().position(|other| other == name)?)))
        .collect();
    assert!(!both.is_empty() || a.rows.is_empty());
    let rows = |rows: &[Vec<Cell>], pick: &dyn Fn(&(usize, usize)) -> usize| -> Vec<Vec<Cell>> {
        let mut kept: Vec<Vec<Cell>> = rows
            .iter()
            .map(|row| both.iter().map(|pair| plain(&row[pick(pair)])).collect())
            .collect();
        kept.sort_by_key(|row| row.iter().map(show).collect::<Vec<_>>().join("\u{1}"));
        kept
    };
    (rows(&a.rows, &|pair| pair.0), rows(&b.rows, &|pair| pair.1))
}

/// Bytes that are text are text: OceanBase keeps identities as bytes.
fn plain(cell: &Cell) -> Cell {
    match cell {
        Cell::Blob(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => Cell::from(text),
            Err(_) => cell.clone(),
        },
        other => other.clone(),
    }
}

fn value(cell: &Cell) -> Value {
    match cell {
        Cell::Null => Value::Null,
        Cell::Int(number) => json!(number),
        other => json!(pc_tests::engine::text(other)),
    }
}

const TABLES: [&str; 18] = [
    "head",
    "entry",
    "change",
    "evidence",
    "source_declaration",
    "snapshot",
    "observation",
    "relation",
    "relation_event",
    "operation",
    "policy",
    "ranking",
    "mark",
    "log",
    "projection",
    "projection_header",
    "digest_node",
    "projection_tie",
];

const VALIDITY: &str = "SELECT scope_id, memory_artifact_id, entry_id, entry_version_id, validity, eligible, label, reason, successor_entry_id, successor_entry_version_id, recorded_at, effective_at, time_known, importance, evidence_strength, authority, verification, tier, stale FROM pc_validity WHERE scope_id = ? AND memory_artifact_id = ?";

struct Pair {
    sqlite: Client,
    oceanbase: Client,
}

impl Pair {
    /// Two empty, installed stores.
    fn new() -> Pair {
        Pair {
            sqlite: Client::sqlite(),
            oceanbase: Client::oceanbase_clean(),
        }
    }

    fn both(&mut self, what: &str, ask: impl Fn(&mut dyn Engine) -> Answer) -> Answer {
        let (a, b) = (ask(&mut self.sqlite), ask(&mut self.oceanbase));
        match (&a, &b) {
            (Ok(x), Ok(y)) => assert_eq!(x.rows, y.rows, "{what}"),
            (x, y) => assert_eq!(x.as_ref().err(), y.as_ref().err(), "{what}\n{a:?}\n{b:?}"),
        }
        a
    }

    fn same_rows(&mut self, what: &str, sql: &str, parameters: &[Cell]) -> Vec<Vec<Cell>> {
        let (a, b) = (
            self.sqlite.query(sql, parameters),
            self.oceanbase.query(sql, parameters),
        );
        let (a, b) = shared(&a, &b);
        for (x, y) in a.iter().zip(&b) {
            assert_eq!(x, y, "{what}");
        }
        assert_eq!(a.len(), b.len(), "{what}");
        a
    }

    /// Validity of every Memory, in full.
    fn standing(&mut self, what: &str) -> Vec<Vec<Cell>> {
        let mut all = Vec::new();
        for memory in MEMORIES {
            let place = [Cell::from("s"), Cell::from(memory)];
            all.extend(self.same_rows(
                &format!("{what}: pc_validity of '{memory}'"),
                VALIDITY,
                &place,
            ));
        }
        all
    }

    /// What each Memory held as of each of its revisions, and the history of every entry.
    fn past(&mut self, what: &str, heads: &[i64]) {
        for (memory, head) in MEMORIES.into_iter().zip(heads) {
            for revision in 0..=head + 1 {
                let arguments = [Cell::from("s"), Cell::from(memory), Cell::Int(revision)];
                let what = format!("{what}: '{memory}' as of {revision}");
                self.both(&what, |engine| engine.read("pc_validity", &arguments))
                    .ok();
            }
            for entry in story::ENTRIES {
                let arguments = [Cell::from("s"), Cell::from(memory), Cell::from(entry)];
                let what = format!("{what}: history of '{memory}' '{entry}'");
                self.both(&what, |engine| engine.read("pc_history", &arguments))
                    .ok();
            }
        }
    }

    /// Every row, digest and past of the store against the reference, which knows only the records.
    fn against_reference(&mut self, what: &str, heads: &[i64]) {
        let records = Records::read(&mut self.sqlite, "s");
        let columns = reference::COLUMNS.join(", ");
        for (memory, head) in MEMORIES.into_iter().zip(heads) {
            let place = [Cell::from("s"), Cell::from(memory)];
            let sql = format!("SELECT entry_id, entry_version_id, {columns} FROM pc_lifecycle_projection WHERE scope_id = ? AND memory_artifact_id = ?");
            let stored = self.sqlite.query(&sql, &place).expect("rows").rows;
            let known = records.versions.iter().filter(|v| v.memory == memory);
            assert_eq!(stored.len(), known.count(), "{what}: rows of '{memory}'");
            for cells in &stored {
                let (entry, version) = (show(&cells[0]), show(&cells[1]));
                let said: Vec<Value> = cells[2..].iter().map(value).collect();
                let wanted = reference::row(&records, memory, &entry, &version);
                assert_eq!(said, wanted, "{what}: '{memory}' '{entry}' {version}");
            }
            if *head > 0 {
                let digest = self
                    .sqlite
                    .call("pc_digest", &place)
                    .expect("a digest")
                    .rows;
                let wanted = reference::memory_digest(&records, memory);
                assert_eq!(show(&digest[0][0]), wanted, "{what}: digest of '{memory}'");
            }
            for revision in 1..=*head {
                let arguments = [place.to_vec(), vec![Cell::Int(revision)]].concat();
                let past = self.sqlite.read("pc_validity", &arguments).expect("a past");
                for at in 0..past.rows.len() {
                    let cell = |column| value(past.get(at, column));
                    let (entry, version) = (
                        show(past.get(at, "entry_id")),
                        show(past.get(at, "entry_version_id")),
                    );
                    let wanted = reference::validity(
                        &records,
                        memory,
                        &entry,
                        &version,
                        Some((memory, revision)),
                    );
                    let wanted = wanted.expect("a version of that revision");
                    let said = [
                        "validity",
                        "reason",
                        "successor_entry_id",
                        "successor_entry_version_id",
                    ]
                    .map(cell);
                    let (entry_id, version_id) = wanted.successor.unzip();
                    let wanted = [
                        json!(wanted.validity),
                        json!(wanted.reason),
                        json!(entry_id),
                        json!(version_id),
                    ];
                    assert_eq!(
                        said, wanted,
                        "{what}: '{memory}' as of {revision}: '{entry}' {version}"
                    );
                }
                let there = records
                    .versions
                    .iter()
                    .filter(|v| v.memory == memory && v.created_in <= revision);
                assert_eq!(
                    past.rows.len(),
                    there.count(),
                    "{what}: '{memory}' as of {revision}"
                );
            }
        }
        let digest = self
            .sqlite
            .call("pc_digest", &[Cell::from("s")])
            .expect("a digest")
            .rows;
        assert_eq!(
            show(&digest[0][0]),
            reference::scope_digest(&records),
            "{what}: digest of the scope"
        );
    }

    /// The digests of the scope and of its Memories: both engines', refused alike where stale.
    fn digests(&mut self, what: &str) -> Vec<Answer> {
        let mut asked = vec![vec![Cell::from("s")]];
        asked.extend(MEMORIES.map(|memory| vec![Cell::from("s"), Cell::from(memory)]));
        asked
            .into_iter()
            .map(|arguments| {
                let what = format!("{what}: pc_digest {arguments:?}");
                self.both(&what, |engine| engine.call("pc_digest", &arguments))
            })
            .collect()
    }

    /// Retrieval over pools drawn from what is stored, known and unknown.
    fn retrieval(&mut self, what: &str, random: &mut Random) {
        let known = self.sqlite.query("SELECT memory_artifact_id, entry_id, entry_version_id, created_in_revision FROM pc_lifecycle_entry WHERE scope_id = 's' ORDER BY 1, 2, 3", &[]).expect("entries").rows;
        if known.is_empty() {
            return;
        }
        let mut draw = |count: usize| -> Vec<Value> {
            (0..count)
                .map(|_| {
                    let row = random.one_of(&known);
                    let version = if random.one_in(12) { Cell::from("nobody") } else { row[2].clone() };
                    json!({"memory_artifact_id": show(&row[0]), "entry_id": show(&row[1]), "entry_version_id": show(&version), "revision": 1})
                })
                .collect()
        };
        let channels = json!([{"name": "fts", "hits": draw(12)}, {"name": "vec", "weight": 0.7, "hits": draw(9)}, {"name": "zero", "weight": 0, "hits": draw(2)}]).to_string();
        let mut pool = draw(14);
        let mut seen = std::collections::HashSet::new();
        pool.retain(|hit| seen.insert(hit.to_string()));
        let pool = Value::Array(pool).to_string();
        for options in [
            json!({"limit": 5, "coarse_limit": 9}),
            json!({"limit": 20, "view": "history"}),
            json!({"limit": 20, "intent": "current", "as_of": 1_000_000_000_000_000i64}),
            json!({"limit": 7, "policy": "importance.seed.v1"}),
        ] {
            let mut options = options;
            options["scope_id"] = json!("s");
            let arguments = [
                Cell::Text(channels.clone()),
                Cell::Text(options.to_string()),
            ];
            for function in ["pc_rank", "pc_trace"] {
                let what = format!("{what}: {function} {channels} {options}");
                let answer = self.both(&what, |engine| engine.read(function, &arguments));
                assert!(answer.is_ok(), "{what}: {answer:?}");
            }
        }
        let arguments = [Cell::Text(pool), Cell::from(r#"{"scope_id":"s"}"#)];
        let answer = self.both(&format!("{what}: pc_reorder"), |engine| {
            engine.read("pc_reorder", &arguments)
        });
        assert!(answer.is_ok(), "{what}: {answer:?}");
    }
}

fn shown(answers: &[Answer]) -> Vec<String> {
    answers.iter().map(|answer| format!("{answer:?}")).collect()
}

fn tell(seed: u64, length: usize) {
    let mut pair = Pair::new();
    let mut story = Story {
        random: Random(seed),
        heads: [0; 3],
        clock: 1000,
    };
    let mut refusals = 0;
    for step in 0..length {
        let call = story.next();
        let what = format!("seed {seed}, step {step}: {} {:?}", call.0, call.1);
        let answer = pair.both(&what, |engine| engine.call(call.0, &call.1));
        refusals += usize::from(answer.is_err());
        story.follow(&call, &answer);
        if step % 20 == 19 || step + 1 == length {
            let what = format!("seed {seed} after step {step}");
            let live = pair.standing(&format!("{what}, live"));
            pair.retrieval(&format!("{what}, live"), &mut story.random);
            pair.digests(&format!("{what}, live"));
            pair.both(&format!("{what}: pc_refresh"), |engine| {
                engine.call("pc_refresh", &[])
            })
            .expect("pc_refresh");
            let refreshed = pair.standing(&format!("{what}, refreshed"));
            let digests = pair.digests(&format!("{what}, refreshed"));
            pair.past(&what, &story.heads);
            pair.against_reference(&what, &story.heads);
            pair.both(&format!("{what}: pc_rebuild"), |engine| {
                engine.call("pc_rebuild", &[])
            })
            .expect("pc_rebuild");
            let rebuilt = pair.digests(&format!("{what}, rebuilt"));
            assert_eq!(
                shown(&digests),
                shown(&rebuilt),
                "{what}: a refresh is no rebuild"
            );
            let fresh = pair.standing(&format!("{what}, rebuilt"));
            pair.retrieval(&format!("{what}, rebuilt"), &mut story.random);
            let unstale = |rows: &[Vec<Cell>]| -> Vec<Vec<Cell>> {
                rows.iter()
                    .map(|row| row[..row.len() - 1].to_vec())
                    .collect()
            };
            assert_eq!(
                unstale(&live),
                unstale(&fresh),
                "{what}: a rebuild changed an answer"
            );
            assert_eq!(refreshed, fresh, "{what}: a refresh is no rebuild");
            assert!(
                fresh.iter().all(|row| row.last() == Some(&Cell::Int(0))),
                "{what}: stale after a rebuild"
            );
            for table in TABLES {
                pair.same_rows(
                    &format!("{what}: rows of {table}"),
                    &format!("SELECT * FROM pc_lifecycle_{table}"),
                    &[],
                );
            }
        }
    }
    assert!(
        refusals * 4 < length * 3,
        "seed {seed}: {refusals} of {length} were refused, which tests little"
    );
}

#[test]
fn both_engines_tell_one_history_alike() {
    if let Ok(seed) = std::env::var("PC_TEST_SEED") {
        return tell(seed.parse().expect("a number"), 200);
    }
    let (seeds, length) = if crate::full() { (25, 200) } else { (3, 80) };
    for seed in 1..=seeds {
        tell(seed, length);
    }
}
