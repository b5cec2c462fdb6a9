//! One hit in an otherwise good pool.
use super::*;

pub fn rows(table: &mut Table) {
    table.pool("a number for a hit", "[1]", "element_type", &["$[0]"]);
    table.pool(
        "null for a hit",
        &format!("[{},null]", hit("A")),
        "element_type",
        &["$[1]"],
    );
    table.hit(
        "unknown key",
        json!({"Score": 1}),
        "key_unknown",
        &["$[1]", "Score"],
    );
    table.hit(
        "unknown key %n",
        json!({"%n%n": 1}),
        "key_unknown",
        &["$[1]", "%n%n"],
    );
    table.hit(
        "unknown key before missing",
        json!({"x": 1, "entry_id": "-"}),
        "key_unknown",
        &["$[1]", "x"],
    );
    for key in [
        "memory_artifact_id",
        "revision",
        "entry_id",
        "entry_version_id",
    ] {
        table.hit(
            &format!("without {key}"),
            json!({key: "-"}),
            "key_missing",
            &["$[1]", key],
        );
        table.hit(
            &format!("null {key}"),
            json!({key: null}),
            "key_invalid",
            &["$[1]", key],
        );
    }
    for key in ["memory_artifact_id", "entry_id", "entry_version_id"] {
        for bad in [
            json!(""),
            json!(7),
            json!("a\u{0}"),
            json!("i".repeat(129)),
            json!(["a"]),
        ] {
            table.hit(
                &format!("{key} {bad:.12}"),
                json!({ key: bad }),
                "key_invalid",
                &["$[1]", key],
            );
        }
    }
    for bad in [
        json!(-1),
        json!(1.5),
        json!("1"),
        json!(1.0),
        json!(true),
        json!(1e19),
    ] {
        table.hit(
            &format!("revision {bad}"),
            json!({ "revision": bad }),
            "key_invalid",
            &["$[1]", "revision"],
        );
    }
    for bad in [
        json!(""),
        json!("s".repeat(257)),
        json!(null),
        json!("\u{0}"),
    ] {
        table.hit(
            &format!("scope_id {bad:.12}"),
            json!({ "scope_id": bad }),
            "key_invalid",
            &["$[1]", "scope_id"],
        );
    }
    for bad in [
        json!("x"),
        json!(""),
        json!(null),
        json!("1e999"),
        json!(" 1"),
        json!("0x10"),
        json!("1."),
        json!("NaN"),
        json!([1]),
    ] {
        table.hit(
            &format!("score {bad}"),
            json!({ "score": bad }),
            "key_invalid",
            &["$[1]", "score"],
        );
    }
    let digits = r#"[{"memory_artifact_id":"m","revision":1,"entry_id":"A","entry_version_id":"v","score":0.1234567890123456}]"#;
    table.pool("16 digits", digits, "number_digits", &["$[0]", "score"]);
    let zeros = r#"[{"memory_artifact_id":"m","revision":1,"entry_id":"A","entry_version_id":"v","score":1.500000000000000}]"#;
    table.pool(
        "16 digits with the zeros",
        zeros,
        "number_digits",
        &["$[0]", "score"],
    );
    table.pool(
        "one identity twice",
        &json!([hit("A"), hit("B"), hit("A")]).to_string(),
        "pool_duplicate",
        &["$[2]"],
    );
    let no_scope = json!([hit("A"), hit("B")]).to_string();
    table.read(
        "pc_reorder",
        "no scope",
        &[text(&no_scope), text("{}")],
        "scope_missing",
        &["$[0]"],
    );
    table.read(
        "pc_reorder",
        "no scope, no options",
        &[text(&no_scope), Cell::Null],
        "scope_missing",
        &["$[0]"],
    );
}
