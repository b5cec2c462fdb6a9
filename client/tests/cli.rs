//! Does the command line do what it says, and end as it should?

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pc-lifecycle"))
        .env(pc_client::extension::VARIABLE, super::extension())
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn out(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success(),
        "{}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    text(&output.stdout)
}

fn data(name: &str) -> String {
    format!("{}/../tests/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_demo_filters_reorders_and_says_the_same_twice() {
    let first = out(&run(&["demo"]));
    assert_eq!(first, out(&run(&["demo"])));
    for line in [
        "inactive: no source on file",
        "superseded by op-1",
        "now working_note: Working on quimir-broker: remember to run 'go test ./...'.",
        "up 1    importance.high=3      constraint: Never deploy orbwil-cache",
        "membership_changed: false",
        "unchanged to the byte",
    ] {
        assert!(first.contains(line), "{line}\n\n{first}");
    }
}

#[test]
fn a_store_is_installed_asked_and_explained() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("a.sqlite").display());
    assert!(out(&run(&["install", &url])).contains("\"adapter\":\"native\""));
    assert!(out(&run(&["rebuild", &url])).contains("\"memories\":0"));
    assert!(out(&run(&["validity", &url, "s", "m"])).ends_with("0 rows\n"));
    let channels = r#"[{"name":"fts","hits":[{"memory_artifact_id":"m","revision":1,"entry_id":"e","entry_version_id":"v"}]}]"#;
    let options = r#"{"scope_id":"s","limit":3}"#;
    assert!(out(&run(&["rank", &url, channels, options])).ends_with("0 rows\n"));
    assert!(out(&run(&["trace", &url, channels, options])).contains("\"unknown\":{\"fts\":1}"));
    let header = out(&run(&["rank", &url, channels, options, "--tsv"]));
    assert!(
        header.starts_with("rank\tbaseline_rank\tdisplacement\tscope_id\t"),
        "{header}"
    );
}

#[test]
fn a_store_beside_its_authority_is_installed_again_without_naming_the_adapter() {
    let folder = tempfile::tempdir().unwrap();
    let authority = folder.path().join("pc.sqlite");
    let packed = data("powercontext-1.2.sqlite.gz");
    let content = pc_client::conform::powercontext::bytes(packed.as_ref()).unwrap();
    std::fs::write(&authority, content).unwrap();
    let store = folder.path().join("a.sqlite");
    let url = format!(
        "sqlite:{}?authority={}",
        store.display(),
        authority.display()
    );
    let first = out(&run(&["install", &url, "--adapter", "powercontext-1.2"]));
    assert_eq!(first, out(&run(&["install", &url])));
    // Nor has a new one to be told: the authority's own tables say what it is.
    std::fs::remove_file(&store).unwrap();
    let told = out(&run(&["install", &url]));
    assert_eq!(told, format!("the authority is powercontext-1.2\n{first}"));
}

#[test]
fn asking_makes_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("none.sqlite");
    let url = format!("sqlite:{}", file.display());
    let output = run(&["validity", &url, "s", "m"]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("no store at ") && !file.exists(), "{text}");
}

