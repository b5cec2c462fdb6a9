//! Hostile input: one `pc: CODE: …` line, the same bytes on both engines, nothing written, the host alive.
//!
//! Each row names the call, its arguments (always bound, never pasted) and the line of messages.json that must come back.
mod channels;
mod hits;
mod options;
mod others;
mod projection;
mod writes;

use pc_client::Cell;
use pc_tests::engine::{Client, Engine};
use pc_tests::refusal::{fault, line};
use serde_json::{json, Value};

enum Form {
    Call,
    Read,
}

struct Row {
    why: String,
    form: Form,
    function: &'static str,
    arguments: Vec<Cell>,
    expected: String,
}

#[derive(Default)]
struct Table(Vec<Row>);

fn text(value: &str) -> Cell {
    Cell::Text(value.into())
}

impl Table {
    fn add(
        &mut self,
        why: &str,
        form: Form,
        function: &'static str,
        arguments: Vec<Cell>,
        expected: String,
    ) {
        self.0.push(Row {
            why: why.into(),
            form,
            function,
            arguments,
            expected,
        });
    }

    fn read(
        &mut self,
        function: &'static str,
        why: &str,
        arguments: &[Cell],
        name: &str,
        quoted: &[&str],
    ) {
        self.add(
            why,
            Form::Read,
            function,
            arguments.to_vec(),
            line(name, quoted),
        );
    }

    fn call(
        &mut self,
        function: &'static str,
        why: &str,
        arguments: &[Cell],
        name: &str,
        quoted: &[&str],
    ) {
        self.add(
            why,
            Form::Call,
            function,
            arguments.to_vec(),
            line(name, quoted),
        );
    }

