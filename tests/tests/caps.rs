//! The caps of importance that no kind reaches, asked of OceanBase's rule itself: the kinds are data there, so that one may
//! be raised. SQLite has them compiled in, and its rule is a function (`projection::importance::bounded`), which is asked
//! the same in ext-sqlite.
use pc_client::{Cell, Rows};
use pc_tests::engine::{Client, Engine};
use pc_tests::shorthand::cites;

/// A kind's base, put back when the test is over: the database is lent to others.
struct Raised<'a> {
    engine: &'a mut Client,
    kind: &'static str,
    base: i64,
}

impl<'a> Raised<'a> {
    fn new(engine: &'a mut Client, kind: &'static str, base: i64) -> Raised<'a> {
        let sql = "SELECT base_importance FROM pc_lifecycle_kind WHERE kind = ?";
        let rows = engine.query(sql, &[kind.into()]).expect("the kind's base");
        let Cell::Int(before) = rows.rows[0][0] else {
            panic!("no integer: {rows:?}");
        };
        set(engine, kind, base);
        Raised {
            engine,
            kind,
            base: before,
        }
    }
}

impl Drop for Raised<'_> {
    fn drop(&mut self) {
        set(self.engine, self.kind, self.base);
    }
}

fn set(engine: &mut Client, kind: &str, base: i64) {
    let sql = "UPDATE pc_lifecycle_kind SET base_importance = ? WHERE kind = ?";
    engine
        .query(sql, &[Cell::Int(base), kind.into()])
        .expect("another base");
}

fn remember(engine: &mut Client, revision: i64, entry: &str, kind: &str, sources: &str) {
    let arguments = [
        Cell::from("s"),
        Cell::from("m"),
        Cell::Int(revision),
        Cell::from(kind),
        Cell::Text(format!("Text of {entry}.")),
        Cell::Text(cites(sources).to_string()),
        Cell::Int(1000),
        Cell::from(entry),
    ];
    engine.call("pc_remember", &arguments).expect("pc_remember");
}

fn importances(engine: &mut Client) -> Vec<(String, String)> {
    let sql = "SELECT entry_id, importance FROM pc_validity WHERE scope_id = 's' AND memory_artifact_id = 'm' ORDER BY entry_id, recorded_at";
    let Rows { rows, .. } = engine.query(sql, &[]).expect("pc_validity");
    let shown = |cell| pc_tests::engine::show(cell);
    rows.iter()
        .map(|row| (shown(&row[0]), shown(&row[1])))
        .collect()
}

#[test]
fn oceanbase_caps_what_no_kind_reaches() {
    let mut engine = Client::oceanbase_clean();
    let declare = |source: &str, authority: i64, verification: &str| {
        [
            Cell::from(source),
            Cell::from("1"),
            Cell::from("d"),
            Cell::Int(authority),
            Cell::from(verification),
        ]
    };
    for arguments in [
        declare("chat", 1, "unknown"),
        declare("seal", 3, "verified"),
    ] {
        engine
            .call("pc_declare_source", &arguments)
            .expect("pc_declare_source");
    }
    for (revision, (entry, kind, sources)) in [
        ("a note of one source", "working_note", "chat/1:1"),
        ("b note of two", "working_note", "chat/1:1 chat/2:1"),
        ("c note, verified", "working_note", "seal/1:1"),
        ("d note of none", "working_note", ""),
        ("e fact of one", "fact", "chat/1:1"),
        ("f fact of none", "fact", ""),
    ]
    .into_iter()
    .enumerate()
    {
        remember(&mut engine, revision as i64, entry, kind, sources);
    }
    // A new text on a new source, one higher.
    let revise = [
        Cell::from("s"),
        Cell::from("m"),
        Cell::Int(6),
        Cell::from("e fact of one"),
        Cell::from("fact"),
        Cell::from("Another text."),
        Cell::Text(cites("chat/9:1").to_string()),
        Cell::Int(2000),
    ];
    engine.call("pc_revise", &revise).expect("pc_revise");
    let told = |values: [&str; 7]| -> Vec<(String, String)> {
        let names = [
            "a note of one source",
            "b note of two",
            "c note, verified",
            "d note of none",
            "e fact of one",
            "e fact of one",
            "f fact of none",
        ];
        names
            .iter()
            .zip(values)
            .map(|(name, value)| (name.to_string(), value.to_string()))
            .collect()
    };
    let usual = told(["0", "0", "0", "0", "1", "2", "1"]);
    assert_eq!(importances(&mut engine), usual);
    {
        let raised = Raised::new(&mut engine, "working_note", 3);
        assert_eq!(
            importances(raised.engine),
            told(["1", "3", "3", "1", "1", "2", "1"]),
            "a note that is not corroborated is normal at most"
        );
    }
    {
        let raised = Raised::new(&mut engine, "fact", 7);
        assert_eq!(
            importances(raised.engine),
            told(["0", "0", "0", "0", "3", "3", "1"]),
            "critical is the most"
        );
    }
    {
        let raised = Raised::new(&mut engine, "fact", -5);
        assert_eq!(
            importances(raised.engine),
            told(["0", "0", "0", "0", "0", "0", "0"]),
            "low is the least"
        );
    }
    assert_eq!(importances(&mut engine), usual);
}
