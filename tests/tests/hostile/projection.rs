//! Marks, increments, histories, refreshes and digests.
use super::*;

/// The arguments of a good `pc_mark` with one of them changed.
fn mark(at: usize, cell: Cell) -> Vec<Cell> {
    let mut arguments = vec![
        text("s"),
        text("m"),
        text("A"),
        text("tier"),
        text("long"),
        text("alice"),
        text("user"),
        Cell::Int(1),
        Cell::Null,
    ];
    arguments[at] = cell;
    arguments
}

/// The arguments of a good `pc_corroborate` with one of them changed.
fn corroborate(at: usize, cell: Cell) -> Vec<Cell> {
    let source = r#"[{"source_type":"t","source_id":"1","definition_version":"1"}]"#;
    let mut arguments = vec![text("s"), text("m"), text("A"), text(source), Cell::Int(1)];
    arguments[at] = cell;
    arguments
}

const MARK: [(usize, &str, i64); 7] = [
    (0, "scope", 256),
    (1, "memory", 128),
    (2, "entry_id", 128),
    (3, "mark", 64),
    (4, "value", 128),
    (5, "actor", 128),
    (6, "actor_kind", 64),
];

pub fn rows(table: &mut Table) {
    for (at, name, limit) in MARK {
        let long = "é".repeat(usize::try_from(limit).unwrap() + 1);
        let limit = format!("{limit} characters");
        let cases = [
            (text(""), "argument_empty", vec![name]),
            (text("a\0b"), "text_has_nul", vec![name]),
            (Cell::Text(long), "text_too_long", vec![name, &limit]),
        ];
        for (cell, message, quoted) in cases {
            table.call("pc_mark", name, &mark(at, cell), message, &quoted);
        }
        if name != "value" {
            let nothing = mark(at, Cell::Null);
            table.call("pc_mark", name, &nothing, "argument_null", &[name]);
        }
    }
    for name in ["Tier", "tier ", PERCENT, "\u{1F600}"] {
        let named = mark(3, text(name));
        table.call("pc_mark", "another mark", &named, "mark_unknown", &[name]);
    }
    let retired = mark(3, text("user_retired"));
    table.call("pc_mark", "by hand", &retired, "mark_user_retired", &[]);
    for value in ["Long", "long ", PERCENT, "forever"] {
        let valued = mark(4, text(value));
        table.call(
            "pc_mark",
            "another value",
            &valued,
            "mark_value",
            &["tier", value],
        );
    }
    for kind in ["User", "automatic ", PERCENT] {
        let kinded = mark(6, text(kind));
        table.call("pc_mark", "another actor", &kinded, "actor_kind", &[kind]);
    }
    let of_nobody = mark(2, text(PERCENT));
    table.call(
        "pc_mark",
        "unknown entry",
        &of_nobody,
        "entry_unknown",
        &[PERCENT, "m"],
    );
    let mut automatic = mark(3, text("importance"));
    automatic[4] = text("critical");
    automatic[6] = text("automatic");
    table.call("pc_mark", "importance", &automatic, "mark_importance", &[]);

    for (at, name) in [
        (0, "scope"),
        (1, "memory"),
        (2, "entry_id"),
        (3, "evidence"),
        (4, "recorded_at"),
    ] {
        let nothing = corroborate(at, Cell::Null);
        table.call("pc_corroborate", name, &nothing, "argument_null", &[name]);
    }
    let artifact = r#"[{"family":"memory","artifact_id":"m","revision":1}]"#;
    let cases = [
        (artifact, "key_unknown", vec!["evidence[0]", "artifact_id"]),
        (
            r#"[{"source_type":"t"}]"#,
            "key_missing",
            vec!["evidence[0]", "source_id"],
        ),
        (
            r#"[{"source_type":"t","source_id":""}]"#,
            "key_invalid",
            vec!["evidence[0]", "source_id"],
        ),
        ("[1]", "element_type", vec!["evidence[0]"]),
        ("{}", "json_type", vec!["evidence", "array"]),
        ("[", "json_invalid", vec!["evidence"]),
    ];
    for (evidence, message, quoted) in cases {
        let cited = corroborate(3, text(evidence));
        table.call("pc_corroborate", evidence, &cited, message, &quoted);
    }
    let of_nobody = corroborate(2, text(PERCENT));
    table.call(
        "pc_corroborate",
        "unknown entry",
        &of_nobody,
        "entry_unknown",
        &[PERCENT, "m"],
    );

    let history = |scope: Cell, memory: Cell, entry: Cell| [scope, memory, entry];
    for (arguments, message, quoted) in [
        (
            history(Cell::Null, text("m"), text("A")),
            "argument_null",
            vec!["scope"],
        ),
        (
            history(text("s"), Cell::Null, text("A")),
            "argument_null",
            vec!["memory"],
        ),
        (
            history(text("s"), text("m"), Cell::Null),
            "argument_null",
            vec!["entry_id"],
        ),
        (
            history(text("s"), text("m"), text("")),
            "argument_empty",
            vec!["entry_id"],
        ),
        (
            history(text("s"), text("m"), text("A ")),
            "entry_unknown",
            vec!["A ", "m"],
        ),
        (
            history(text("s"), text("M"), text("A")),
            "entry_unknown",
            vec!["A", "M"],
        ),
        (
            history(text("S"), text("m"), text(PERCENT)),
            "entry_unknown",
            vec![PERCENT, "m"],
        ),
    ] {
        table.read("pc_history", message, &arguments, message, &quoted);
    }
    for function in ["pc_refresh", "pc_rebuild"] {
        let of_no_scope = [Cell::Null, text("m")];
        table.call(
            function,
            "no scope",
            &of_no_scope,
            "argument_null",
            &["scope"],
        );
        table.call(function, "empty", &[text("")], "argument_empty", &["scope"]);
        table.call(
            function,
            "NUL",
            &[text("s"), text("\0")],
            "text_has_nul",
            &["memory"],
        );
    }
    table.call(
        "pc_digest",
        "no scope",
        &[Cell::Null, text("m")],
        "argument_null",
        &["scope"],
    );
    table.call(
        "pc_digest",
        "unknown",
        &[text("s"), text(PERCENT)],
        "memory_unknown",
        &[PERCENT],
    );
    table.call(
        "pc_digest",
        "blank",
        &[text("s"), text("m ")],
        "memory_unknown",
        &["m "],
    );
}
