//! After a PowerContext moved on, a refresh gives what a rebuild gives, on both engines: by every answer and by digest.
//!
//! The authority is a copy inside the store's own database, moved as PowerContext moves it: a new revision, or a step of
//! its governance without one.
use pc_client::{Cell, Rows};
use pc_tests::engine::{show, Client, Engine};
use pc_tests::fixture::on_both;

/// Projected, on both engines.
fn both(version: &str, then: impl Fn(&mut Client)) {
    on_both(version, |engine| {
        engine.call("pc_rebuild", &[]).expect("pc_rebuild");
        then(engine);
    });
}

fn rows(engine: &mut Client, sql: &str, parameters: &[Cell]) -> Rows {
    engine
        .query(sql, parameters)
        .unwrap_or_else(|e| panic!("{e}: {sql}"))
}

/// One more revision of an artifact with this content, else that of its head.
fn revise(
    engine: &mut Client,
    family: &str,
    scope: &Cell,
    artifact: &Cell,
    content: Option<&str>,
) -> i64 {
    let of = [scope.clone(), Cell::from(family), artifact.clone()];
    let head = rows(engine, "SELECT revision FROM pc_artifact_heads WHERE scope_id = ? AND family = ? AND artifact_id = ?", &of);
    let head = head.int(0, "revision").expect("a head");
    let columns = rows(engine, "SELECT * FROM pc_artifacts LIMIT 1", &[]).columns;
    let taken: Vec<&str> = columns
        .iter()
        .map(|column| match column.as_str() {
            "revision" => "revision + 1",
            "content" => "coalesce(?, content)",
            other => other,
        })
        .collect();
    let content = content.map_or(Cell::Null, |text| Cell::Blob(text.as_bytes().to_vec()));
    let before = [&[content][..], &of, &[Cell::Int(head)]].concat();
    let sql = format!(
        "INSERT INTO pc_artifacts ({}) SELECT {} FROM pc_artifacts WHERE scope_id = ? AND family = ? AND artifact_id = ? AND revision = ?",
        columns.join(", "),
        taken.join(", ")
    );
    rows(engine, &sql, &before);
    let moved = [&[Cell::Int(head + 1)][..], &of].concat();
    rows(engine, "UPDATE pc_artifact_heads SET revision = ? WHERE scope_id = ? AND family = ? AND artifact_id = ?", &moved);
    head + 1
}

/// What the store says of a Memory, without whether it had to derive it, and its digest.
fn told(engine: &mut Client, scope: &Cell, memory: &Cell) -> (Vec<Vec<Cell>>, String) {
    let place = [scope.clone(), memory.clone()];
    let mut said = engine
        .read("pc_validity", &place)
        .expect("pc_validity")
        .rows;
    for row in &mut said {
        row.pop();
    }
    let digest = engine.call("pc_digest", &place);
    (
        said,
        digest.map_or_else(|refused| refused.0, |rows| show(&rows.rows[0][0])),
    )
}

/// Live, refreshed and rebuilt are the same; what changed, changed.
fn refreshed_as_rebuilt(
    engine: &mut Client,
    scope: &Cell,
    memory: &Cell,
    before: &[Vec<Cell>],
    what: &str,
) {
    let what = format!("{}, {what}", engine.name());
    let (live, stale) = told(engine, scope, memory);
    assert!(stale.starts_with("pc: not_ready: "), "{what}: {stale}");
    assert_ne!(live, before, "{what}: nothing moved, which tests nothing");
    engine
        .call("pc_refresh", std::slice::from_ref(scope))
        .expect("pc_refresh");
    let refreshed = told(engine, scope, memory);
    assert_eq!(refreshed.0, live, "{what}: a refresh is not what holds");
    engine
        .call("pc_rebuild", std::slice::from_ref(scope))
        .expect("pc_rebuild");
    assert_eq!(
        refreshed,
        told(engine, scope, memory),
        "{what}: a refresh is no rebuild"
    );
}

#[test]
fn a_refresh_follows_powercontext_1_4() {
    both("powercontext-1.4", |engine| {
        let merged = rows(engine, "SELECT scope_id, artifact_id, merged_into_id FROM pc_artifact_heads WHERE merged_into_id IS NOT NULL ORDER BY scope_id, artifact_id LIMIT 1", &[]);
        let [scope, memory, result] = [0, 1, 2].map(|at| merged.rows[0][at].clone());
        let before = told(engine, &scope, &memory).0;
        revise(engine, "atomic-memory", &scope, &result, None);
        refreshed_as_rebuilt(
            engine,
            &scope,
            &memory,
            &before,
            "the result of a merge was revised",
        );

        let active = rows(engine, "SELECT scope_id, artifact_id FROM pc_artifact_heads WHERE family = 'atomic-memory' AND lifecycle_state = 'active' ORDER BY scope_id, artifact_id LIMIT 1", &[]);
        let [scope, memory] = [0, 1].map(|at| active.rows[0][at].clone());
        let before = told(engine, &scope, &memory).0;
        let content = r#"{"schema":"powercontext.atomic-memory.v1","kind":"decision","text":"Another.","creation":null}"#;
        revise(engine, "atomic-memory", &scope, &memory, Some(content));
        refreshed_as_rebuilt(engine, &scope, &memory, &before, "a memory was revised");

        let before = told(engine, &scope, &memory).0;
        rows(engine, "UPDATE pc_artifact_heads SET lifecycle_state = 'deprecated', governance_generation = governance_generation + 1 WHERE scope_id = ? AND family = 'atomic-memory' AND artifact_id = ?", &[scope.clone(), memory.clone()]);
        refreshed_as_rebuilt(engine, &scope, &memory, &before, "a memory was forgotten");
    });
}

