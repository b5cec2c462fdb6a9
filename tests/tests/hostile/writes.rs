//! One argument of an otherwise good `pc_remember`; entries that are not there.
use super::*;

pub fn rows(table: &mut Table) {
    let names = [
        "scope",
        "memory",
        "expected_revision",
        "kind",
        "text",
        "evidence",
        "recorded_at",
        "entry_id",
    ];
    for (at, name) in names
        .iter()
        .enumerate()
        .filter(|(_, n)| !["evidence", "entry_id"].contains(n))
    {
        table.call(
            "pc_remember",
            &format!("NULL {name}"),
            &remember(at, Cell::Null),
            "argument_null",
            &[name],
        );
    }
    for (at, name) in [(2, "expected_revision"), (6, "recorded_at")] {
        for bad in [
            "",
            "x",
            "1.5",
            " 1",
            "1e3",
            "-0",
            "00005",
            "+5",
            "-05",
            PERCENT,
            "99999999999999999999",
        ] {
            table.call(
                "pc_remember",
                &format!("{name} '{bad}'"),
                &remember(at, text(bad)),
                "argument_type",
                &[name, "an integer"],
            );
        }
    }
    for (at, name) in names
        .iter()
        .enumerate()
        .filter(|(at, _)| ![2, 5, 6].contains(at))
    {
        table.call(
            "pc_remember",
            &format!("empty {name}"),
            &remember(at, text("")),
            "argument_empty",
            &[name],
        );
        table.call(
            "pc_remember",
            &format!("NUL in {name}"),
            &remember(at, text("a\u{0}b")),
            "text_has_nul",
            &[name],
        );
    }
    for (at, name, limit) in [
        (0, "scope", 256),
        (1, "memory", 128),
        (3, "kind", 64),
        (7, "entry_id", 128),
    ] {
        let long = "é".repeat(limit + 1);
        table.call(
            "pc_remember",
            &format!("long {name}"),
            &remember(at, text(&long)),
            "text_too_long",
            &[name, &format!("{limit} characters")],
        );
    }
    let long = "x".repeat(8193);
    table.call(
        "pc_remember",
        "text one byte over",
        &remember(4, text(&long)),
        "text_too_long",
        &["text", "8192 bytes"],
    );
    for (why, revision) in [
        ("stale", 0),
        ("future", 9),
        ("negative", -1),
        ("the greatest", i64::MAX),
        ("the least", i64::MIN),
    ] {
        table.call(
            "pc_remember",
            why,
            &remember(2, Cell::Int(revision)),
            "head_moved",
            &["1", &revision.to_string()],
        );
    }
    table.call(
        "pc_remember",
        "an entry id in use",
        &remember(7, text("A")),
        "entry_exists",
        &["A"],
    );
    let id = |function: &'static str, table: &mut Table| {
        for bad in [
            "nobody",
            "a",
            "A ",
            PERCENT,
            "\u{1F600}",
            "Å\u{30a}",
            &"i".repeat(128),
        ] {
            let arguments = [text("s"), text("m"), Cell::Int(1), text(bad), Cell::Int(1)];
            table.call(
                function,
                &format!("unknown entry {bad:.12}"),
                &arguments,
                "entry_unknown",
                &[bad, "m"],
            );
        }
    };
    id("pc_forget", table);
    id("pc_reactivate", table);
    let reason = "r".repeat(513);
    table.call(
        "pc_forget",
        "long reason",
        &[
            text("s"),
            text("m"),
            Cell::Int(1),
            text("A"),
            Cell::Int(1),
            text(&reason),
        ],
        "text_too_long",
        &["reason", "512 characters"],
    );
    table.call(
        "pc_revise",
        "unknown entry",
        &[
            text("s"),
            text("m"),
            Cell::Int(1),
            text(PERCENT),
            text("fact"),
            text("x"),
            Cell::Null,
            Cell::Int(1),
        ],
        "entry_unknown",
        &[PERCENT, "m"],
    );
}

pub fn evidence(table: &mut Table) {
    let mut bad = |why: &str, evidence: &str, name: &str, quoted: &[&str]| {
        table.call(
            "pc_remember",
            why,
            &remember(5, text(evidence)),
            name,
            quoted,
        );
    };
    bad(
        "evidence no JSON",
        "content/1",
        "json_invalid",
        &["evidence"],
    );
    bad(
        "evidence an object",
        "{}",
        "json_type",
        &["evidence", "array"],
    );
    bad(
        "evidence of text",
        "[\"content/1\"]",
        "element_type",
        &["evidence[0]"],
    );
    bad(
        "evidence with an unknown key",
        r#"[{"source_type":"t","source_id":"i","trust":3}]"#,
        "key_unknown",
        &["evidence[0]", "trust"],
    );
    bad(
        "a reference of both kinds",
        r#"[{"source_type":"t","source_id":"i","family":"memory"}]"#,
        "key_unknown",
        &["evidence[0]", "source_id"],
    );
    bad(
        "without source_id",
        r#"[{"source_type":"t"}]"#,
        "key_missing",
        &["evidence[0]", "source_id"],
    );
    bad(
        "without revision",
        r#"[{"family":"memory","artifact_id":"m"}]"#,
        "key_missing",
        &["evidence[0]", "revision"],
    );
    bad(
        "revision 0",
        r#"[{"family":"memory","artifact_id":"m","revision":0}]"#,
        "key_invalid",
        &["evidence[0]", "revision"],
    );
    bad(
        "source id with NUL",
        r#"[{"source_type":"t","source_id":"a\u0000"}]"#,
        "key_invalid",
        &["evidence[0]", "source_id"],
    );
    bad(
        "empty source type",
        r#"[{"source_type":"","source_id":"a"}]"#,
        "key_invalid",
        &["evidence[0]", "source_type"],
    );
    bad(
        "null definition",
        r#"[{"source_type":"t","source_id":"a","definition_version":null}]"#,
        "key_invalid",
        &["evidence[0]", "definition_version"],
    );
    bad(
        "effective_at as text",
        r#"[{"source_type":"t","source_id":"a","effective_at":"1"}]"#,
        "key_invalid",
        &["evidence[0]", "effective_at"],
    );
    bad(
        "effective_at 1.0",
        r#"[{"source_type":"t","source_id":"a","effective_at":1.0}]"#,
        "key_invalid",
        &["evidence[0]", "effective_at"],
    );
    let many: Vec<Value> = (0..257)
        .map(|n| json!({"source_type": "t", "source_id": n.to_string()}))
        .collect();
    bad(
        "257 references",
        &Value::Array(many).to_string(),
        "evidence_too_many",
        &["257"],
    );
}
