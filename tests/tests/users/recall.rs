//! Recall at the size at which it hurt: dead copies, forgotten filters, near neighbours, scores, long pools.
use super::*;

const DEAD: i64 = 381;
const LIVE: [&str; 5] = ["hot", "live1", "live2", "live3", "live4"];

/// One entry revised 381 times, and four others: 381 superseded versions and 5 current ones.
fn dead_and_live(engine: &mut dyn Engine) -> Vec<Value> {
    remember(engine, 0, "hot", "Deploy on day 0.");
    for revision in 1..=DEAD {
        let arguments = [
            Cell::from("s"),
            Cell::from("m"),
            Cell::Int(revision),
            Cell::from("hot"),
            Cell::from("fact"),
            Cell::Text(format!("Deploy on day {revision}.")),
            Cell::Null,
            Cell::Int(1000 + revision),
        ];
        let answer = engine.call("pc_revise", &arguments);
        answer.unwrap_or_else(|e| panic!("{} at {revision}: {e}", engine.name()));
    }
    let mut hits: Vec<Value> = (1..=DEAD).map(|revision| hit("hot", revision)).collect();
    hits.push(hit("hot", DEAD + 1));
    for (entry, revision) in LIVE[1..].iter().zip(DEAD + 1..) {
        remember(engine, revision, entry, &format!("Text of {entry}."));
        hits.push(hit(entry, revision + 1));
    }
    hits
}

/// 381 dead copies rank before the 5 live ones in each channel. `pc_rank` gives the 5; a query that joins the validity
/// inside its own LIMIT gives the 5; one that filters its finished top 5 gives nothing, which is the bug.
#[test]
fn superseded_copies_do_not_crowd_out_the_living() {
    for mut engine in engines() {
        let engine = engine.as_mut();
        let hits = dead_and_live(engine);
        assert_eq!(hits.len() as i64, DEAD + 5);
        let channels = json!([{"name": "fts", "hits": hits}, {"name": "vector", "hits": hits}]);
        for rebuilt in [false, true] {
            if rebuilt {
                engine.call("pc_rebuild", &[]).expect("pc_rebuild");
            }
            let found = rank(engine, &channels, &json!({"scope_id": "s", "limit": 5}));
            assert_eq!(column(&found, "entry_id"), LIVE, "{}", engine.name());
            let history = rank(
                engine,
                &channels,
                &json!({"scope_id": "s", "limit": 1000, "view": "history"}),
            );
            assert_eq!(history.rows.len() as i64, DEAD + 5, "{}", engine.name());
            in_the_callers_own_query(engine, &hits);
        }
    }
}

fn in_the_callers_own_query(engine: &mut dyn Engine, hits: &[Value]) {
    let id = if engine.name() == "sqlite" {
        "TEXT"
    } else {
        "VARBINARY(512)"
    };
    engine
        .query("DROP TABLE IF EXISTS pc_test_candidate", &[])
        .expect("no candidates");
    let create = format!("CREATE TABLE pc_test_candidate (place INTEGER PRIMARY KEY, entry_id {id}, entry_version_id {id})");
    engine.query(&create, &[]).expect("a table of candidates");
    for (place, hit) in hits.iter().enumerate() {
        let row = [
            Cell::Int(place as i64),
            Cell::from(hit["entry_id"].as_str().expect("an id")),
            Cell::from(hit["entry_version_id"].as_str().expect("an id")),
        ];
        engine
            .query("INSERT INTO pc_test_candidate VALUES (?, ?, ?)", &row)
            .expect("a candidate");
    }
    let join = "JOIN pc_validity v ON v.scope_id = 's' AND v.memory_artifact_id = 'm' AND v.entry_id = c.entry_id AND v.entry_version_id = c.entry_version_id WHERE v.eligible = 1";
    let inside =
        format!("SELECT c.entry_id FROM pc_test_candidate c {join} ORDER BY c.place LIMIT 5");
    let found = engine
        .query(&inside, &[])
        .unwrap_or_else(|e| panic!("{}: {e}", engine.name()));
    assert_eq!(column(&found, "entry_id"), LIVE, "{}", engine.name());
    let after = format!("SELECT c.entry_id FROM (SELECT * FROM pc_test_candidate ORDER BY place LIMIT 5) c {join} ORDER BY c.place");
    let found = engine
        .query(&after, &[])
        .unwrap_or_else(|e| panic!("{}: {e}", engine.name()));
    assert_eq!(found.rows.len(), 0, "{}", engine.name());
    engine
        .query("DROP TABLE pc_test_candidate", &[])
        .expect("no candidates");
}

