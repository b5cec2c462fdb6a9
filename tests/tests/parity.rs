//! One random history, told to both engines: every answer and refusal, every stored row, every projected column, every
//! order and trace must be equal, live as from a rebuilt projection.
//!
//! `PC_TEST_SEED=17` runs that seed alone.
use pc_client::Cell;
use pc_tests::engine::{show, Answer, Client, Engine};
use serde_json::{json, Value};

/// splitmix64: the same numbers on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    fn one_of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
}

const MEMORIES: [&str; 3] = ["m", "M", "n "];
const ENTRIES: [&str; 7] = ["A", "a", "b", "B ", "é", "e\u{301}", "\u{1F600}"];
const KINDS: [&str; 6] = ["fact", "working_note", "constraint", "decision", "preference", "Fact"];
const TYPES: [&str; 3] = ["chat", "repo", "seal"];
const POLICIES: [&str; 4] = ["neutral", "importance.seed.v1", "provenance_additive.v1", "importance_freshness.seed.v1"];

struct Story {
    random: Random,
    /// What this history believes the heads to be; wrong now and then, on purpose.
    heads: [i64; 3],
    clock: i64,
}

type Call = (&'static str, Vec<Cell>);

impl Story {
    fn evidence(&mut self) -> Cell {
        if self.random.one_in(6) {
            return Cell::Null;
        }
        let count = 1 + self.random.below(3);
        let references: Vec<Value> = (0..count)
            .map(|_| {
                if self.random.one_in(5) {
                    let revision = 1 + self.random.below(12);
                    let family = if self.random.one_in(6) { "experience" } else { "memory" };
                    return json!({"family": family, "artifact_id": self.random.one_of(&MEMORIES), "revision": revision});
                }
                let mut source = json!({"source_type": self.random.one_of(&TYPES), "source_id": self.random.below(5).to_string()});
                if !self.random.one_in(7) {
                    source["definition_version"] = json!((1 + self.random.below(2)).to_string());
                }
                if self.random.one_in(4) {
                    source["effective_at"] = json!(self.random.below(1000) as i64 - 500);
                }
                source
            })
            .collect();
        Cell::Text(Value::Array(references).to_string())
    }

    fn sources(&mut self) -> Cell {
        let source = json!([{"source_type": self.random.one_of(&TYPES), "source_id": self.random.below(5).to_string(), "definition_version": "1"}]);
        Cell::Text(source.to_string())
    }

    fn entry(&mut self) -> Cell {
        Cell::from(*self.random.one_of(&ENTRIES))
    }

    fn memory(&mut self) -> Cell {
        Cell::from(*self.random.one_of(&MEMORIES))
    }

    fn reason(&mut self) -> Cell {
        let reasons = [Cell::Null, Cell::from(""), Cell::from("outdated"), Cell::from("已过期 \u{1F600}")];
        self.random.one_of(&reasons).clone()
    }

    fn text(&mut self) -> Cell {
        let texts = ["Port 80.", "Port 81.", "port 80.", "Port 80. ", "端口 80。", "Port \u{1F600}."];
        Cell::from(*self.random.one_of(&texts))
    }

    fn next(&mut self) -> Call {
        self.clock += 1 + self.random.below(3) as i64;
        let at = Cell::Int(self.clock);
        let place = self.random.below(MEMORIES.len());
        let wrong = i64::from(self.random.one_in(20));
        let write = [Cell::from("s"), Cell::from(MEMORIES[place]), Cell::Int(self.heads[place] + wrong)];
        let mut arguments = write.to_vec();
        // First something to tell of: later steps mostly act on what is there.
        let kind = if self.clock < 1020 { 0 } else { self.random.below(24) };
        let name = match kind {
            0..=6 => {
                arguments.extend([Cell::from(*self.random.one_of(&KINDS)), self.text(), self.evidence(), at]);
                let given = if self.random.one_in(8) { Cell::Null } else { self.entry() };
                arguments.push(given);
                "pc_remember"
            }
            7..=10 => {
                arguments.extend([self.entry(), Cell::from(*self.random.one_of(&KINDS)), self.text(), self.evidence(), at, self.reason()]);
                "pc_revise"
            }
            11..=12 => {
                arguments.extend([self.entry(), at, self.reason()]);
                "pc_forget"
            }
            13 => {
                arguments.extend([self.entry(), at, self.reason()]);
                "pc_reactivate"
            }
            14..=16 => {
                let (kinds, status) = (["equal", "similar", "contradicts", "contradicts"], [Cell::Null, Cell::from("open"), Cell::from("suggested")]);
                let id = format!("r{}", self.random.below(30));
                arguments = vec![Cell::from("s"), Cell::Text(id), Cell::from(*self.random.one_of(&kinds)), self.memory(), self.entry(), self.memory(), self.entry(), at, self.random.one_of(&status).clone()];
                "pc_relate"
            }
            17 => {
                arguments = vec![Cell::from("s"), Cell::Text(format!("r{}", self.random.below(30))), at];
                "pc_dismiss"
            }
            18..=19 => {
                let id = format!("op{}", self.random.below(20));
                arguments = vec![Cell::from("s"), Cell::Text(id), self.memory(), self.entry(), self.memory(), self.entry(), self.sources(), at];
                "pc_supersede"
            }
            20 => {
                let (levels, words) = ([0, 1, 1, 2, 3], ["unknown", "unknown", "verified", "not_verified"]);
                let version = format!("d{}", self.random.below(4));
                arguments = vec![Cell::from(*self.random.one_of(&TYPES)), Cell::Text((1 + self.random.below(2)).to_string()), Cell::Text(version), Cell::Int(*self.random.one_of(&levels)), Cell::from(*self.random.one_of(&words))];
                "pc_declare_source"
            }
            21 => {
                arguments = vec![Cell::from("s"), Cell::from(MEMORIES[place]), at];
                "pc_observe"
            }
            22 => {
                arguments = vec![Cell::from("s"), Cell::from(*self.random.one_of(&POLICIES))];
                "pc_enable_ranking"
            }
            _ => {
                arguments = vec![Cell::from("s"), Cell::from(*self.random.one_of(&POLICIES))];
                "pc_disable_ranking"
            }
        };
        (name, arguments)
    }

    /// Follows a write that both engines answered alike.
    fn follow(&mut self, call: &Call, answer: &Answer) {
        let (Ok(rows), Some(Cell::Text(memory))) = (answer, call.1.get(1)) else {
            return;
        };
        let result: Value = serde_json::from_str(&show(&rows.rows[0][0])).expect("JSON");
        let place = MEMORIES.iter().position(|m| m == memory);
        if let (Some(place), Some(revision)) = (place, result["revision"].as_i64()) {
            self.heads[place] = revision;
        }
    }
}

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
        let mut kept: Vec<Vec<Cell>> = rows.iter().map(|row| both.iter().map(|pair| plain(&row[pick(pair)])).collect()).collect();
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

const TABLES: [&str; 14] = [
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
    "projection",
    "projection_tie",
];

const VALIDITY: &str = "SELECT scope_id, memory_artifact_id, entry_id, entry_version_id, validity, eligible, label, reason, successor_entry_id, successor_entry_version_id, recorded_at, effective_at, time_known, importance, evidence_strength, authority, verification, tier, stale FROM pc_validity WHERE scope_id = ? AND memory_artifact_id = ?";

struct Pair {
    sqlite: Client,
    oceanbase: Client,
}

impl Pair {
    fn both(&mut self, what: &str, ask: impl Fn(&mut dyn Engine) -> Answer) -> Answer {
        let (a, b) = (ask(&mut self.sqlite), ask(&mut self.oceanbase));
        match (&a, &b) {
            (Ok(x), Ok(y)) => assert_eq!(x.rows, y.rows, "{what}"),
            (x, y) => assert_eq!(x.as_ref().err(), y.as_ref().err(), "{what}\n{a:?}\n{b:?}"),
        }
        a
    }

    fn same_rows(&mut self, what: &str, sql: &str, parameters: &[Cell]) -> Vec<Vec<Cell>> {
        let (a, b) = (self.sqlite.query(sql, parameters), self.oceanbase.query(sql, parameters));
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
            all.extend(self.same_rows(&format!("{what}: pc_validity of '{memory}'"), VALIDITY, &place));
        }
        all
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
        for options in [json!({"limit": 5, "coarse_limit": 9}), json!({"limit": 20, "view": "history"}), json!({"limit": 20, "intent": "current", "as_of": 1_000_000_000_000_000i64}), json!({"limit": 7, "policy": "importance.seed.v1"})] {
            let mut options = options;
            options["scope_id"] = json!("s");
            let arguments = [Cell::Text(channels.clone()), Cell::Text(options.to_string())];
            for function in ["pc_rank", "pc_trace"] {
                let what = format!("{what}: {function} {channels} {options}");
                let answer = self.both(&what, |engine| engine.read(function, &arguments));
                assert!(answer.is_ok(), "{what}: {answer:?}");
            }
        }
        let arguments = [Cell::Text(pool), Cell::from(r#"{"scope_id":"s"}"#)];
        let answer = self.both(&format!("{what}: pc_reorder"), |engine| engine.read("pc_reorder", &arguments));
        assert!(answer.is_ok(), "{what}: {answer:?}");
    }
}

fn tell(seed: u64, length: usize) {
    let mut pair = Pair {
        sqlite: Client::sqlite(),
        oceanbase: Client::oceanbase_clean(),
    };
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
            pair.both(&format!("{what}: pc_rebuild"), |engine| engine.call("pc_rebuild", &[])).expect("pc_rebuild");
            let fresh = pair.standing(&format!("{what}, rebuilt"));
            pair.retrieval(&format!("{what}, rebuilt"), &mut story.random);
            let unstale = |rows: &[Vec<Cell>]| -> Vec<Vec<Cell>> { rows.iter().map(|row| row[..row.len() - 1].to_vec()).collect() };
            assert_eq!(unstale(&live), unstale(&fresh), "{what}: a rebuild changed an answer");
            assert!(fresh.iter().all(|row| row.last() == Some(&Cell::Int(0))), "{what}: stale after a rebuild");
            for table in TABLES {
                pair.same_rows(&format!("{what}: rows of {table}"), &format!("SELECT * FROM pc_lifecycle_{table}"), &[]);
            }
        }
    }
    assert!(refusals * 4 < length * 3, "seed {seed}: {refusals} of {length} were refused, which tests little");
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
