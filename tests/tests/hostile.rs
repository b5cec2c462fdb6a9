//! Hostile input: one `pc: CODE: …` line, the same bytes on both engines, nothing written, the host alive.
//!
//! Each row names the call, its arguments (always bound, never pasted) and the line of messages.json that must come back.
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
    fn add(&mut self, why: &str, form: Form, function: &'static str, arguments: Vec<Cell>, expected: String) {
        self.0.push(Row {
            why: why.into(),
            form,
            function,
            arguments,
            expected,
        });
    }

    fn read(&mut self, function: &'static str, why: &str, arguments: &[Cell], name: &str, quoted: &[&str]) {
        self.add(why, Form::Read, function, arguments.to_vec(), line(name, quoted));
    }

    fn call(&mut self, function: &'static str, why: &str, arguments: &[Cell], name: &str, quoted: &[&str]) {
        self.add(why, Form::Call, function, arguments.to_vec(), line(name, quoted));
    }

    /// A pool with good options.
    fn pool(&mut self, why: &str, pool: &str, name: &str, quoted: &[&str]) {
        self.read("pc_reorder", why, &[text(pool), text(r#"{"scope_id":"s"}"#)], name, quoted);
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

fn retrieval(table: &mut Table) {
    let good = text(r#"{"scope_id":"s","limit":5}"#);
    table.read("pc_reorder", "no pool", &[Cell::Null, Cell::Null], "argument_null", &["pool"]);
    for function in ["pc_fuse", "pc_rank", "pc_trace"] {
        table.read(function, "no channels", &[Cell::Null, good.clone()], "argument_null", &["channels"]);
    }
    for (why, pool) in [
        ("empty text", ""),
        ("blanks", "  "),
        ("not JSON", "hello"),
        ("format directives", PERCENT),
        ("open array", "["),
        ("trailing comma", "[1,]"),
        ("two documents", "[] []"),
        ("single quotes", "['a']"),
        ("not a number", "[NaN]"),
        ("infinity", "[Infinity]"),
        ("1e999", r#"[{"memory_artifact_id":"m","revision":1,"entry_id":"A","entry_version_id":"v","score":1e999}]"#),
        ("lone high surrogate", r#"["\ud800"]"#),
        ("lone low surrogate", r#"["\udc00 x"]"#),
        ("raw control character", "[\"a\nb\"]"),
        ("bad escape", r#"["\x41"]"#),
        ("leading zero", "[01]"),
        ("a comment", "[] -- x"),
        ("a byte order mark", "\u{feff}[]"),
    ] {
        table.pool(why, pool, "json_invalid", &["pool"]);
    }
    table.pool("101 levels", &deep(101), "json_invalid", &["pool"]);
    table.pool("100,000 levels", &deep(100_000), "json_invalid", &["pool"]);
    table.pool("100 levels", &deep(100), "element_type", &["$[0]"]);
    for (why, pool) in [("object", "{}"), ("null", "null"), ("number", "1"), ("string", "\"[]\"")] {
        table.pool(&format!("{why} for an array"), pool, "json_type", &["pool", "array"]);
        table.channels(&format!("{why} for channels"), pool, "json_type", &["channels", "array"]);
    }
    table.options("array for options", "[]", "json_type", &["options", "object"]);
    table.options("null for options", "null", "json_type", &["options", "object"]);
    table.options("text for options", "limit=5", "json_invalid", &["options"]);

    for key in ["Limit", "exclude_inactive", "limit ", "", "%s%n", "\u{1F600}", "a\nb", "back\\slash", &"k".repeat(300)] {
        let options = json!({"limit": 5, key: true}).to_string();
        table.options(&format!("unknown option {key:.20}"), &options, "option_unknown", &[key]);
    }
    table.options("the smallest unknown option", r#"{"zz":1,"aa":1,"mm":1,"limit":"x"}"#, "option_unknown", &["aa"]);
    for bad in [json!("5"), json!(5.0), json!(0), json!(-1), json!(1001), json!(null), json!(true), json!([5])] {
        table.options(&format!("limit {bad}"), &json!({ "limit": bad }).to_string(), "option_count", &["limit"]);
    }
    table.options("limit 1e1", r#"{"limit":1e1}"#, "option_count", &["limit"]);
    table.options("limit over 64 bits", r#"{"limit":99999999999999999999}"#, "option_count", &["limit"]);
    table.options("coarse limit", r#"{"coarse_limit":0,"limit":2}"#, "option_count", &["coarse_limit"]);
    for bad in [json!(7), json!(""), json!("a\u{0}b"), json!("s".repeat(257)), json!(null)] {
        let options = json!({"limit": 5, "scope_id": bad}).to_string();
        table.options(&format!("scope {bad:.12}"), &options, "option_id", &["scope_id", "256"]);
    }
    for bad in [json!("Neutral"), json!(1), json!(""), json!(PERCENT), json!("p".repeat(65)), json!(null)] {
        let options = json!({"limit": 5, "policy": bad}).to_string();
        table.options(&format!("policy {bad:.12}"), &options, "option_policy", &[]);
    }
    for bad in [json!("CURRENT"), json!("past"), json!(1), json!(null)] {
        let options = json!({"limit": 5, "intent": bad}).to_string();
        table.options(&format!("intent {bad}"), &options, "option_intent", &[]);
    }
    for bad in [json!("1"), json!(1.5), json!(null), json!(9.3e18)] {
        let options = json!({"limit": 5, "as_of": bad}).to_string();
        table.options(&format!("as_of {bad}"), &options, "option_as_of", &[]);
    }
    for bad in [json!("History"), json!(1.5), json!(null), json!(true), json!("1")] {
        let options = json!({"limit": 5, "view": bad}).to_string();
        table.options(&format!("view {bad}"), &options, "option_view", &[]);
    }
    table.options("historical without view", r#"{"limit":5,"intent":"historical"}"#, "historical_without_view", &[]);
    table.options("no limit", "{}", "limit_missing", &[]);
    table.options("limit over coarse limit", r#"{"limit":6,"coarse_limit":5}"#, "limit_order", &["6", "5"]);
    table.options("unknown policy", r#"{"limit":5,"scope_id":"s","policy":"nobody"}"#, "policy_unknown", &["nobody"]);
    table.read("pc_fuse", "policy for fuse", &[text("[]"), text(r#"{"limit":5,"policy":"neutral"}"#)], "option_unknown", &["policy"]);
    table.read("pc_reorder", "limit for reorder", &[text("[]"), text(r#"{"limit":5}"#)], "option_unknown", &["limit"]);
    // Options are looked at before channels, and the whole text before any part of it.
    table.read("pc_rank", "both bad", &[text("[7]"), text(r#"{"limit":0}"#)], "option_count", &["limit"]);
    table.read("pc_rank", "both no JSON", &[text("["), text("{")], "json_invalid", &["channels"]);

    hits(table);
    channels(table);
    long(table);
}

fn hits(table: &mut Table) {
    table.pool("a number for a hit", "[1]", "element_type", &["$[0]"]);
    table.pool("null for a hit", &format!("[{},null]", hit("A")), "element_type", &["$[1]"]);
    table.hit("unknown key", json!({"Score": 1}), "key_unknown", &["$[1]", "Score"]);
    table.hit("unknown key %n", json!({"%n%n": 1}), "key_unknown", &["$[1]", "%n%n"]);
    table.hit("unknown key before missing", json!({"x": 1, "entry_id": "-"}), "key_unknown", &["$[1]", "x"]);
    for key in ["memory_artifact_id", "revision", "entry_id", "entry_version_id"] {
        table.hit(&format!("without {key}"), json!({key: "-"}), "key_missing", &["$[1]", key]);
        table.hit(&format!("null {key}"), json!({key: null}), "key_invalid", &["$[1]", key]);
    }
    for key in ["memory_artifact_id", "entry_id", "entry_version_id"] {
        for bad in [json!(""), json!(7), json!("a\u{0}"), json!("i".repeat(129)), json!(["a"])] {
            table.hit(&format!("{key} {bad:.12}"), json!({ key: bad }), "key_invalid", &["$[1]", key]);
        }
    }
    for bad in [json!(-1), json!(1.5), json!("1"), json!(1.0), json!(true), json!(1e19)] {
        table.hit(&format!("revision {bad}"), json!({ "revision": bad }), "key_invalid", &["$[1]", "revision"]);
    }
    for bad in [json!(""), json!("s".repeat(257)), json!(null), json!("\u{0}")] {
        table.hit(&format!("scope_id {bad:.12}"), json!({ "scope_id": bad }), "key_invalid", &["$[1]", "scope_id"]);
    }
    for bad in [json!("x"), json!(""), json!(null), json!("1e999"), json!(" 1"), json!("0x10"), json!("1."), json!("NaN"), json!([1])] {
        table.hit(&format!("score {bad}"), json!({ "score": bad }), "key_invalid", &["$[1]", "score"]);
    }
    let digits = r#"[{"memory_artifact_id":"m","revision":1,"entry_id":"A","entry_version_id":"v","score":0.1234567890123456}]"#;
    table.pool("16 digits", digits, "number_digits", &["$[0]", "score"]);
    let zeros = r#"[{"memory_artifact_id":"m","revision":1,"entry_id":"A","entry_version_id":"v","score":1.500000000000000}]"#;
    table.pool("16 digits with the zeros", zeros, "number_digits", &["$[0]", "score"]);
    table.pool("one identity twice", &json!([hit("A"), hit("B"), hit("A")]).to_string(), "pool_duplicate", &["$[2]"]);
    let no_scope = json!([hit("A"), hit("B")]).to_string();
    table.read("pc_reorder", "no scope", &[text(&no_scope), text("{}")], "scope_missing", &["$[0]"]);
    table.read("pc_reorder", "no scope, no options", &[text(&no_scope), Cell::Null], "scope_missing", &["$[0]"]);
}

fn channels(table: &mut Table) {
    table.channels("a number for a channel", "[1]", "element_type", &["$[0]"]);
    table.channel("unknown key", json!({"Weight": 1}), "key_unknown", &["$[1]", "Weight"]);
    table.channel("no name", json!({"name": "-"}), "key_missing", &["$[1]", "name"]);
    table.channel("no hits", json!({"hits": "-"}), "key_missing", &["$[1]", "hits"]);
    for bad in [json!(""), json!("a,b"), json!("é"), json!("a\tb"), json!("n".repeat(65)), json!(null), json!(1)] {
        table.channel(&format!("name {bad:.12}"), json!({ "name": bad }), "key_invalid", &["$[1]", "name"]);
    }
    for bad in [json!(-1), json!(-0.5), json!(1_000_001), json!("x"), json!(null), json!(true), json!("1e999"), json!("-1e-9")] {
        table.channel(&format!("weight {bad}"), json!({ "weight": bad }), "key_invalid", &["$[1]", "weight"]);
    }
    table.channels("weight of 16 digits", r#"[{"name":"a","weight":0.1234567890123456,"hits":[]}]"#, "number_digits", &["$[0]", "weight"]);
    for bad in [json!(null), json!({}), json!("[]"), json!(0)] {
        table.channel(&format!("hits {bad}"), json!({ "hits": bad }), "key_invalid", &["$[1]", "hits"]);
    }
    let scored = json!({"hits": [changed(hit("A"), &json!({"score": 1}))]});
    table.channel("a score in a channel", scored, "key_unknown", &["$[1].hits[0]", "score"]);
    table.channel("a bad hit", json!({"hits": [hit("A"), 7]}), "element_type", &["$[1].hits[1]"]);
    table.channel("a bad hit in a channel of weight 0", json!({"weight": 0, "hits": [{}]}), "key_missing", &["$[1].hits[0]", "memory_artifact_id"]);
    table.channel("one name twice", json!({"name": "fts"}), "channel_duplicate", &["fts"]);
    let unscoped = json!([{"name": "a", "hits": [hit("A")]}]).to_string();
    table.read("pc_rank", "no scope", &[text(&unscoped), text(r#"{"limit":5}"#)], "scope_missing", &["$[0].hits[0]"]);
    let view = |channels: Value, view: i64| [text(&channels.to_string()), text(&json!({"scope_id": "s", "limit": 5, "view": view}).to_string())];
    let one = json!([{"name": "a", "hits": [hit("A")]}]);
    table.read("pc_rank", "view of a Memory that is not there", &view(json!([{"name": "a", "hits": [changed(hit("A"), &json!({"memory_artifact_id": "nowhere"}))]}]), 1), "view_revision", &["1", "0"]);
    table.read("pc_rank", "view 0", &view(one.clone(), 0), "view_revision", &["0", "1"]);
    table.read("pc_rank", "view after the head", &view(one, 2), "view_revision", &["2", "1"]);
    let two = json!([{"name": "a", "hits": [hit("A"), changed(hit("A"), &json!({"memory_artifact_id": "n"}))]}]);
    table.read("pc_rank", "view of two Memories", &view(two, 1), "view_many_memories", &[]);
}

fn long(table: &mut Table) {
    let many = |count: usize| Value::Array((0..count).map(|n| hit(&format!("E{n}"))).collect());
    table.pool("1,001 hits", &many(1001).to_string(), "pool_too_many", &["1001"]);
    table.channel("1,001 hits in a channel", json!({"hits": many(1001)}), "hits_too_many", &["$[1]", "1001"]);
    let channels: Vec<Value> = (0..17).map(|n| json!({"name": format!("c{n}"), "hits": []})).collect();
    table.channels("17 channels", &Value::Array(channels).to_string(), "channels_too_many", &["17"]);
    let million = format!("[{}1]", "1,".repeat(1_000_000));
    table.pool("a million numbers", &million, "pool_too_many", &["1000001"]);
    let million = format!("[{}1]", "123,".repeat(1_100_000));
    table.pool("4.4 million bytes", &million, "json_too_long", &["pool"]);
    let options = format!("{{\"limit\":5{}}}", " ".repeat(4_194_304));
    table.options("options of 4 MiB", &options, "json_too_long", &["options"]);
}

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

fn writes(table: &mut Table) {
    let names = ["scope", "memory", "expected_revision", "kind", "text", "evidence", "recorded_at", "entry_id"];
    for (at, name) in names.iter().enumerate().filter(|(_, n)| !["evidence", "entry_id"].contains(n)) {
        table.call("pc_remember", &format!("NULL {name}"), &remember(at, Cell::Null), "argument_null", &[name]);
    }
    for (at, name) in [(2, "expected_revision"), (6, "recorded_at")] {
        for bad in ["", "x", "1.5", " 1", "1e3", PERCENT, "99999999999999999999"] {
            table.call("pc_remember", &format!("{name} '{bad}'"), &remember(at, text(bad)), "argument_type", &[name, "an integer"]);
        }
    }
    for (at, name) in names.iter().enumerate().filter(|(at, _)| ![2, 5, 6].contains(at)) {
        table.call("pc_remember", &format!("empty {name}"), &remember(at, text("")), "argument_empty", &[name]);
        table.call("pc_remember", &format!("NUL in {name}"), &remember(at, text("a\u{0}b")), "text_has_nul", &[name]);
    }
    for (at, name, limit) in [(0, "scope", 256), (1, "memory", 128), (3, "kind", 64), (7, "entry_id", 128)] {
        let long = "é".repeat(limit + 1);
        table.call("pc_remember", &format!("long {name}"), &remember(at, text(&long)), "text_too_long", &[name, &format!("{limit} characters")]);
    }
    let long = "x".repeat(8193);
    table.call("pc_remember", "text one byte over", &remember(4, text(&long)), "text_too_long", &["text", "8192 bytes"]);
    for (why, revision) in [("stale", 0), ("future", 9), ("negative", -1), ("the greatest", i64::MAX), ("the least", i64::MIN)] {
        table.call("pc_remember", why, &remember(2, Cell::Int(revision)), "head_moved", &["1", &revision.to_string()]);
    }
    table.call("pc_remember", "an entry id in use", &remember(7, text("A")), "entry_exists", &["A"]);
    evidence(table);
    let id = |function: &'static str, table: &mut Table| {
        for bad in ["nobody", "a", "A ", PERCENT, "\u{1F600}", "Å\u{30a}", &"i".repeat(128)] {
            let arguments = [text("s"), text("m"), Cell::Int(1), text(bad), Cell::Int(1)];
            table.call(function, &format!("unknown entry {bad:.12}"), &arguments, "entry_unknown", &[bad, "m"]);
        }
    };
    id("pc_forget", table);
    id("pc_reactivate", table);
    let reason = "r".repeat(513);
    table.call("pc_forget", "long reason", &[text("s"), text("m"), Cell::Int(1), text("A"), Cell::Int(1), text(&reason)], "text_too_long", &["reason", "512 characters"]);
    table.call("pc_revise", "unknown entry", &[text("s"), text("m"), Cell::Int(1), text(PERCENT), text("fact"), text("x"), Cell::Null, Cell::Int(1)], "entry_unknown", &[PERCENT, "m"]);
}

fn evidence(table: &mut Table) {
    let mut bad = |why: &str, evidence: &str, name: &str, quoted: &[&str]| {
        table.call("pc_remember", why, &remember(5, text(evidence)), name, quoted);
    };
    bad("evidence no JSON", "content/1", "json_invalid", &["evidence"]);
    bad("evidence an object", "{}", "json_type", &["evidence", "array"]);
    bad("evidence of text", "[\"content/1\"]", "element_type", &["evidence[0]"]);
    bad("evidence with an unknown key", r#"[{"source_type":"t","source_id":"i","trust":3}]"#, "key_unknown", &["evidence[0]", "trust"]);
    bad("a reference of both kinds", r#"[{"source_type":"t","source_id":"i","family":"memory"}]"#, "key_unknown", &["evidence[0]", "source_id"]);
    bad("without source_id", r#"[{"source_type":"t"}]"#, "key_missing", &["evidence[0]", "source_id"]);
    bad("without revision", r#"[{"family":"memory","artifact_id":"m"}]"#, "key_missing", &["evidence[0]", "revision"]);
    bad("revision 0", r#"[{"family":"memory","artifact_id":"m","revision":0}]"#, "key_invalid", &["evidence[0]", "revision"]);
    bad("source id with NUL", r#"[{"source_type":"t","source_id":"a\u0000"}]"#, "key_invalid", &["evidence[0]", "source_id"]);
    bad("empty source type", r#"[{"source_type":"","source_id":"a"}]"#, "key_invalid", &["evidence[0]", "source_type"]);
    bad("null definition", r#"[{"source_type":"t","source_id":"a","definition_version":null}]"#, "key_invalid", &["evidence[0]", "definition_version"]);
    bad("effective_at as text", r#"[{"source_type":"t","source_id":"a","effective_at":"1"}]"#, "key_invalid", &["evidence[0]", "effective_at"]);
    bad("effective_at 1.0", r#"[{"source_type":"t","source_id":"a","effective_at":1.0}]"#, "key_invalid", &["evidence[0]", "effective_at"]);
    let many: Vec<Value> = (0..257).map(|n| json!({"source_type": "t", "source_id": n.to_string()})).collect();
    bad("257 references", &Value::Array(many).to_string(), "evidence_too_many", &["257"]);
}

fn others(table: &mut Table) {
    let declare = |authority: Cell, verification: Cell| [text("t"), text("1"), text("d"), authority, verification];
    for level in [-1, 4, i64::MAX] {
        table.call("pc_declare_source", "authority", &declare(Cell::Int(level), text("unknown")), "authority_level", &[&level.to_string()]);
    }
    for word in ["Verified", "yes", PERCENT] {
        table.call("pc_declare_source", "verification", &declare(Cell::Int(1), text(word)), "verification_unknown", &[word]);
    }
    table.call("pc_declare_source", "NULL verification", &declare(Cell::Int(1), Cell::Null), "argument_null", &["verification"]);
    let relate = |id: &str, kind: &str, subject: &str, object: &str, status: Cell| {
        [text("s"), text(id), text(kind), text("m"), text(subject), text("m"), text(object), Cell::Int(1), status]
    };
    for kind in ["supersedes", "Equal", PERCENT, "equal "] {
        table.call("pc_relate", "kind", &relate("r", kind, "A", "A", Cell::Null), "relation_kind", &[kind]);
    }
    table.call("pc_relate", "status", &relate("r", "equal", "A", "A", text("standing")), "relation_status", &["standing"]);
    table.call("pc_relate", "itself", &relate("r", "equal", "A", "A", Cell::Null), "relation_self", &[]);
    table.call("pc_relate", "unknown subject", &relate("r", "equal", "%s", "A", Cell::Null), "entry_unknown", &["%s", "m"]);
    table.call("pc_dismiss", "unknown relation", &[text("s"), text(PERCENT), Cell::Int(1)], "relation_unknown", &[PERCENT]);
    let supersede = |predecessor: &str, successor: &str, evidence: Cell| {
        [text("s"), text("op"), text("m"), text(predecessor), text("m"), text(successor), evidence, Cell::Int(1)]
    };
    table.call("pc_supersede", "no evidence", &supersede("A", "A", Cell::Null), "argument_null", &["evidence"]);
    table.call("pc_supersede", "itself", &supersede("A", "A", text("[]")), "relation_self", &[]);
    table.call("pc_supersede", "unknown predecessor", &supersede(PERCENT, "A", text("[]")), "entry_unknown", &[PERCENT, "m"]);
    table.call("pc_supersede", "artifact evidence", &supersede("A", "A", text(r#"[{"family":"memory","artifact_id":"m","revision":1}]"#)), "key_unknown", &["evidence[0]", "artifact_id"]);
    for id in ["nobody", "%n"] {
        table.call("pc_enable_ranking", "unknown policy", &[text("s"), text(id)], "policy_unknown", &[id]);
        table.call("pc_disable_ranking", "unknown policy", &[text("s"), text(id)], "policy_unknown", &[id]);
    }
    table.call("pc_enable_ranking", "not ready", &[text("s"), text("neutral")], "ranking_not_ready", &["1", "m/A"]);
    table.call("pc_register_policy", "NULL", &[Cell::Null], "argument_null", &["policy"]);
    table.call("pc_register_policy", "no JSON", &[text(PERCENT)], "json_invalid", &["policy"]);
    table.call("pc_register_policy", "an array", &[text("[]")], "json_type", &["policy", "object"]);
    table.call("pc_register_policy", "another body", &[text(r#"{"id":"neutral","max_displacement":1}"#)], "policy_exists", &["neutral"]);
    table.call("pc_install", "unknown adapter", &[text(PERCENT), Cell::Null], "adapter_unknown", &[PERCENT]);
    table.call("pc_observe", "NULL scope", &[Cell::Null, text("m"), Cell::Int(1)], "argument_null", &["scope"]);
}

fn table() -> Table {
    let mut table = Table::default();
    retrieval(&mut table);
    writes(&mut table);
    others(&mut table);
    table
}

/// The rows of every lifecycle table, counted.
fn counts(engine: &mut dyn Engine, tables: &[String]) -> Vec<Cell> {
    let counts: Vec<String> = tables.iter().map(|t| format!("(SELECT count(*) FROM {t})")).collect();
    let rows = engine.query(&format!("SELECT {}", counts.join(", ")), &[]).expect("counts");
    rows.rows[0].clone()
}

fn tables(engine: &mut dyn Engine) -> Vec<String> {
    let sql = match engine.name() {
        "sqlite" => r"SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'pc\_lifecycle\_%' ESCAPE '\' ORDER BY name",
        _ => "SELECT CAST(table_name AS CHAR) FROM information_schema.tables WHERE table_schema = database() AND table_type = 'BASE TABLE' AND table_name LIKE 'pc\\_lifecycle\\_%' ORDER BY table_name",
    };
    let rows = engine.query(sql, &[]).expect("table names");
    rows.rows.iter().map(|row| pc_tests::engine::show(&row[0])).collect()
}

/// Each row once; what is wrong, row by row.
fn faults(engine: &mut dyn Engine) -> Vec<String> {
    let mut first = remember(2, Cell::Int(0));
    first[4] = text("Old.");
    first[7] = text("A");
    engine.call("pc_remember", &first).expect("an entry to be unharmed");
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
            Ok(rows) => found.push(format!("{what}: answered {:.200}, expected {}", format!("{:?}", rows.rows), row.expected)),
            Err(refused) => {
                if refused.0 != row.expected {
                    found.push(format!("{what}: {}\n    expected {}", refused.0, row.expected));
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
    assert!(found.is_empty(), "{} of {} rows:\n{}", found.len(), table().0.len(), found.join("\n"));
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
    for (name, message) in pc_tests::refusal::messages().as_object().expect("an object") {
        let text = message["text"].as_str().expect("a text");
        let count = (0..).take_while(|at| text.contains(&format!("{{{at}}}"))).count();
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
        assert_eq!(answer.expect_err("no text").0, line("argument_type", &["pool", "text"]));
        let answer = engine.call("pc_remember", &remember(0, bad.clone()));
        assert_eq!(answer.expect_err("no text").0, line("argument_type", &["scope", "text"]));
    }
    let answer = engine.call("pc_remember", &remember(6, Cell::Real(1.0)));
    assert_eq!(answer.expect_err("no integer").0, line("argument_type", &["recorded_at", "an integer"]));
    for function in ["pc_reorder", "pc_fuse", "pc_rank"] {
        let answer = engine.query(&format!("SELECT * FROM {function}"), &[]);
        let name = if function == "pc_reorder" { "pool" } else { "channels" };
        assert_eq!(answer.expect_err("no argument").0, line("argument_missing", &[name]));
    }
}
