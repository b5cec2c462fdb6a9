//! What do pc_rank, pc_reorder and pc_trace answer? Filtered by channel, fused, moved within the bound, neutral with its
//! reason, in each view; and the whole trace, byte by byte.

use rusqlite::Connection;

use crate::host::{memory, rows};

/// A store whose Memory `m` holds A to F, each citing a declared source: C a constraint (high), the others facts.
fn store() -> Connection {
    let connection = memory();
    for sql in [
        "SELECT pc_install()",
        "SELECT pc_declare_source('content', '1', 'd1', 1, 'unknown')",
    ] {
        ask(&connection, sql);
    }
    for (revision, entry) in ["A", "B", "C", "D", "E", "F"].iter().enumerate() {
        let kind = if *entry == "C" { "constraint" } else { "fact" };
        ask(
            &connection,
            &format!(
                "SELECT pc_remember('s', 'm', {revision}, '{kind}', 'text {entry}', \
                 '[{{\"source_type\":\"content\",\"source_id\":\"{entry}\",\"definition_version\":\"1\"}}]', 1000, '{entry}')"
            ),
        );
    }
    ask(&connection, "SELECT pc_rebuild()");
    connection
}

fn ask(connection: &Connection, sql: &str) -> Vec<String> {
    rows(connection, sql).unwrap_or_else(|line| panic!("{line}: {sql}"))
}

/// The id of the newest version of an entry, or one that nobody knows.
fn version(connection: &Connection, entry: &str) -> String {
    let sql = format!(
        "SELECT coalesce((SELECT entry_version_id FROM pc_lifecycle_entry WHERE entry_id = '{entry}' \
         ORDER BY version DESC LIMIT 1), 'nobody')"
    );
    ask(connection, &sql).remove(0)
}

/// A pool of entries of Memory `m`, one letter each.
fn pool(connection: &Connection, entries: &str) -> String {
    let hit = |entry: char| {
        let version = version(connection, &entry.to_string());
        format!(
            r#"{{"scope_id":"s","memory_artifact_id":"m","revision":6,"entry_id":"{entry}","entry_version_id":"{version}"}}"#
        )
    };
    let hits: Vec<String> = entries.chars().map(hit).collect();
    format!("[{}]", hits.join(","))
}

/// `fts:ABC vector:CA` as channels.
fn channels(connection: &Connection, lists: &str) -> String {
    let channel = |list: &str| {
        let (name, entries) = list.split_once(':').unwrap();
        format!(
            r#"{{"name":"{name}","hits":{}}}"#,
            pool(connection, entries)
        )
    };
    let channels: Vec<String> = lists.split(' ').map(channel).collect();
    format!("[{}]", channels.join(","))
}

fn ranked(connection: &Connection, columns: &str, lists: &str, options: &str) -> Vec<String> {
    let channels = channels(connection, lists);
    ask(
        connection,
        &format!("SELECT {columns} FROM pc_rank('{channels}', '{options}') ORDER BY rank"),
    )
}

fn reordered(connection: &Connection, entries: &str, options: &str) -> String {
    let pool = pool(connection, entries);
    let sql = format!("SELECT entry_id FROM pc_reorder('{pool}', '{options}') ORDER BY rank");
    ask(connection, &sql).concat()
}

fn trace(connection: &Connection, lists: &str, options: &str) -> String {
    let channels = channels(connection, lists);
    ask(
        connection,
        &format!("SELECT pc_trace('{channels}', '{options}')"),
    )
    .remove(0)
}

/// The value of a key of the trace, as text.
fn told(connection: &Connection, options: &str, key: &str) -> String {
    let trace = trace(connection, "fts:ABCDEF", options);
    let value: serde_json::Value = serde_json::from_str(&trace).unwrap();
    value[key].to_string()
}

