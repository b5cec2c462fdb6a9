//! What users of such systems suffered, at the size at which it hurt. The short cases are in `tests/cases`; which symptom
//! is where is in `tests/cases/README.md`, and what of them waits for a later capability is in [`LATER`].
mod recall;
mod record;
mod upkeep;

use pc_client::{Cell, Rows};
use pc_tests::engine::{show, Client, Engine};
use pc_tests::shorthand::native_id;
use serde_json::{json, Value};

/// Symptoms of which a part cannot be told yet, with the capability that makes it tellable: alignment (near-duplicates, and
/// the proposals it makes), derived views (`pc_derive`), inventory, L1 (recoverable deactivation, its retention, its action
/// records and session end) and L2 (reviewed consolidation, its revises and approvals).
const LATER: [(&str, &str); 14] = [
    ("\"Ronaldo\" and \"Messi\" both current", "alignment"),
    ("clusters merged, originals deleted", "alignment"),
    (
        "exact-name duplicates missed without embeddings",
        "alignment",
    ),
    ("identity = lower-cased name, loser destroyed", "alignment"),
    (
        "consolidation re-creates what was invalidated",
        "alignment, L2",
    ),
    (
        "a retired, never wrong fact restated as current",
        "derived views",
    ),
    ("\"I like Rust\" supersedes \"I like Python\"", "alignment"),
    ("dead vectors take candidate slots", "inventory"),
    ("forget marker lost on one engine", "L1"),
    ("half-lives of hours, parameters unused", "L1"),
    ("dream consolidation", "L1, L2"),
    ("sources archived before the merged one is findable", "L2"),
    (
        "consolidation makes old facts fresh and untrusted ones trusted",
        "L2",
    ),
    ("session end never fires on some paths", "L1, inventory"),
];

/// The table of symptoms says "later (…)" of these and of no others.
#[test]
fn what_waits_for_a_later_capability_is_listed() {
    let page = include_str!("../../cases/README.md");
    let table = page.split("| symptom | guarded by |").nth(1);
    let rows: Vec<(&str, &str)> = table
        .expect("the table of symptoms")
        .lines()
        .filter_map(|line| {
            line.strip_prefix("| ")?
                .strip_suffix(" |")?
                .split_once(" | ")
        })
        .filter(|(symptom, _)| *symptom != "---")
        .collect();
    assert_eq!(rows.len(), SYMPTOMS, "every symptom has its row");
    let later: Vec<(&str, &str)> = rows
        .iter()
        .filter_map(|(symptom, guard)| {
            let (_, rest) = guard.split_once("later (")?;
            Some((*symptom, rest.split_once(')')?.0))
        })
        .collect();
    assert_eq!(later, LATER);
}

/// Rows that the users' reports came to.
const SYMPTOMS: usize = 26;

fn engines() -> Vec<Box<dyn Engine>> {
    vec![
        Box::new(Client::sqlite()),
        Box::new(Client::oceanbase_clean()),
    ]
}

/// A call that must be answered, and its one text.
fn call(engine: &mut dyn Engine, name: &str, arguments: &[Cell]) -> String {
    let rows = engine
        .call(name, arguments)
        .unwrap_or_else(|e| panic!("{}: {name}: {e}", engine.name()));
    show(&rows.rows[0][0])
}

/// Texts as they are, and numbers where the text is one.
fn cells(arguments: &[&str]) -> Vec<Cell> {
    arguments
        .iter()
        .map(|argument| match argument.parse() {
            Ok(number) => Cell::Int(number),
            Err(_) if *argument == "NULL" => Cell::Null,
            Err(_) => Cell::from(*argument),
        })
        .collect()
}

fn remember(engine: &mut dyn Engine, revision: i64, entry: &str, text: &str) {
    let arguments = [
        Cell::from("s"),
        Cell::from("m"),
        Cell::Int(revision),
        Cell::from("fact"),
        Cell::from(text),
        Cell::Null,
        Cell::Int(1000 + revision),
        Cell::from(entry),
    ];
    call(engine, "pc_remember", &arguments);
}

fn hit(entry: &str, revision: i64) -> Value {
    json!({
        "memory_artifact_id": "m",
        "revision": revision,
        "entry_id": entry,
        "entry_version_id": native_id("version", "s", "m", revision, 1),
    })
}

