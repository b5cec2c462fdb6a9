//! Searches, nights, marks and support: nothing moves that nobody moved.
use super::*;

/// Returned, boosted, returned: there is no such loop. 200 searches leave every row and the digest, and the last finds what
/// the first did, in its order.
#[test]
fn searches_leave_rows_digest_and_order() {
    let mut digests = Vec::new();
    for mut engine in engines() {
        let engine = engine.as_mut();
        story(engine);
        call(
            engine,
            "pc_enable_ranking",
            &cells(&["s", "importance_freshness.seed.v1"]),
        );
        let (before, rows) = (digest(engine), counts(engine));
        let options = json!({"scope_id": "s", "limit": 5, "intent": "current", "as_of": 99_999_999_999_999_i64});
        let first = everything_found(engine, &options);
        assert_ne!(
            column(&first, "displacement"),
            ["0"; 5],
            "{}: nothing moved",
            engine.name()
        );
        for n in 0..200 {
            if n % 2 == 0 {
                let again = rank(
                    engine,
                    &json!([{"name": "fts", "hits": [hit("low", 1)]}]),
                    &options,
                );
                assert_eq!(column(&again, "entry_id"), ["low"], "{}", engine.name());
            } else {
                assert_eq!(
                    everything_found(engine, &options),
                    first,
                    "{}: {n}",
                    engine.name()
                );
            }
        }
        let idle = call(engine, "pc_refresh", &[]);
        assert_eq!(idle, r#"{"memories":0,"rows":0}"#, "{}", engine.name());
        assert_eq!(digest(engine), before, "{}", engine.name());
        assert_eq!(counts(engine), rows, "{}", engine.name());
        digests.push(before);
    }
    agreed(&digests);
}

/// Nights of upkeep without a change of anybody's: every entry, its importance, its validity and the digest stay, pinned,
/// protected, high or low, and whatever the day. (What L1 plans on each of them is that capability's to tell.)
#[test]
fn nights_of_upkeep_change_nothing() {
    const DAY: i64 = 86_400_000_000;
    let nights = if crate::full() { 730 } else { 20 };
    for mut engine in engines() {
        let engine = engine.as_mut();
        story(engine);
        let (before, stood, rows) = (digest(engine), standing(engine), counts(engine));
        for night in 1..=nights {
            call(
                engine,
                "pc_observe",
                &cells(&["s", "m", &(night * DAY).to_string()]),
            );
            let name = if night % 5 == 0 {
                "pc_rebuild"
            } else {
                "pc_refresh"
            };
            call(engine, name, &[]);
            let options =
                json!({"scope_id": "s", "limit": 5, "intent": "current", "as_of": night * DAY});
            assert_eq!(
                everything_found(engine, &options).rows.len(),
                5,
                "{}: night {night}",
                engine.name()
            );
        }
        assert_eq!(digest(engine), before, "{}", engine.name());
        assert_eq!(standing(engine), stood, "{}", engine.name());
        assert_eq!(counts(engine), rows, "{}", engine.name());
    }
}

/// No mark, and no mark of a forget, is lost on one engine: after each one the digest changes, is that of a rebuild, and is
/// the other engine's; taken back, it is the digest of before where nothing but the word changed.
#[test]
fn every_mark_is_told_alike_by_refresh_and_rebuild_on_both() {
    let words = [
        ("tier", "session"),
        ("session", "run-1"),
        ("pinned", "1"),
        ("protected", "1"),
        ("state_class", "completed"),
        ("importance", "low"),
    ];
    let mut told: Vec<Vec<String>> = Vec::new();
    for mut engine in engines() {
        let engine = engine.as_mut();
        remember(engine, 0, "x", "Text of x.");
        let mut digests = vec![digest(engine)];
        let mut next = |engine: &mut dyn Engine, what: &str| {
            let refreshed = digest(engine);
            assert_ne!(
                Some(&refreshed),
                digests.last(),
                "{}: {what} left no mark",
                engine.name()
            );
            call(engine, "pc_rebuild", &[]);
            assert_eq!(digest(engine), refreshed, "{}: {what}", engine.name());
            digests.push(refreshed.clone());
            refreshed
        };
        let plain = digest(engine);
        for (mark, value) in words {
            for value in [Some(value), None] {
                let mut arguments = cells(&["s", "m", "x", mark, "NULL", "alice", "user", "2000"]);
                arguments[4] = value.map_or(Cell::Null, Cell::from);
                call(engine, "pc_mark", &arguments);
                let now = next(engine, &format!("{mark} {value:?}"));
                assert_eq!(
                    now == plain,
                    value.is_none(),
                    "{}: {mark} {value:?}",
                    engine.name()
                );
            }
        }
        call(
            engine,
            "pc_forget",
            &cells(&["s", "m", "1", "x", "3000", "over"]),
        );
        next(engine, "forget");
        let sql = "SELECT user_retired, validity, validity_reason FROM pc_lifecycle_projection";
        let forgotten = engine.query(sql, &[]).expect("the row");
        assert_eq!(
            forgotten
                .rows
                .iter()
                .flatten()
                .map(show)
                .collect::<Vec<_>>(),
            ["1", "inactive", "over"],
            "{}",
            engine.name()
        );
        call(
            engine,
            "pc_reactivate",
            &cells(&["s", "m", "2", "x", "4000"]),
        );
        next(engine, "reactivate");
        told.push(digests);
    }
    assert_eq!(told[0], told[1]);
}

/// Support makes nothing fresh or trusted: however much of the highest authority is added, later and again, the version has
/// the authority, verification, times and age of what it cites.
#[test]
fn support_makes_nothing_fresh_or_trusted() {
    let sql = "SELECT authority, verification, recorded_at, effective_at, evidence_strength FROM pc_validity WHERE scope_id = 's' AND memory_artifact_id = 'm' AND entry_id = 'plain'";
    for mut engine in engines() {
        let engine = engine.as_mut();
        story(engine);
        call(
            engine,
            "pc_enable_ranking",
            &cells(&["s", "importance_freshness.seed.v1"]),
        );
        let aged = json!({"scope_id": "s", "limit": 5, "intent": "current", "as_of": 8_000_000_000_000_i64});
        let rules = |engine: &mut dyn Engine| {
            let found = everything_found(engine, &aged);
            let at = column(&found, "entry_id").iter().position(|e| e == "plain");
            column(&found, "rules")[at.expect("plain is found")].clone()
        };
        assert_eq!(rules(engine), "freshness.2=-2", "{}", engine.name());
        let shown = |engine: &mut dyn Engine| -> Vec<String> {
            let rows = engine.query(sql, &[]).expect("plain");
            rows.rows[0].iter().map(show).collect()
        };
        assert_eq!(
            shown(engine),
            ["1", "unknown", "1000", "NULL", "1"],
            "{}",
            engine.name()
        );
        for n in 0..5 {
            let evidence = json!([{"source_type": "seal", "source_id": n.to_string(), "definition_version": "v1", "effective_at": 7_999_999_999_999_i64}]);
            let arguments = ["s", "m", "plain", &evidence.to_string(), "7999999999999"];
            call(engine, "pc_corroborate", &cells(&arguments));
        }
        assert_eq!(
            shown(engine),
            ["1", "unknown", "1000", "NULL", "2"],
            "{}",
            engine.name()
        );
        assert_eq!(rules(engine), "freshness.2=-2", "{}", engine.name());
    }
}