/// Every channel is filtered: whichever carries the dead hits, the answer is the same set.
#[test]
fn no_channel_forgets_the_filter() {
    for mut engine in engines() {
        let engine = engine.as_mut();
        for (revision, entry) in ["live", "gone", "old"].iter().enumerate() {
            remember(engine, revision as i64, entry, &format!("Text of {entry}."));
        }
        let forget = [
            Cell::from("s"),
            Cell::from("m"),
            Cell::Int(3),
            Cell::from("gone"),
            Cell::Int(2000),
        ];
        engine.call("pc_forget", &forget).expect("pc_forget");
        let revise = [
            Cell::from("s"),
            Cell::from("m"),
            Cell::Int(4),
            Cell::from("old"),
            Cell::from("fact"),
            Cell::from("Newer."),
            Cell::Null,
            Cell::Int(3000),
        ];
        engine.call("pc_revise", &revise).expect("pc_revise");
        let dead = [hit("gone", 2), hit("old", 3)];
        let living = [hit("live", 1), hit("old", 5)];
        let all: Vec<&Value> = dead.iter().chain(&living).collect();
        for channels in [
            json!([{"name": "fts", "hits": all}]),
            json!([{"name": "vector", "hits": all}]),
            json!([{"name": "fts", "hits": all}, {"name": "vector", "hits": all}]),
            json!([{"name": "fts", "hits": dead}, {"name": "vector", "hits": living}]),
            json!([{"name": "fts", "hits": living}, {"name": "vector", "hits": dead}]),
            json!([{"name": "a", "hits": dead}, {"name": "b", "hits": all}, {"name": "c", "hits": living}]),
        ] {
            let found = rank(engine, &channels, &json!({"scope_id": "s", "limit": 9}));
            assert_eq!(
                column(&found, "entry_id"),
                ["live", "old"],
                "{} {channels}",
                engine.name()
            );
            assert_eq!(
                column(&found, "validity"),
                ["current", "current"],
                "{} {channels}",
                engine.name()
            );
        }
        let none = rank(
            engine,
            &json!([{"name": "fts", "hits": dead}]),
            &json!({"scope_id": "s", "limit": 9}),
        );
        assert_eq!(none.rows.len(), 0, "{}", engine.name());
    }
}

/// 100 near neighbours, each related to the next as similar and as equal: not one is retired, demoted or moved.
#[test]
fn no_similarity_retires_a_fact() {
    for mut engine in engines() {
        let engine = engine.as_mut();
        let name = |n: i64| format!("near{n:03}");
        for n in 0..100 {
            remember(
                engine,
                n,
                &name(n),
                &format!("The limit of queue {n} is {n} messages."),
            );
        }
        let before = standing(engine);
        for n in 1..100 {
            for kind in ["similar", "equal"] {
                let arguments = [
                    Cell::from("s"),
                    Cell::Text(format!("{kind}{n}")),
                    Cell::from(kind),
                    Cell::from("m"),
                    Cell::Text(name(n - 1)),
                    Cell::from("m"),
                    Cell::Text(name(n)),
                    Cell::Int(5000),
                ];
                engine.call("pc_relate", &arguments).expect("pc_relate");
            }
        }
        let after = standing(engine);
        assert_eq!(before, after, "{}", engine.name());
        assert_eq!(after.len(), 100);
        assert!(
            after.iter().all(|row| row[1] == Cell::from("current")),
            "{}",
            engine.name()
        );
        engine.call("pc_rebuild", &[]).expect("pc_rebuild");
        assert_eq!(standing(engine), after, "{}", engine.name());
        let hits: Vec<Value> = (0..100).map(|n| hit(&name(n), n + 1)).collect();
        let found = rank(
            engine,
            &json!([{"name": "vector", "hits": hits}]),
            &json!({"scope_id": "s", "limit": 100}),
        );
        let wanted: Vec<String> = (0..100).map(name).collect();
        assert_eq!(column(&found, "entry_id"), wanted, "{}", engine.name());
    }
}