#[test]
fn a_query_s_journey_is_told_from_channel_to_rank() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("a.sqlite").display());
    out(&run(&["install", &url]));
    let mut db = pc_client::Backend::open_with(&url, Some(&super::extension())).unwrap();
    for (at, entry) in ["a", "b"].into_iter().enumerate() {
        let text = format!("text {entry}");
        let write = [
            "s".into(),
            "m".into(),
            (at as i64).into(),
            "fact".into(),
            text.into(),
            pc_client::Cell::Null,
            1.into(),
            entry.into(),
        ];
        db.call("pc_remember", &write).unwrap();
    }
    let forget = [
        "s".into(),
        "m".into(),
        2.into(),
        "a".into(),
        2.into(),
        "stale".into(),
    ];
    db.call("pc_forget", &forget).unwrap();
    let rows = db
        .query(
            "SELECT entry_id, entry_version_id FROM pc_lifecycle_entry ORDER BY 1",
            &[],
        )
        .unwrap();
    let hit = |at: usize| {
        format!(
            r#"{{"memory_artifact_id":"m","revision":1,"entry_id":"{}","entry_version_id":"{}"}}"#,
            rows.get(at, "entry_id"),
            rows.get(at, "entry_version_id")
        )
    };
    let channels = format!(
        r#"[{{"name":"fts","hits":[{},{},{}]}}]"#,
        hit(0),
        hit(1),
        hit(1)
    );
    let options = r#"{"scope_id":"s","limit":3}"#;
    let told = out(&run(&["explain", &url, &channels, options]));
    for line in [
        "inactive: stale",
        "counted",
        "repeated",
        "no policy acts: no_policy",
    ] {
        assert!(told.contains(line), "{line}\n\n{told}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&out(&run(&["explain", &url, &channels, options, "--json"]))).unwrap();
    assert_eq!(json["ranked"][0]["entry_id"], "b");
    let hits = &json["channels"][0]["hits"];
    assert_eq!(hits[0]["outcome"], "inactive: stale");
    // The engine's own score says at which rank the hit was counted.
    let score = json["ranked"][0]["score"].as_f64().unwrap();
    let rank = hits[1]["rank"].as_f64().unwrap();
    assert!(
        (score - 1.0 / (60.0 + rank)).abs() < 1e-12,
        "{score} at {rank}"
    );
    // As of revision 2 nothing was forgotten yet, and in the whole history nothing is filtered.
    for (view, outcome) in [
        ("2", "counted"),
        ("\"history\"", "counted"),
        ("3", "inactive: stale"),
    ] {
        let options = format!(r#"{{"scope_id":"s","limit":3,"view":{view}}}"#);
        let told = out(&run(&["explain", &url, &channels, &options, "--json"]));
        let json: serde_json::Value = serde_json::from_str(&told).unwrap();
        assert_eq!(json["channels"][0]["hits"][0]["outcome"], outcome, "{view}");
    }
}

#[test]
fn a_refusal_is_one_line_and_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("a.sqlite").display());
    let refused = run(&["install", &url, "--adapter", "no %s such %n"]);
    let text = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        text.starts_with("pc: bad_input: ") && text.lines().count() == 1,
        "{text}"
    );
    assert!(!run(&["validity", "postgres://x", "s", "m"])
        .status
        .success());
}

/// PowerContext's own searches, some hundred, are asked in the long form only.
#[test]
fn both_engines_agree_on_every_content() {
    let (_turn, server) = crate::server();
    let url = server.url("oceanbase");
    let long = std::env::var_os("PC_TEST_FULL").is_some_and(|value| value != "0");
    for version in ["powercontext-1.2", "powercontext-1.4"] {
        let file = data(&format!("{version}-hybrid.sqlite.gz"));
        let dump = data(&format!("{version}.oceanbase.sql.gz"));
        let expected = data(&format!("{version}.oceanbase.expected.json.gz"));
        let rounds = if long { "24" } else { "2" };
        let mut arguments = vec!["conform", &url, "--rounds", rounds];
        arguments.extend(["--powercontext", &file, "--dump", &dump]);
        if long {
            arguments.extend(["--expected", &expected]);
        }
        let report = out(&run(&arguments));
        assert!(
            report.contains("every answer equal on SQLite and OceanBase"),
            "{report}"
        );
    }
}

#[test]
fn conform_shows_the_first_row_that_differs() {
    let (_turn, server) = crate::server();
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("script.jsonl");
    // What is no answer of the engine agrees with nothing, not even with itself.
    std::fs::write(&script, "[\"pc_no_such_function\"]\n").unwrap();
    let output = run(&[
        "conform",
        &server.url("oceanbase"),
        "--script",
        script.to_str().unwrap(),
    ]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("then this one was not"), "{text}");
}
