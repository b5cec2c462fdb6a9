//! A random history, the same on every machine.
use pc_client::Cell;
use pc_tests::engine::{show, Answer};
use serde_json::{json, Value};

/// splitmix64: the same numbers on every machine.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    pub fn one_of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
}

pub const MEMORIES: [&str; 3] = ["m", "M", "n "];
pub const ENTRIES: [&str; 7] = ["A", "a", "b", "B ", "é", "e\u{301}", "\u{1F600}"];
const KINDS: [&str; 6] = [
    "fact",
    "working_note",
    "constraint",
    "decision",
    "preference",
    "Fact",
];
const TYPES: [&str; 3] = ["chat", "repo", "seal"];
const POLICIES: [&str; 4] = [
    "neutral",
    "importance.seed.v1",
    "provenance_additive.v1",
    "importance_freshness.seed.v1",
];

const MARKS: [(&str, &str); 8] = [
    ("tier", "session"),
    ("tier", "long"),
    ("session", "task-1"),
    ("pinned", "1"),
    ("protected", "1"),
    ("state_class", "current_state"),
    ("state_class", "completed"),
    ("importance", "critical"),
];
const CITED: &str =
    r#"[{"source_type":"repo","source_id":"2"},{"source_type":"chat","source_id":"1"}]"#;

pub struct Story {
    pub random: Random,
    /// What this history believes the heads to be; wrong now and then, on purpose.
    pub heads: [i64; 3],
    pub clock: i64,
}

pub type Call = (&'static str, Vec<Cell>);

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
        let reasons = [
            Cell::Null,
            Cell::from(""),
            Cell::from("outdated"),
            Cell::from("已过期 \u{1F600}"),
        ];
        self.random.one_of(&reasons).clone()
    }

    fn text(&mut self) -> Cell {
        let texts = [
            "Port 80.",
            "Port 81.",
            "port 80.",
            "Port 80. ",
            "端口 80。",
            "Port \u{1F600}.",
        ];
        Cell::from(*self.random.one_of(&texts))
    }

    pub fn next(&mut self) -> Call {
        self.clock += 1 + self.random.below(3) as i64;
        let at = Cell::Int(self.clock);
        let place = self.random.below(MEMORIES.len());
        let wrong = i64::from(self.random.one_in(20));
        let write = [
            Cell::from("s"),
            Cell::from(MEMORIES[place]),
            Cell::Int(self.heads[place] + wrong),
        ];
        let mut arguments = write.to_vec();
        // First something to tell of: later steps mostly act on what is there.
        let kind = if self.clock < 1020 {
            0
        } else {
            self.random.below(28)
        };
        let name = match kind {
            0..=6 => {
                arguments.extend([
                    Cell::from(*self.random.one_of(&KINDS)),
                    self.text(),
                    self.evidence(),
                    at,
                ]);
                let given = if self.random.one_in(8) {
                    Cell::Null
                } else {
                    self.entry()
                };
                arguments.push(given);
                "pc_remember"
            }
            7..=10 => {
                arguments.extend([
                    self.entry(),
                    Cell::from(*self.random.one_of(&KINDS)),
                    self.text(),
                    self.evidence(),
                    at,
                    self.reason(),
                ]);
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
                let (kinds, status) = (
                    ["equal", "similar", "contradicts", "contradicts"],
                    [Cell::Null, Cell::from("open"), Cell::from("suggested")],
                );
                let id = format!("r{}", self.random.below(30));
                arguments = vec![
                    Cell::from("s"),
                    Cell::Text(id),
                    Cell::from(*self.random.one_of(&kinds)),
                    self.memory(),
                    self.entry(),
                    self.memory(),
                    self.entry(),
                    at,
                    self.random.one_of(&status).clone(),
                    self.random.one_of(&[Cell::Null, Cell::from(CITED)]).clone(),
                ];
                "pc_relate"
            }
            17 => {
                arguments = vec![
                    Cell::from("s"),
                    Cell::Text(format!("r{}", self.random.below(30))),
                    at,
                ];
                "pc_dismiss"
            }
            18..=19 => {
                let id = format!("op{}", self.random.below(20));
                arguments = vec![
                    Cell::from("s"),
                    Cell::Text(id),
                    self.memory(),
                    self.entry(),
                    self.memory(),
                    self.entry(),
                    self.sources(),
                    at,
                ];
                "pc_supersede"
            }
            20 => {
                let (levels, words) = (
                    [0, 1, 1, 2, 3],
                    ["unknown", "unknown", "verified", "not_verified"],
                );
                let version = format!("d{}", self.random.below(4));
                arguments = vec![
                    Cell::from(*self.random.one_of(&TYPES)),
                    Cell::Text((1 + self.random.below(2)).to_string()),
                    Cell::Text(version),
                    Cell::Int(*self.random.one_of(&levels)),
                    Cell::from(*self.random.one_of(&words)),
                ];
                "pc_declare_source"
            }
            21 => {
                arguments = vec![Cell::from("s"), Cell::from(MEMORIES[place]), at];
                "pc_observe"
            }
            22..=24 => {
                let (mark, value) = *self.random.one_of(&MARKS);
                let value = if self.random.one_in(5) {
                    Cell::Null
                } else {
                    Cell::from(value)
                };
                arguments = vec![
                    Cell::from("s"),
                    Cell::from(MEMORIES[place]),
                    self.entry(),
                    Cell::from(mark),
                    value,
                    Cell::from(*self.random.one_of(&["alice", "tidy"])),
                    Cell::from(*self.random.one_of(&["user", "automatic"])),
                    at,
                    self.reason(),
                ];
                "pc_mark"
            }
            25 => {
                arguments = vec![
                    Cell::from("s"),
                    Cell::from(MEMORIES[place]),
                    self.entry(),
                    self.sources(),
                    at,
                ];
                "pc_corroborate"
            }
            26 => {
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
    pub fn follow(&mut self, call: &Call, answer: &Answer) {
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