fn rank(engine: &mut dyn Engine, channels: &Value, options: &Value) -> Rows {
    let arguments = [
        Cell::Text(channels.to_string()),
        Cell::Text(options.to_string()),
    ];
    engine
        .read("pc_rank", &arguments)
        .unwrap_or_else(|e| panic!("{}: {e}", engine.name()))
}

fn column(rows: &Rows, name: &str) -> Vec<String> {
    let at = rows
        .columns
        .iter()
        .position(|c| c == name)
        .unwrap_or_else(|| panic!("no {name} in {:?}", rows.columns));
    rows.rows.iter().map(|row| show(&row[at])).collect()
}

/// What validity says of every version of Memory m, times aside.
fn standing(engine: &mut dyn Engine) -> Vec<Vec<Cell>> {
    let sql = "SELECT entry_id, validity, reason, importance FROM pc_validity WHERE scope_id = 's' AND memory_artifact_id = 'm' ORDER BY entry_id";
    engine
        .query(sql, &[])
        .unwrap_or_else(|e| panic!("{}: {e}", engine.name()))
        .rows
}

fn digest(engine: &mut dyn Engine) -> String {
    call(engine, "pc_refresh", &[]);
    call(engine, "pc_digest", &cells(&["s", "m"]))
}

/// The digest is the same on both engines: what each gave, in the order of [`engines`].
fn agreed(digests: &[String]) {
    assert!(digests.windows(2).all(|d| d[0] == d[1]), "{digests:?}");
}

/// Rows of every table that a call may write.
fn counts(engine: &mut dyn Engine) -> Vec<Vec<Cell>> {
    let tables = [
        "entry",
        "change",
        "evidence",
        "snapshot",
        "observation",
        "head",
        "relation",
        "relation_event",
        "operation",
        "mark",
        "log",
        "policy",
        "ranking",
        "projection",
    ];
    let counted: Vec<String> = tables
        .iter()
        .map(|table| format!("(SELECT count(*) FROM pc_lifecycle_{table})"))
        .collect();
    let rows = engine.query(&format!("SELECT {}", counted.join(", ")), &[]);
    rows.expect("counts").rows
}

/// Declared sources of each authority, and five entries of several kinds: `low`, `plain`, `high`, `grave` and `pinned`.
fn story(engine: &mut dyn Engine) {
    for (source, authority) in [("chat", "1"), ("repo", "2"), ("seal", "3")] {
        call(
            engine,
            "pc_declare_source",
            &cells(&[source, "v1", "d1", authority, "unknown"]),
        );
    }
    for (at, (entry, kind)) in [
        ("low", "working_note"),
        ("plain", "fact"),
        ("high", "decision"),
        ("grave", "constraint"),
        ("pinned", "working_note"),
    ]
    .into_iter()
    .enumerate()
    {
        let evidence = cites(&["chat"], entry);
        let text = format!("Text of {entry}.");
        let revision = at.to_string();
        let arguments = ["s", "m", &revision, kind, &text, &evidence, "1000", entry];
        call(engine, "pc_remember", &cells(&arguments));
    }
    for (entry, mark, value) in [
        ("grave", "importance", "critical"),
        ("pinned", "pinned", "1"),
        ("high", "protected", "1"),
        ("plain", "state_class", "current_state"),
    ] {
        let arguments = ["s", "m", entry, mark, value, "alice", "user", "2000"];
        let mut arguments = cells(&arguments);
        arguments[4] = Cell::from(value);
        call(engine, "pc_mark", &arguments);
    }
}

fn cites(sources: &[&str], id: &str) -> String {
    let reference =
        |source: &&str| json!({"source_type": source, "source_id": id, "definition_version": "v1"});
    Value::Array(sources.iter().map(reference).collect()).to_string()
}

fn everything_found(engine: &mut dyn Engine, options: &Value) -> Rows {
    let names = ["low", "plain", "high", "grave", "pinned"];
    let hits: Vec<Value> = names
        .iter()
        .zip(1..)
        .map(|(name, at)| hit(name, at))
        .collect();
    rank(engine, &json!([{"name": "fts", "hits": hits}]), options)
}