    /// A pool with good options.
    fn pool(&mut self, why: &str, pool: &str, name: &str, quoted: &[&str]) {
        self.read(
            "pc_reorder",
            why,
            &[text(pool), text(r#"{"scope_id":"s"}"#)],
            name,
            quoted,
        );
    }

    /// One hit in an otherwise good pool.
    fn hit(&mut self, why: &str, change: Value, name: &str, quoted: &[&str]) {
        let pool = json!([hit("A"), changed(hit("B"), &change)]).to_string();
        self.pool(why, &pool, name, quoted);
    }

    /// Channels with good options.
    fn channels(&mut self, why: &str, channels: &str, name: &str, quoted: &[&str]) {
        for function in ["pc_fuse", "pc_rank"] {
            let options = text(r#"{"scope_id":"s","limit":5}"#);
            self.read(function, why, &[text(channels), options], name, quoted);
        }
    }

    /// One channel in otherwise good channels.
    fn channel(&mut self, why: &str, change: Value, name: &str, quoted: &[&str]) {
        let good = json!({"name": "vec", "hits": [hit("A")]});
        let channels = json!([{"name": "fts", "hits": []}, changed(good, &change)]).to_string();
        self.channels(why, &channels, name, quoted);
    }

    /// Options with good channels.
    fn options(&mut self, why: &str, options: &str, name: &str, quoted: &[&str]) {
        self.read("pc_rank", why, &[text("[]"), text(options)], name, quoted);
    }
}

fn hit(entry: &str) -> Value {
    json!({"memory_artifact_id": "m", "revision": 1, "entry_id": entry, "entry_version_id": "v"})
}

/// `object` with the keys of `change`; a key given as "-" is taken out.
fn changed(mut object: Value, change: &Value) -> Value {
    for (key, value) in change.as_object().expect("an object of changes") {
        if value == "-" {
            object.as_object_mut().expect("an object").remove(key);
        } else {
            object[key] = value.clone();
        }
    }
    object
}

fn deep(levels: usize) -> String {
    format!("{}{}", "[".repeat(levels), "]".repeat(levels))
}

const PERCENT: &str = "%s%s%n%d%x";

/// The arguments of a good `pc_remember` with one of them changed.
fn remember(at: usize, cell: Cell) -> Vec<Cell> {
    let mut arguments = vec![
        text("s"),
        text("m"),
        Cell::Int(1),
        text("fact"),
        text("New."),
        Cell::Null,
        Cell::Int(1),
        text("N"),
    ];
    arguments[at] = cell;
    arguments
}

fn table() -> Table {
    let mut table = Table::default();
    options::rows(&mut table);
    hits::rows(&mut table);
    channels::rows(&mut table);
    channels::too_long(&mut table);
    writes::rows(&mut table);
    writes::evidence(&mut table);
    others::rows(&mut table);
    projection::rows(&mut table);
    table
}

/// The rows of every lifecycle table, counted.
fn counts(engine: &mut dyn Engine, tables: &[String]) -> Vec<Cell> {
    let counts: Vec<String> = tables
        .iter()
        .map(|t| format!("(SELECT count(*) FROM {t})"))
        .collect();
    let rows = engine
        .query(&format!("SELECT {}", counts.join(", ")), &[])
        .expect("counts");
    rows.rows[0].clone()
}

fn tables(engine: &mut dyn Engine) -> Vec<String> {
    let sql = match engine.name() {
        "sqlite" => r"SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'pc\_lifecycle\_%' ESCAPE '\' ORDER BY name",
        _ => "SELECT CAST(table_name AS CHAR) FROM information_schema.tables WHERE table_schema = database() AND table_type = 'BASE TABLE' AND table_name LIKE 'pc\\_lifecycle\\_%' ORDER BY table_name",
    };
    let rows = engine.query(sql, &[]).expect("table names");
    rows.rows
        .iter()
        .map(|row| pc_tests::engine::show(&row[0]))
        .collect()
}

/// Each row once; what is wrong, row by row.
fn faults(engine: &mut dyn Engine) -> Vec<String> {
    let mut first = remember(2, Cell::Int(0));
    first[4] = text("Old.");
    first[7] = text("A");
    engine
        .call("pc_remember", &first)
        .expect("an entry to be unharmed");
    let tables = tables(engine);
    assert!(tables.len() > 15, "{tables:?}");
    let before = counts(engine, &tables);
    let mut found = Vec::new();
    for row in table().0 {
        let answer = match row.form {
            Form::Call => engine.call(row.function, &row.arguments),
            Form::Read => engine.read(row.function, &row.arguments),
        };
        let what = format!("{} {}, {}", engine.name(), row.function, row.why);
        match answer {
            Ok(rows) => found.push(format!(
                "{what}: answered {:.200}, expected {}",
                format!("{:?}", rows.rows),
                row.expected
            )),
            Err(refused) => {
                if refused.0 != row.expected {
                    found.push(format!(
                        "{what}: {}\n    expected {}",
                        refused.0, row.expected
                    ));
                } else if let Some(why) = fault(&refused.0) {
                    found.push(format!("{what}: {} {why}", refused.0));
                }
            }
        }
    }
    if counts(engine, &tables) != before {
        found.push(format!("{}: something was written", engine.name()));
    }
    let alive = engine.call("pc_version", &[]);
    assert!(alive.is_ok(), "{alive:?}");
    found
}

fn report(found: &[String]) {
    assert!(
        found.is_empty(),
        "{} of {} rows:\n{}",
        found.len(),
        table().0.len(),
        found.join("\n")
    );
}

#[test]
fn the_table_has_at_least_sixty_rows() {
    assert!(table().0.len() >= 60);
}

#[test]
fn hostile_input_is_refused_on_sqlite() {
    report(&faults(&mut Client::sqlite()));
}

#[test]
fn hostile_input_is_refused_on_oceanbase() {
    report(&faults(&mut Client::oceanbase_clean()));
}

/// Every text fits its line, whatever is quoted in it.
#[test]
fn every_refusal_fits_its_line() {
    let long = "\u{1F600}".repeat(100);
    for (name, message) in pc_tests::refusal::messages()
        .as_object()
        .expect("an object")
    {
        let text = message["text"].as_str().expect("a text");
        let count = (0..)
            .take_while(|at| text.contains(&format!("{{{at}}}")))
            .count();
        let line = line(name, &vec![long.as_str(); count]);
        assert_eq!(fault(&line), None, "{name}: {line}");
        assert!(!text.contains('%'), "{name}: a directive in the text");
    }
}

/// What one engine's types allow and the other's do not: SQLite tells a number from a text.
#[test]
fn sqlite_refuses_arguments_of_another_type() {
    let mut engine = Client::sqlite();
    for bad in [Cell::Int(7), Cell::Real(0.5), Cell::Blob(b"[]".to_vec())] {
        let answer = engine.read("pc_reorder", &[bad.clone(), Cell::Null]);
        assert_eq!(
            answer.expect_err("no text").0,
            line("argument_type", &["pool", "text"])
        );
        let answer = engine.call("pc_remember", &remember(0, bad.clone()));
        assert_eq!(
            answer.expect_err("no text").0,
            line("argument_type", &["scope", "text"])
        );
    }
    let answer = engine.call("pc_remember", &remember(6, Cell::Real(1.0)));
    assert_eq!(
        answer.expect_err("no integer").0,
        line("argument_type", &["recorded_at", "an integer"])
    );
    for function in ["pc_reorder", "pc_fuse", "pc_rank"] {
        let answer = engine.query(&format!("SELECT * FROM {function}"), &[]);
        let name = if function == "pc_reorder" {
            "pool"
        } else {
            "channels"
        };
        assert_eq!(
            answer.expect_err("no argument").0,
            line("argument_missing", &[name])
        );
    }
}
