//! Is every hit and channel that does not fit refused by its place, and everything at a limit taken?

use crate::cases::connection;
use crate::refusals::{bad, line};

const HIT: &str =
    r#"{"memory_artifact_id":"m","revision":1,"entry_id":"e1","entry_version_id":"e1v"}"#;

#[test]
fn hits_by_place() {
    let connection = connection();
    let cases = [
        ("5", "$[1] must be a JSON object; see the README"),
        (
            r#"{"zz":1,"aa":2}"#,
            "$[1] has the unknown key aa; take it out",
        ),
        (
            r#"{"entry_id":"e"}"#,
            "$[1] lacks the key memory_artifact_id; add it",
        ),
        (
            r#"{"memory_artifact_id":"m","entry_id":5,"entry_version_id":"v"}"#,
            "$[1] lacks the key revision; add it",
        ),
        (
            r#"{"memory_artifact_id":"","revision":-1,"entry_id":"e","entry_version_id":"v"}"#,
            "$[1]: this value of memory_artifact_id is not allowed; check it",
        ),
        (
            r#"{"memory_artifact_id":"m","revision":-1,"entry_id":"","entry_version_id":"v"}"#,
            "$[1]: this value of revision is not allowed; check it",
        ),
        (
            r#"{"memory_artifact_id":"m","revision":1.0,"entry_id":"e","entry_version_id":"v"}"#,
            "$[1]: this value of revision is not allowed; check it",
        ),
        (
            r#"{"memory_artifact_id":"m","revision":"1","entry_id":"e","entry_version_id":"v"}"#,
            "$[1]: this value of revision is not allowed; check it",
        ),
        (
            r#"{"memory_artifact_id":"m","revision":1,"entry_id":"e\u0000","entry_version_id":"v"}"#,
            "$[1]: this value of entry_id is not allowed; check it",
        ),
        (
            r#"{"memory_artifact_id":"m","revision":1,"entry_id":"e","entry_version_id":null}"#,
            "$[1]: this value of entry_version_id is not allowed; check it",
        ),
        (
            r#"{"memory_artifact_id":"m","revision":1,"entry_id":"e","entry_version_id":"v","scope_id":null}"#,
            "$[1]: this value of scope_id is not allowed; check it",
        ),
        (
            r#"{"memory_artifact_id":"m","revision":1,"entry_id":"e","entry_version_id":"v","score":null}"#,
            "$[1]: this value of score is not allowed; check it",
        ),
        (
            r#"{"memory_artifact_id":"m","revision":1,"entry_id":"e","entry_version_id":"v","score":1234567890123456}"#,
            "$[1]: score has over 15 digits; give it as a string",
        ),
        (
            r#"{"memory_artifact_id":"m","revision":1,"entry_id":"e","entry_version_id":"v"}"#,
            "$[1] has no scope_id; give it there or in the options",
        ),
        // A later element's own fault comes before a scope that only the whole shows to be missing.
        (
            r#"{"memory_artifact_id":"m","revision":1,"entry_id":"e","entry_version_id":"v"},7"#,
            "$[2] must be a JSON object; see the README",
        ),
        (
            &HIT.replacen('{', r#"{"scope_id":"s","#, 1),
            "$[1] repeats an identity; list each once",
        ),
        // The revision is no part of the identity.
        (
            &HIT.replace("\"revision\":1", "\"revision\":2,\"scope_id\":\"s\""),
            "$[1] repeats an identity; list each once",
        ),
    ];
    let first = HIT.replacen('{', r#"{"scope_id":"s","#, 1);
    for (hit, expected) in cases {
        let pool = format!("[{first},{hit}]");
        assert_eq!(
            line(&connection, "pc_reorder", &pool, "{}"),
            bad(expected),
            "{hit}"
        );
    }
    // The last of a repeated key counts, and ids are compared as bytes.
    let odd = first.replace("\"e1\"", "\"x\",\"entry_id\":\"e1 \"");
    assert_eq!(
        line(&connection, "pc_reorder", &format!("[{first},{odd}]"), "{}"),
        "an answer"
    );
}

#[test]
fn ids_at_their_limits() {
    let connection = connection();
    let pool = |key: &str, length: usize| {
        let mut hit: serde_json::Value = serde_json::from_str(HIT).unwrap();
        hit["scope_id"] = "s".into();
        hit[key] = "é".repeat(length).into();
        format!("[{hit}]")
    };
    for (key, most) in [
        ("memory_artifact_id", 128),
        ("entry_id", 128),
        ("entry_version_id", 128),
        ("scope_id", 256),
    ] {
        assert_eq!(
            line(&connection, "pc_reorder", &pool(key, most), "{}"),
            "an answer"
        );
        let expected = bad(&format!(
            "$[0]: this value of {key} is not allowed; check it"
        ));
        assert_eq!(
            line(&connection, "pc_reorder", &pool(key, most + 1), "{}"),
            expected
        );
    }
}

#[test]
fn channels_by_place() {
    let connection = connection();
    let cases = [
        ("[]", "$[1] must be a JSON object; see the README"),
        (
            r#"{"name":"b","hits":[],"Weight":1}"#,
            "$[1] has the unknown key Weight; take it out",
        ),
        (r#"{"weight":-1}"#, "$[1] lacks the key name; add it"),
        (r#"{"name":""}"#, "$[1] lacks the key hits; add it"),
        (
            r#"{"name":"","hits":5}"#,
            "$[1]: this value of name is not allowed; check it",
        ),
        (
            r#"{"name":"a,b","hits":[]}"#,
            "$[1]: this value of name is not allowed; check it",
        ),
        (
            r#"{"name":"\u00e9","hits":[]}"#,
            "$[1]: this value of name is not allowed; check it",
        ),
        (
            r#"{"name":"b","hits":5,"weight":-0.5}"#,
            "$[1]: this value of weight is not allowed; check it",
        ),
        (
            r#"{"name":"b","hits":[],"weight":1000000.1}"#,
            "$[1]: this value of weight is not allowed; check it",
        ),
        (
            r#"{"name":"b","hits":[],"weight":"x"}"#,
            "$[1]: this value of weight is not allowed; check it",
        ),
        (
            r#"{"name":"b","hits":[],"weight":0.1234567890123456}"#,
            "$[1]: weight has over 15 digits; give it as a string",
        ),
        (
            r#"{"name":"b","hits":{}}"#,
            "$[1]: this value of hits is not allowed; check it",
        ),
        (
            r#"{"name":"b","hits":[5]}"#,
            "$[1].hits[0] must be a JSON object; see the README",
        ),
        (
            r#"{"name":"b","weight":0,"hits":[{}]}"#,
            "$[1].hits[0] lacks the key memory_artifact_id; add it",
        ),
        (
            &format!(
                r#"{{"name":"b","hits":[{}]}}"#,
                HIT.replacen('{', r#"{"score":1,"#, 1)
            ),
            "$[1].hits[0] has the unknown key score; take it out",
        ),
        (
            &format!(r#"{{"name":"b","hits":[{HIT}]}}"#),
            "$[1].hits[0] has no scope_id; give it there or in the options",
        ),
        (
            r#"{"name":"a","weight":0,"hits":[]}"#,
            "channel name a is used twice; rename one",
        ),
    ];
    for function in ["pc_fuse", "pc_rank", "pc_trace"] {
        for (channel, expected) in &cases {
            let channels = format!(r#"[{{"name":"a","hits":[]}},{channel}]"#);
            assert_eq!(
                line(&connection, function, &channels, r#"{"limit":1}"#),
                bad(expected),
                "{channel}"
            );
        }
    }
    let name = "~".repeat(64);
    let channels = |name: &str| format!(r#"[{{"name":"{name}","weight":"1000000","hits":[]}}]"#);
    assert_eq!(
        line(&connection, "pc_fuse", &channels(&name), r#"{"limit":1}"#),
        "an answer"
    );
    let expected = bad("$[0]: this value of name is not allowed; check it");
    assert_eq!(
        line(
            &connection,
            "pc_fuse",
            &channels(&(name + "~")),
            r#"{"limit":1}"#
        ),
        expected
    );
}

#[test]
fn counts_at_their_limits() {
    let connection = connection();
    let hits = |count: usize| {
        let hits: Vec<String> = (0..count)
            .map(|at| HIT.replace("e1", &format!("e{at}")))
            .collect();
        format!("[{}]", hits.join(","))
    };
    let scope = r#"{"scope_id":"s"}"#;
    assert_eq!(
        line(&connection, "pc_reorder", &hits(1000), scope),
        "an answer"
    );
    assert_eq!(
        line(&connection, "pc_reorder", &hits(1001), scope),
        "pc: limit: a pool of 1001 is too long; give at most 1000 hits"
    );
    let many = format!("[{}]", vec!["0"; 1_000_000].join(","));
    assert_eq!(
        line(&connection, "pc_reorder", &many, scope),
        "pc: limit: a pool of 1000000 is too long; give at most 1000 hits"
    );
    let options = r#"{"scope_id":"s","limit":1000}"#;
    let channels = |count: usize, hits: &str| {
        let channels: Vec<String> = (0..count)
            .map(|at| format!(r#"{{"name":"c{at}","hits":{hits}}}"#))
            .collect();
        format!("[{}]", channels.join(","))
    };
    assert_eq!(
        line(&connection, "pc_rank", &channels(16, &hits(1000)), options),
        "an answer"
    );
    assert_eq!(
        line(&connection, "pc_rank", &channels(17, "[]"), options),
        "pc: limit: 17 channels are too many; give at most 16"
    );
    assert_eq!(
        line(&connection, "pc_rank", &channels(1, &hits(1001)), options),
        "pc: limit: $[0] holds 1001 hits; give at most 1000"
    );
}
