//! Texts that are no JSON, and options.
use super::*;

pub fn rows(table: &mut Table) {
    let good = text(r#"{"scope_id":"s","limit":5}"#);
    table.read(
        "pc_reorder",
        "no pool",
        &[Cell::Null, Cell::Null],
        "argument_null",
        &["pool"],
    );
    for function in ["pc_fuse", "pc_rank", "pc_trace"] {
        table.read(
            function,
            "no channels",
            &[Cell::Null, good.clone()],
            "argument_null",
            &["channels"],
        );
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
        (
            "1e999",
            r#"[{"memory_artifact_id":"m","revision":1,"entry_id":"A","entry_version_id":"v","score":1e999}]"#,
        ),
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
    for (why, pool) in [
        ("object", "{}"),
        ("null", "null"),
        ("number", "1"),
        ("string", "\"[]\""),
    ] {
        table.pool(
            &format!("{why} for an array"),
            pool,
            "json_type",
            &["pool", "array"],
        );
        table.channels(
            &format!("{why} for channels"),
            pool,
            "json_type",
            &["channels", "array"],
        );
    }
    table.options(
        "array for options",
        "[]",
        "json_type",
        &["options", "object"],
    );
    table.options(
        "null for options",
        "null",
        "json_type",
        &["options", "object"],
    );
    table.options("text for options", "limit=5", "json_invalid", &["options"]);

    for key in [
        "Limit",
        "exclude_inactive",
        "limit ",
        "",
        "%s%n",
        "\u{1F600}",
        "a\nb",
        "back\\slash",
        &"k".repeat(300),
    ] {
        let options = json!({"limit": 5, key: true}).to_string();
        table.options(
            &format!("unknown option {key:.20}"),
            &options,
            "option_unknown",
            &[key],
        );
    }
    table.options(
        "the smallest unknown option",
        r#"{"zz":1,"aa":1,"mm":1,"limit":"x"}"#,
        "option_unknown",
        &["aa"],
    );
    for bad in [
        json!("5"),
        json!(5.0),
        json!(0),
        json!(-1),
        json!(1001),
        json!(null),
        json!(true),
        json!([5]),
    ] {
        table.options(
            &format!("limit {bad}"),
            &json!({ "limit": bad }).to_string(),
            "option_count",
            &["limit"],
        );
    }
    table.options("limit 1e1", r#"{"limit":1e1}"#, "option_count", &["limit"]);
    table.options(
        "limit over 64 bits",
        r#"{"limit":99999999999999999999}"#,
        "option_count",
        &["limit"],
    );
    table.options(
        "coarse limit",
        r#"{"coarse_limit":0,"limit":2}"#,
        "option_count",
        &["coarse_limit"],
    );
    for bad in [
        json!(7),
        json!(""),
        json!("a\u{0}b"),
        json!("s".repeat(257)),
        json!(null),
    ] {
        let options = json!({"limit": 5, "scope_id": bad}).to_string();
        table.options(
            &format!("scope {bad:.12}"),
            &options,
            "option_id",
            &["scope_id", "256"],
        );
    }
    for bad in [
        json!("Neutral"),
        json!(1),
        json!(""),
        json!(PERCENT),
        json!("p".repeat(65)),
        json!(null),
    ] {
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
    for bad in [
        json!("History"),
        json!(1.5),
        json!(null),
        json!(true),
        json!("1"),
    ] {
        let options = json!({"limit": 5, "view": bad}).to_string();
        table.options(&format!("view {bad}"), &options, "option_view", &[]);
    }
    table.options(
        "historical without view",
        r#"{"limit":5,"intent":"historical"}"#,
        "historical_without_view",
        &[],
    );
    table.options("no limit", "{}", "limit_missing", &[]);
    table.options(
        "limit over coarse limit",
        r#"{"limit":6,"coarse_limit":5}"#,
        "limit_order",
        &["6", "5"],
    );
    table.options(
        "unknown policy",
        r#"{"limit":5,"scope_id":"s","policy":"nobody"}"#,
        "policy_unknown",
        &["nobody"],
    );
    table.read(
        "pc_fuse",
        "policy for fuse",
        &[text("[]"), text(r#"{"limit":5,"policy":"neutral"}"#)],
        "option_unknown",
        &["policy"],
    );
    table.read(
        "pc_reorder",
        "limit for reorder",
        &[text("[]"), text(r#"{"limit":5}"#)],
        "option_unknown",
        &["limit"],
    );
    // Options are looked at before channels, and the whole text before any part of it.
    table.read(
        "pc_rank",
        "both bad",
        &[text("[7]"), text(r#"{"limit":0}"#)],
        "option_count",
        &["limit"],
    );
    table.read(
        "pc_rank",
        "both no JSON",
        &[text("["), text("{")],
        "json_invalid",
        &["channels"],
    );
}