/// The public score is the RRF number: the same bits with a policy as without, and with it the set is the same.
#[test]
fn a_policy_changes_no_score_and_no_membership() {
    for mut engine in engines() {
        let engine = engine.as_mut();
        let declare = [
            Cell::from("content"),
            Cell::from("1"),
            Cell::from("d"),
            Cell::Int(2),
            Cell::from("unknown"),
        ];
        engine
            .call("pc_declare_source", &declare)
            .expect("pc_declare_source");
        let kinds = [
            "fact",
            "working_note",
            "constraint",
            "decision",
            "preference",
        ];
        for n in 0..40i64 {
            let evidence = json!([{"source_type": "content", "source_id": n.to_string(), "definition_version": "1"}]);
            let arguments = [
                Cell::from("s"),
                Cell::from("m"),
                Cell::Int(n),
                Cell::from(kinds[n as usize % 5]),
                Cell::Text(format!("Text {n}.")),
                Cell::Text(evidence.to_string()),
                Cell::Int(1000),
                Cell::Text(format!("e{n:02}")),
            ];
            engine.call("pc_remember", &arguments).expect("pc_remember");
        }
        let hits = |step: i64| -> Vec<Value> {
            (0..40)
                .map(|n| n * step % 40)
                .map(|n| hit(&format!("e{n:02}"), n + 1))
                .collect()
        };
        let channels = json!([{"name": "fts", "hits": hits(7)}, {"name": "vector", "weight": 0.5, "hits": hits(3)}]);
        let options = json!({"scope_id": "s", "limit": 40});
        let plain = rank(engine, &channels, &options);
        engine
            .call(
                "pc_enable_ranking",
                &[Cell::from("s"), Cell::from("importance.seed.v1")],
            )
            .expect("ready");
        let ranked = rank(engine, &channels, &options);
        let scores = |rows: &Rows| {
            let mut scores: Vec<(String, String)> = column(rows, "entry_id")
                .into_iter()
                .zip(column(rows, "score"))
                .collect();
            scores.sort();
            scores
        };
        assert_eq!(scores(&plain), scores(&ranked), "{}", engine.name());
        assert_ne!(
            column(&plain, "entry_id"),
            column(&ranked, "entry_id"),
            "{}: nothing moved",
            engine.name()
        );
        let moved: Vec<i64> = column(&ranked, "displacement")
            .iter()
            .map(|d| d.parse().expect("an integer"))
            .collect();
        assert!(
            moved.iter().all(|d| d.abs() <= 2),
            "{}: {moved:?}",
            engine.name()
        );
        engine
            .call(
                "pc_disable_ranking",
                &[Cell::from("s"), Cell::from("importance.seed.v1")],
            )
            .expect("off");
        assert_eq!(
            rank(engine, &channels, &options),
            plain,
            "{}: off is off",
            engine.name()
        );
    }
}

/// 1 kB, 5 kB, 64 kB and 1 MB of pool through one call: the same rows, none cut.
#[test]
fn a_long_pool_arrives_whole() {
    for mut engine in engines() {
        let engine = engine.as_mut();
        for count in [9, 45, 1000] {
            for width in [1, 128] {
                let pool: Vec<Value> = (0..count)
                    .map(|n| {
                        let entry = format!("{}{n}", "e".repeat(width)).chars().rev().take(128).collect::<String>();
                        json!({"memory_artifact_id": "m", "revision": n, "entry_id": entry, "entry_version_id": "v".repeat(128), "scope_id": "s".repeat(if width == 1 { 1 } else { 256 })})
                    })
                    .collect();
                let text = json!(pool).to_string();
                let answer = engine.read("pc_reorder", &[Cell::Text(text.clone()), Cell::Null]);
                let answer = answer
                    .unwrap_or_else(|e| panic!("{}: {} bytes: {e}", engine.name(), text.len()));
                let wanted: Vec<String> = pool
                    .iter()
                    .map(|hit| hit["entry_id"].as_str().expect("an id").to_string())
                    .collect();
                assert_eq!(
                    column(&answer, "entry_id"),
                    wanted,
                    "{}: {} bytes",
                    engine.name(),
                    text.len()
                );
            }
        }
    }
}