#[test]
fn the_high_one_passes_one_neighbour() {
    let connection = store();
    assert_eq!(reordered(&connection, "ABCDEF", "{}"), "ABCDEF");
    ask(
        &connection,
        "SELECT pc_enable_ranking('s', 'importance.seed.v1')",
    );
    assert_eq!(reordered(&connection, "ABCDEF", "{}"), "ACBDEF");
    let pool = pool(&connection, "ABCDEF");
    let sql = format!("SELECT rank, baseline_rank, displacement, entry_id, score, adjustment, rules FROM pc_reorder('{pool}') LIMIT 3");
    assert_eq!(
        ask(&connection, &sql),
        [
            "1 1 0 A NULL 0 ",
            "2 3 1 C NULL 3 importance.high=3",
            "3 2 -1 B NULL 0 "
        ]
    );
    let columns = "rank, baseline_rank, displacement, entry_id, revision, matched_by, validity, label, reason, time_known, adjustment, rules";
    let options = r#"{"limit":3,"coarse_limit":6}"#;
    assert_eq!(
        ranked(&connection, columns, "fts:ABCDEF", options),
        [
            "1 1 0 A 6 fts current current NULL 1 0 ",
            "2 3 1 C 6 fts current current NULL 1 3 importance.high=3",
            "3 2 -1 B 6 fts current current NULL 1 0 ",
        ]
    );
    // The limit cuts after the reorder, the pool before it.
    assert_eq!(
        ranked(
            &connection,
            "entry_id",
            "fts:ABCDEF",
            r#"{"limit":2,"coarse_limit":3}"#
        )
        .concat(),
        "AC"
    );
    assert_eq!(
        ranked(&connection, "entry_id", "fts:ABCDEF", r#"{"limit":2}"#).concat(),
        "AB"
    );
}

#[test]
fn a_stale_projection_gives_the_same_order() {
    let connection = store();
    ask(
        &connection,
        "SELECT pc_enable_ranking('s', 'importance.seed.v1')",
    );
    let before = trace(&connection, "fts:ABCDEF vector:FC", r#"{"limit":6}"#);
    connection
        .execute("DELETE FROM pc_lifecycle_projection_header", [])
        .unwrap();
    assert_eq!(
        trace(&connection, "fts:ABCDEF vector:FC", r#"{"limit":6}"#),
        before
    );
    assert_eq!(reordered(&connection, "ABCDEF", "{}"), "ACBDEF");
}

#[test]
fn the_filter_acts_before_fusion_and_counts_by_channel() {
    let connection = store();
    ask(
        &connection,
        "SELECT pc_forget('s', 'm', 6, 'B', 2000, 'outdated')",
    );
    let lists = "fts:ABXC vector:BBYA";
    let score = "printf('%.12f', score)";
    // fts leaves A 1, C 2; vector leaves A 1: the ranks count what is left.
    assert_eq!(
        ranked(
            &connection,
            &format!("entry_id, matched_by, {score}"),
            lists,
            r#"{"limit":9}"#
        ),
        [
            format!("A fts,vector {:.12}", 2.0 / 61.0),
            format!("C fts {:.12}", 1.0 / 62.0)
        ]
    );
    let history = r#"{"limit":9,"view":"history"}"#;
    let rows = ranked(
        &connection,
        "entry_id, label, validity, reason",
        lists,
        history,
    );
    assert_eq!(
        rows,
        [
            "B historical inactive outdated",
            "A current current NULL",
            "C current current NULL"
        ]
    );
    let value: serde_json::Value =
        serde_json::from_str(&trace(&connection, lists, r#"{"limit":9}"#)).unwrap();
    assert_eq!(value["filtered"].to_string(), r#"{"fts":1,"vector":2}"#);
    assert_eq!(value["unknown"].to_string(), r#"{"fts":1,"vector":1}"#);
    // As of revision 6 it was current; as of 1 only A was there.
    let then = |revision: i64| format!(r#"{{"limit":9,"view":{revision}}}"#);
    assert_eq!(
        ranked(&connection, "entry_id", "fts:BCA", &then(6)).concat(),
        "BCA"
    );
    assert_eq!(
        ranked(&connection, "entry_id", "fts:BCA", &then(7)).concat(),
        "CA"
    );
    assert_eq!(
        ranked(&connection, "entry_id", "fts:BCA", &then(1)).concat(),
        "A"
    );
    // A reorder drops nothing.
    assert_eq!(reordered(&connection, "BXA", "{}"), "BXA");
}

#[test]
fn a_neutral_answer_says_why() {
    let connection = store();
    let policy = |name: &str| format!(r#"{{"limit":6,"policy":"{name}"}}"#);
    assert_eq!(
        told(&connection, r#"{"limit":6}"#, "neutral_reason"),
        "\"no_policy\""
    );
    assert_eq!(
        told(&connection, &policy("importance.seed.v1"), "neutral_reason"),
        "\"not_enabled\""
    );
    ask(
        &connection,
        "SELECT pc_enable_ranking('s', 'importance.seed.v1')",
    );
    ask(&connection, "SELECT pc_enable_ranking('s', 'neutral')");
    assert_eq!(
        told(&connection, r#"{"limit":6}"#, "neutral_reason"),
        "null"
    );
    assert!(
        told(&connection, r#"{"limit":6}"#, "policy").starts_with(r#"{"id":"neutral","sha256":""#)
    );
    // The one asked for, though another was enabled last.
    assert_eq!(reordered(&connection, "ABC", "{}"), "ABC");
    assert_eq!(
        reordered(&connection, "ABC", r#"{"policy":"importance.seed.v1"}"#),
        "ACB"
    );
    ask(&connection, "SELECT pc_disable_ranking('s', 'neutral')");
    assert_eq!(reordered(&connection, "ABC", "{}"), "ACB");
    ask(
        &connection,
        "SELECT pc_disable_ranking('s', 'importance.seed.v1')",
    );
    assert_eq!(
        told(&connection, r#"{"limit":6}"#, "neutral_reason"),
        "\"no_policy\""
    );
    ask(
        &connection,
        "SELECT pc_enable_ranking('s', 'importance.seed.v1')",
    );
    // An entry that cites nothing stops the scope from being ready.
    ask(
        &connection,
        "SELECT pc_remember('s', 'other', 0, 'fact', 'no source', NULL, 1)",
    );
    assert_eq!(
        told(&connection, r#"{"limit":6}"#, "neutral_reason"),
        "\"not_ready\""
    );
    assert_eq!(reordered(&connection, "ABC", "{}"), "ABC");
    // Another scope's hit: no single policy, unless the options name the scope.
    let mixed = pool(&connection, "ABC").replacen("\"s\"", "\"z\"", 1);
    let sql = format!("SELECT entry_id FROM pc_reorder('{mixed}', '{{\"policy\":\"nobody\"}}')");
    assert_eq!(
        rows(&connection, &sql),
        Err("pc: not_found: policy nobody is not registered; see pc_register_policy".into())
    );
    assert_eq!(
        ask(
            &connection,
            &format!("SELECT group_concat(entry_id, '') FROM pc_reorder('{mixed}')")
        ),
        ["ABC"]
    );
}

#[test]
fn the_trace_is_canonical() {
    let connection = store();
    ask(
        &connection,
        "SELECT pc_enable_ranking('s', 'importance.seed.v1')",
    );
    let (a, c) = (version(&connection, "A"), version(&connection, "C"));
    let sha256 = ask(
        &connection,
        "SELECT sha256 FROM pc_lifecycle_policy WHERE policy_id = 'importance.seed.v1'",
    )
    .remove(0);
    let member = |adjustment, baseline, displacement, entry, version: &str, rank, rules| {
        format!(
            r#"{{"adjustment":{adjustment},"baseline_rank":{baseline},"displacement":{displacement},"entry_id":"{entry}","entry_version_id":"{version}","memory_artifact_id":"m","rank":{rank},"revision":6,"rules":[{rules}],"scope_id":"s"}}"#
        )
    };
    let expected = format!(
        r#"{{"conflicts":0,"filtered":{{"b":0,"fts":0}},"members":[{},{}],"membership_changed":false,"neutral_reason":null,"omitted":0,"policy":{{"id":"importance.seed.v1","sha256":"{sha256}"}},"pool":2,"unknown":{{"b":1,"fts":0}},"version":"trace.v1","view":"current"}}"#,
        member(3, 2, 1, "C", &c, 1, r#""importance.high=3""#),
        member(0, 1, -1, "A", &a, 2, ""),
    );
    assert_eq!(
        trace(&connection, "fts:AC b:X", r#"{"limit":1,"coarse_limit":9}"#),
        expected
    );
    let empty = r#"{"conflicts":0,"filtered":{},"members":[],"membership_changed":false,"neutral_reason":"no_policy","omitted":0,"policy":null,"pool":0,"unknown":{},"version":"trace.v1","view":3}"#;
    assert_eq!(
        ask(
            &connection,
            r#"SELECT pc_trace('[]', '{"limit":1,"view":3}')"#
        ),
        [empty]
    );
}

#[test]
fn a_score_comes_back_bit_for_bit() {
    let connection = store();
    let hit = pool(&connection, "A");
    let score = |score: &str| {
        let pool = hit.replace("\"revision\"", &format!("\"score\":{score},\"revision\""));
        rows(
            &connection,
            &format!("SELECT score FROM pc_reorder('{pool}')"),
        )
    };
    let bits = |number: f64| Ok(vec![format!("Real({number:?})")]);
    assert_eq!(score("0.0163934426229508"), bits(0.0163934426229508));
    assert_eq!(
        score("\"0.03252247488101534\""),
        bits(1.0 / 61.0 + 1.0 / 62.0)
    );
    assert_eq!(score("-12"), bits(-12.0));
    for zero in ["-0", "-0.0", "\"-0\""] {
        assert_eq!(score(zero), bits(0.0), "{zero}");
    }
    let digits = "pc: bad_input: $[0]: score has over 15 digits; give it as a string";
    assert_eq!(score("0.03252247488101534"), Err(digits.to_owned()));
    let invalid = "pc: bad_input: $[0]: this value of score is not allowed; check it";
    for wrong in ["null", "true", "\"\"", "\"1e999\"", "\" 1\"", "[1]"] {
        assert_eq!(score(wrong), Err(invalid.to_owned()), "{wrong}");
    }
}
