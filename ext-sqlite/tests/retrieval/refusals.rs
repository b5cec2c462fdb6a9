//! Is every bad request refused with its own line, the first failure in the fixed order, and the host alive?

use rusqlite::Connection;

use crate::cases::{connection, CHANNELS, POOL};
use crate::host::rows;

pub fn line(connection: &Connection, function: &str, first: &str, options: &str) -> String {
    let sql = match function {
        "pc_trace" => "SELECT pc_trace(?1, ?2)".to_owned(),
        _ => format!("SELECT * FROM {function}(?1, ?2)"),
    };
    let asked = connection
        .prepare(&sql)
        .unwrap()
        .query([first, options])
        .and_then(|mut rows| rows.next().map(|_| ()));
    match asked {
        Ok(()) => "an answer".to_owned(),
        Err(rusqlite::Error::SqliteFailure(_, Some(text))) => text,
        Err(other) => other.to_string(),
    }
}

pub fn bad(line: &str) -> String {
    format!("pc: bad_input: {line}")
}

#[test]
fn options_in_their_order() {
    let connection = connection();
    let cases = [
        (
            r#"{"z":1,"limit":0,"b":1}"#,
            "option b is unknown; see the README for the keys",
        ),
        (
            r#"{"limit":0,"scope_id":""}"#,
            "option scope_id must be an id, a text of 1 to 256 characters",
        ),
        (
            r#"{"scope_id":null}"#,
            "option scope_id must be an id, a text of 1 to 256 characters",
        ),
        (
            r#"{"scope_id":"a\u0000b"}"#,
            "option scope_id must be an id, a text of 1 to 256 characters",
        ),
        (
            r#"{"coarse_limit":0,"limit":0}"#,
            "option limit must be an integer from 1 to 1000",
        ),
        (
            r#"{"limit":1.0}"#,
            "option limit must be an integer from 1 to 1000",
        ),
        (
            r#"{"limit":"5"}"#,
            "option limit must be an integer from 1 to 1000",
        ),
        (
            r#"{"limit":1001}"#,
            "option limit must be an integer from 1 to 1000",
        ),
        (
            r#"{"coarse_limit":-1,"policy":5}"#,
            "option coarse_limit must be an integer from 1 to 1000",
        ),
        (
            r#"{"policy":"A","intent":5}"#,
            "option policy must be a policy id: a-z, 0-9, dot, dash or underscore",
        ),
        (
            r#"{"intent":"now","as_of":"x"}"#,
            "option intent must be current, historical or unspecified",
        ),
        (
            r#"{"as_of":1.5,"view":true}"#,
            "option as_of must be an integer, microseconds since 1970 UTC",
        ),
        (
            r#"{"as_of":9223372036854775808}"#,
            "option as_of must be an integer, microseconds since 1970 UTC",
        ),
        (
            r#"{"view":"now"}"#,
            "option view must be current, history or a revision number",
        ),
        (
            r#"{"view":1.0}"#,
            "option view must be current, history or a revision number",
        ),
        (
            r#"{"intent":"historical"}"#,
            "intent historical needs a view; add view history or a revision",
        ),
        (
            r#"{"scope_id":"s"}"#,
            "limit is missing; give limit or coarse_limit",
        ),
        (
            r#"{"limit":3,"coarse_limit":2}"#,
            "limit 3 is over coarse_limit 2; lower it",
        ),
        (
            r#"{"limit":2,"limit":0}"#,
            "option limit must be an integer from 1 to 1000",
        ),
    ];
    for function in ["pc_rank", "pc_trace"] {
        for (options, expected) in cases {
            // The elements are looked at after the options.
            assert_eq!(
                line(&connection, function, "[5]", options),
                bad(expected),
                "{options}"
            );
        }
    }
    let unknown = |key: &str| {
        bad(&format!(
            "option {key} is unknown; see the README for the keys"
        ))
    };
    assert_eq!(
        line(&connection, "pc_reorder", POOL, r#"{"limit":5}"#),
        unknown("limit")
    );
    assert_eq!(
        line(
            &connection,
            "pc_fuse",
            CHANNELS,
            r#"{"view":"current","limit":1}"#
        ),
        unknown("view")
    );
    assert_eq!(
        line(&connection, "pc_rank", CHANNELS, r#"{"%s%n\u00e9":1}"#),
        unknown("%s%n\\xc3\\xa9")
    );
}

#[test]
fn arguments_before_anything_else() {
    let connection = connection();
    for (first, options, expected) in [
        ("", "[", "channels is not JSON this reads; check it"),
        ("{}", "[", "options is not JSON this reads; check it"),
        ("{}", "[]", "channels must be a JSON array; see the README"),
        ("[]", "[]", "options must be a JSON object; see the README"),
        ("[1e999]", "{}", "channels is not JSON this reads; check it"),
        (
            r#"["\ud800"]"#,
            "{}",
            "channels is not JSON this reads; check it",
        ),
    ] {
        assert_eq!(
            line(&connection, "pc_rank", first, options),
            bad(expected),
            "{first} {options}"
        );
    }
    let sql = |first: &str, options: &str| {
        rows(
            &connection,
            &format!("SELECT * FROM pc_rank({first}, {options})"),
        )
        .unwrap_err()
    };
    assert_eq!(
        sql("5", "NULL"),
        bad("argument channels must be text; check its type")
    );
    assert_eq!(
        sql("x'5b5d'", "NULL"),
        bad("argument channels must be text; check its type")
    );
    assert_eq!(
        sql("'[]'", "1.5"),
        bad("argument options must be text; check its type")
    );
    assert_eq!(sql("NULL", "5"), bad("argument channels is NULL; give it"));
    let long = format!("[{}]", " ".repeat(4 << 20));
    assert_eq!(
        line(&connection, "pc_rank", &long, "["),
        "pc: limit: channels is longer than 4194304 bytes; send less"
    );
    let deep = format!("{}{}", "[".repeat(101), "]".repeat(101));
    assert_eq!(
        line(&connection, "pc_rank", &deep, "{}"),
        bad("channels is not JSON this reads; check it")
    );
}

#[test]
fn what_only_the_store_knows() {
    let connection = connection();
    let rank = |channels: &str, options: &str| line(&connection, "pc_rank", channels, options);
    let options = |rest: &str| format!(r#"{{"scope_id":"s","limit":9,{rest}}}"#);
    let not_found = |line: &str| format!("pc: not_found: {line}");
    assert_eq!(
        rank(CHANNELS, &options(r#""policy":"nobody","view":9"#)),
        not_found("policy nobody is not registered; see pc_register_policy")
    );
    for revision in ["0", "2", "-1", "9223372036854775807"] {
        let expected = not_found(&format!(
            "revision {revision} is outside the Memory's 1 to 1"
        ));
        assert_eq!(
            rank(CHANNELS, &options(&format!(r#""view":{revision}"#))),
            expected
        );
    }
    assert_eq!(rank(CHANNELS, &options(r#""view":1"#)), "an answer");
    let two = CHANNELS.replacen("\"m\"", "\"other\"", 1);
    assert_eq!(
        rank(&two, &options(r#""view":1"#)),
        not_found("revision 1 is outside the Memory's 1 to 0")
    );
    let last = CHANNELS.rsplitn(2, "\"m\"").collect::<Vec<_>>();
    let two = format!("{}\"other\"{}", last[1], last[0]);
    assert_eq!(
        rank(&two, &options(r#""view":1"#)),
        bad("a revision view takes hits of one Memory only; split the request")
    );
    assert_eq!(rank(&two, &options(r#""view":"history""#)), "an answer");
    assert_eq!(rank("[]", &options(r#""view":5"#)), "an answer");
}

#[test]
fn without_a_store_only_fusion_answers() {
    let connection = crate::host::memory();
    let expected = "pc: not_ready: this database has no lifecycle store; run pc_install first";
    let options = r#"{"scope_id":"s","limit":5}"#;
    assert_eq!(line(&connection, "pc_fuse", CHANNELS, options), "an answer");
    assert_eq!(line(&connection, "pc_rank", CHANNELS, options), expected);
    assert_eq!(line(&connection, "pc_trace", CHANNELS, options), expected);
    assert_eq!(
        line(&connection, "pc_reorder", POOL, r#"{"scope_id":"s"}"#),
        expected
    );
}
