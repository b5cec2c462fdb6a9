//! Declarations, relations, supersessions, policies, installation.
use super::*;

pub fn rows(table: &mut Table) {
    let declare = |authority: Cell, verification: Cell| {
        [text("t"), text("1"), text("d"), authority, verification]
    };
    for level in [-1, 4, i64::MAX] {
        table.call(
            "pc_declare_source",
            "authority",
            &declare(Cell::Int(level), text("unknown")),
            "authority_level",
            &[&level.to_string()],
        );
    }
    for word in ["Verified", "yes", PERCENT] {
        table.call(
            "pc_declare_source",
            "verification",
            &declare(Cell::Int(1), text(word)),
            "verification_unknown",
            &[word],
        );
    }
    table.call(
        "pc_declare_source",
        "NULL verification",
        &declare(Cell::Int(1), Cell::Null),
        "argument_null",
        &["verification"],
    );
    let relate = |id: &str, kind: &str, subject: &str, object: &str, status: Cell| {
        [
            text("s"),
            text(id),
            text(kind),
            text("m"),
            text(subject),
            text("m"),
            text(object),
            Cell::Int(1),
            status,
        ]
    };
    for kind in ["supersedes", "Equal", PERCENT, "equal "] {
        table.call(
            "pc_relate",
            "kind",
            &relate("r", kind, "A", "A", Cell::Null),
            "relation_kind",
            &[kind],
        );
    }
    table.call(
        "pc_relate",
        "status",
        &relate("r", "equal", "A", "A", text("standing")),
        "relation_status",
        &["standing"],
    );
    table.call(
        "pc_relate",
        "itself",
        &relate("r", "equal", "A", "A", Cell::Null),
        "relation_self",
        &[],
    );
    table.call(
        "pc_relate",
        "unknown subject",
        &relate("r", "equal", "%s", "A", Cell::Null),
        "entry_unknown",
        &["%s", "m"],
    );
    table.call(
        "pc_dismiss",
        "unknown relation",
        &[text("s"), text(PERCENT), Cell::Int(1)],
        "relation_unknown",
        &[PERCENT],
    );
    let supersede = |predecessor: &str, successor: &str, evidence: Cell| {
        [
            text("s"),
            text("op"),
            text("m"),
            text(predecessor),
            text("m"),
            text(successor),
            evidence,
            Cell::Int(1),
        ]
    };
    table.call(
        "pc_supersede",
        "no evidence",
        &supersede("A", "A", Cell::Null),
        "argument_null",
        &["evidence"],
    );
    table.call(
        "pc_supersede",
        "itself",
        &supersede("A", "A", text("[]")),
        "relation_self",
        &[],
    );
    table.call(
        "pc_supersede",
        "unknown predecessor",
        &supersede(PERCENT, "A", text("[]")),
        "entry_unknown",
        &[PERCENT, "m"],
    );
    table.call(
        "pc_supersede",
        "artifact evidence",
        &supersede(
            "A",
            "A",
            text(r#"[{"family":"memory","artifact_id":"m","revision":1}]"#),
        ),
        "key_unknown",
        &["evidence[0]", "artifact_id"],
    );
    for id in ["nobody", "%n"] {
        table.call(
            "pc_enable_ranking",
            "unknown policy",
            &[text("s"), text(id)],
            "policy_unknown",
            &[id],
        );
        table.call(
            "pc_disable_ranking",
            "unknown policy",
            &[text("s"), text(id)],
            "policy_unknown",
            &[id],
        );
    }
    table.call(
        "pc_enable_ranking",
        "not ready",
        &[text("s"), text("neutral")],
        "ranking_not_ready",
        &["1", "m/A"],
    );
    table.call(
        "pc_register_policy",
        "NULL",
        &[Cell::Null],
        "argument_null",
        &["policy"],
    );
    table.call(
        "pc_register_policy",
        "no JSON",
        &[text(PERCENT)],
        "json_invalid",
        &["policy"],
    );
    table.call(
        "pc_register_policy",
        "an array",
        &[text("[]")],
        "json_type",
        &["policy", "object"],
    );
    table.call(
        "pc_register_policy",
        "another body",
        &[text(r#"{"id":"neutral","max_displacement":1}"#)],
        "policy_exists",
        &["neutral"],
    );
    table.call(
        "pc_install",
        "unknown adapter",
        &[text(PERCENT), Cell::Null],
        "adapter_unknown",
        &[PERCENT],
    );
    table.call(
        "pc_observe",
        "NULL scope",
        &[Cell::Null, text("m"), Cell::Int(1)],
        "argument_null",
        &["scope"],
    );
}
