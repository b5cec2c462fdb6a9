//! Runs every file of `tests/cases` on each engine and compares the answers between them.
use pc_tests::engine::{Client, Engine};
use pc_tests::host::{Host, Python};
use pc_tests::runner::{disagreement, run, Transcript};
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let only = std::env::var("PC_TEST_CASE").ok();
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory)
        .expect("tests/cases")
        .map(|entry| entry.expect("a directory entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "slt"))
        .filter(|path| match &only {
            Some(name) => path.file_stem().is_some_and(|stem| stem == name.as_str()),
            None => true,
        })
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

fn report(failures: &[String]) {
    assert!(
        failures.is_empty(),
        "{} of the case files failed:\n\n{}",
        failures.len(),
        failures.join("\n\n")
    );
}

/// Runs every file on a new engine each, collecting the first failure of each file.
fn run_all(
    rebuilt: bool,
    mut engine: impl FnMut() -> Box<dyn Engine>,
) -> Vec<(PathBuf, Result<Transcript, String>)> {
    files()
        .into_iter()
        .map(|file| {
            let outcome = run(&file, engine(), rebuilt);
            (file, outcome)
        })
        .collect()
}

fn failures(outcomes: &[(PathBuf, Result<Transcript, String>)]) -> Vec<String> {
    outcomes
        .iter()
        .filter_map(|(_, outcome)| outcome.as_ref().err().cloned())
        .collect()
}

/// Statements answered differently by two engines, file by file.
fn differences(
    one: &[(PathBuf, Result<Transcript, String>)],
    other: &[(PathBuf, Result<Transcript, String>)],
) -> Vec<String> {
    one.iter()
        .zip(other)
        .filter_map(|((file, a), (_, b))| {
            let difference = disagreement(a.as_ref().ok()?, b.as_ref().ok()?)?;
            Some(format!("{}: {difference}", file.display()))
        })
        .collect()
}

fn sqlite(rebuilt: bool) -> Vec<(PathBuf, Result<Transcript, String>)> {
    run_all(rebuilt, || Box::new(Client::sqlite()))
}

#[test]
fn every_case_holds_on_sqlite() {
    report(&failures(&sqlite(false)));
}

/// The same answers from a fresh projection as derived live: `pc_rebuild` after every write.
#[test]
fn every_case_holds_on_sqlite_from_a_rebuilt_projection() {
    report(&failures(&sqlite(true)));
}

#[test]
fn every_case_holds_on_oceanbase_and_answers_the_same_bytes() {
    let outcomes = run_all(false, || Box::new(Client::oceanbase_clean()));
    let mut all = failures(&outcomes);
    all.extend(differences(&sqlite(false), &outcomes));
    report(&all);
}

#[test]
fn every_case_holds_on_oceanbase_from_a_rebuilt_projection() {
    report(&failures(&run_all(true, || {
        Box::new(Client::oceanbase_clean())
    })));
}

/// In Python's own `sqlite3` and, where its wheel is at hand, in `apsw` (tests/tools may fetch more with `make test-full`).
#[test]
fn every_case_holds_in_other_hosts() {
    let hosts = Python::at_hand(crate::full());
    let here = sqlite(false);
    let mut all = Vec::new();
    for python in &hosts {
        let version = Host::start(python, ":memory:")
            .expect("tried before")
            .version
            .clone();
        let outcomes = run_all(false, || {
            Box::new(Host::installed(python).expect("tried before"))
        });
        let name = |text: String| format!("SQLite {version} ({python:?}): {text}");
        all.extend(failures(&outcomes).into_iter().map(name));
        all.extend(differences(&here, &outcomes).into_iter().map(name));
        println!("SQLite {version} in {} {}", python.program, python.module);
    }
    report(&all);
    if hosts.is_empty() {
        println!("no Python here can load extensions: nothing was tried");
    }
}