#[test]
fn a_refresh_follows_powercontext_1_2() {
    both("powercontext-1.2", |engine| {
        let [scope, memory] = longest(engine);
        for op in ["deactivate", "reactivate", "deactivate"] {
            let before = told(engine, &scope, &memory).0;
            let from = if op == "deactivate" {
                "current"
            } else {
                "inactive"
            };
            let of = before
                .iter()
                .find(|row| row[4] == Cell::from(from))
                .expect("an entry");
            let (entry, version) = (show(&of[2]), show(&of[3]));
            let [taken, given] = if op == "deactivate" {
                ["from", "to"]
            } else {
                ["to", "from"]
            };
            let content = format!(
                r#"{{"manifest":{{"entries":[]}},"changes":[{{"op":"{op}","entry_id":"{entry}","{taken}_entry_version_id":"{version}","{given}_entry_version_id":null,"reason":"tried"}}]}}"#
            );
            revise(engine, "memory", &scope, &memory, Some(&content));
            refreshed_as_rebuilt(engine, &scope, &memory, &before, op);
        }
    });
}

/// The Memory with the most revisions.
fn longest(engine: &mut Client) -> [Cell; 2] {
    let heads = rows(engine, "SELECT scope_id, artifact_id FROM pc_artifact_heads WHERE family = 'memory' ORDER BY revision DESC, scope_id LIMIT 1", &[]);
    [0, 1].map(|at| heads.rows[0][at].clone())
}

/// What a PowerContext 1.2 cites is copied when it is projected, and an increment may be there before: neither takes the other's
/// place.
#[test]
fn an_increment_before_the_copy_costs_no_evidence() {
    let [sqlite, oceanbase] = on_both("powercontext-1.2", |engine| {
        let [scope, memory] = longest(engine);
        let declared = ["chat", "9", "v1"].map(Cell::from);
        let declared = [&declared[..], &[Cell::Int(2), Cell::from("verified")]].concat();
        engine
            .call("pc_declare_source", &declared)
            .expect("pc_declare_source");
        let evidence = r#"[{"source_type":"chat","source_id":"later","definition_version":"9"}]"#;
        let current = told(engine, &scope, &memory).0;
        let current = current.iter().filter(|row| row[4] == Cell::from("current"));
        let mut told_more = 0;
        for row in current {
            let arguments = [
                scope.clone(),
                memory.clone(),
                row[2].clone(),
                Cell::from(evidence),
                Cell::Int(1),
            ];
            engine
                .call("pc_corroborate", &arguments)
                .expect("pc_corroborate");
            told_more += 1;
        }
        assert!(told_more > 3, "{told_more} entries");
        let (live, _) = told(engine, &scope, &memory);
        engine.call("pc_rebuild", &[]).expect("pc_rebuild");
        let (rebuilt, digest) = told(engine, &scope, &memory);
        assert_eq!(live, rebuilt, "{}", engine.name());
        digest
    });
    assert_eq!(sqlite, oceanbase, "digests");
}

/// A Memory that was restored from before what was copied is refused, and with it the whole call: inside a transaction, too.
#[test]
fn a_memory_that_went_back_is_refused() {
    both("powercontext-1.2", |engine| {
        let [scope, memory] = longest(engine);
        let first = rows(engine, "SELECT scope_id, artifact_id FROM pc_artifact_heads WHERE family = 'memory' ORDER BY scope_id, artifact_id LIMIT 1", &[]);
        let first = [0, 1].map(|at| first.rows[0][at].clone());
        assert_ne!(
            first,
            [scope.clone(), memory.clone()],
            "it would come first"
        );
        let entry = told(engine, &first[0], &first[1]).0[0][2].clone();
        let words = ["session", "task", "tidy", "automatic"].map(Cell::from);
        let mark = [&first[..], &[entry], &words[..], &[Cell::Int(1)]].concat();
        engine.call("pc_mark", &mark).expect("pc_mark");
        rows(engine, "UPDATE pc_artifact_heads SET revision = revision - 1 WHERE scope_id = ? AND family = 'memory' AND artifact_id = ?", &[scope.clone(), memory.clone()]);
        let headers =
            "SELECT * FROM pc_lifecycle_projection_header ORDER BY scope_id, memory_artifact_id";
        let before = rows(engine, headers, &[]).rows;
        let behind = format!(
            "pc: conflict: Memory {} is older than what was copied of it; install a new store",
            show(&memory)
        );
        let place = [scope.clone(), memory.clone()];
        let asked = engine
            .read("pc_validity", &place)
            .expect_err("it went back");
        assert_eq!(asked.0, behind, "{}", engine.name());
        engine.query("BEGIN", &[]).expect("BEGIN");
        for call in ["pc_rebuild", "pc_refresh"] {
            let refused = engine.call(call, &[]).expect_err(call);
            assert_eq!(refused.0, behind, "{}: {call}", engine.name());
            assert!(
                rows(engine, headers, &[]).rows == before,
                "{}: {call} wrote",
                engine.name()
            );
        }
        engine.query("COMMIT", &[]).expect("COMMIT");
        assert!(
            rows(engine, headers, &[]).rows == before,
            "{}",
            engine.name()
        );
    });
}
