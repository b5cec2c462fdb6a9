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
        "superseded: superseded:op-1",
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
