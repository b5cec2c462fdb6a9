//! What is recorded about a PowerContext's entries has on both engines the effect that it has on native ones: marks,
//! increments, relations and supersession are ours, whoever keeps the entries.
use pc_client::{Cell, Rows};
use pc_tests::engine::{show, Client, Engine};
use pc_tests::fixture::on_both;
use std::collections::BTreeSet;

const EVIDENCE: &str = r#"[{"source_type":"audit","source_id":"a1","definition_version":"1"}]"#;

/// Memory, entry and version of every current entry of the scope that has the most.
fn current(engine: &mut Client) -> (Cell, Vec<[Cell; 3]>) {
    let sql = "SELECT scope_id, memory_artifact_id, entry_id, entry_version_id FROM pc_validity WHERE validity = 'current' ORDER BY 1, 2, 3";
    let found = engine.query(sql, &[]).expect("pc_validity").rows;
    let of = |scope: &Cell| found.iter().filter(|row| row[0] == *scope).count();
    let scopes: BTreeSet<String> = found.iter().map(|row| show(&row[0])).collect();
    let scopes = scopes.into_iter().map(|scope| Cell::from(scope.as_str()));
    let scope = scopes.max_by_key(|scope| of(scope)).expect("a scope");
    let entries = found.iter().filter(|row| show(&row[0]) == show(&scope));
    let entries = entries
        .map(|row| [1, 2, 3].map(|at| Cell::Text(show(&row[at]))))
        .collect();
    (scope, entries)
}

fn call(engine: &mut Client, name: &str, arguments: &[&[Cell]]) -> Rows {
    let called = engine.call(name, &arguments.concat());
    called.unwrap_or_else(|refused| panic!("{}: {name}: {refused}", engine.name()))
}

/// Validity, reason, successor, importance and strength of these entries.
fn standing(engine: &mut Client, scope: &Cell, entries: &[[Cell; 3]]) -> Vec<String> {
    let sql = "SELECT validity, reason, successor_entry_id, importance, evidence_strength, tier FROM pc_validity
        WHERE scope_id = ? AND memory_artifact_id = ? AND entry_id = ? AND entry_version_id = ?";
    let one = |entry: &[Cell; 3]| {
        let place = [std::slice::from_ref(scope), entry].concat();
        let rows = engine.query(sql, &place).expect("pc_validity").rows;
        rows[0].iter().map(show).collect::<Vec<_>>().join(" ")
    };
    entries.iter().map(one).collect()
}

fn take_effect(version: &str) {
    let [sqlite, oceanbase] = on_both(version, |engine| {
        let audit = ["audit", "1", "v1"].map(Cell::from);
        let word = [Cell::Int(2), Cell::from("verified")];
        call(engine, "pc_declare_source", &[&audit, &word]);
        let (scope, entries) = current(engine);
        assert!(entries.len() > 5, "{} entries", entries.len());
        let picked: Vec<[Cell; 3]> = entries[..6].to_vec();
        let [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map(|at| picked[at][..2].to_vec());
        let scope_only = std::slice::from_ref(&scope);
        let (time, evidence) = ([Cell::Int(1)], [Cell::from(EVIDENCE)]);
        let before = standing(engine, &scope, &picked);

        let text = |word: &str| [Cell::from(word)];
        call(
            engine,
            "pc_relate",
            &[scope_only, &text("r1"), &text("contradicts"), &a, &b, &time],
        );
        call(
            engine,
            "pc_supersede",
            &[scope_only, &text("op1"), &c, &d, &evidence, &time],
        );
        call(
            engine,
            "pc_corroborate",
            &[scope_only, &e, &evidence, &time],
        );
        let by = ["critical", "who", "user"].map(Cell::from);
        call(
            engine,
            "pc_mark",
            &[scope_only, &f, &text("importance"), &by, &time],
        );

        let live = standing(engine, &scope, &picked);
        let word = |at: usize| live[at].split(' ').next().expect("a validity").to_owned();
        assert_eq!([word(0), word(1)], ["unresolved_conflict"; 2]);
        assert!(
            live[2].starts_with("superseded superseded:op1 "),
            "{}",
            live[2]
        );
        assert_eq!(live[2].split(' ').nth(2), Some(show(&d[1]).as_str()));
        assert_ne!(live[4], before[4], "an increment");
        assert!(live[5].starts_with("current NULL NULL 3 "), "{}", live[5]);
        call(engine, "pc_rebuild", &[]);
        assert_eq!(live, standing(engine, &scope, &picked), "{}", engine.name());

        call(engine, "pc_dismiss", &[scope_only, &text("r1"), &time]);
        call(engine, "pc_refresh", &[]);
        let after = standing(engine, &scope, &picked);
        assert_eq!(after[..2], before[..2], "a dismissed contradiction");
        let digest = show(&call(engine, "pc_digest", &[scope_only]).rows[0][0]);
        (before, live, digest)
    });
    assert_eq!(sqlite, oceanbase);
}

#[test]
fn records_over_powercontext_1_2_take_effect() {
    take_effect("powercontext-1.2");
}

#[test]
fn records_over_powercontext_1_4_take_effect() {
    take_effect("powercontext-1.4");
}
