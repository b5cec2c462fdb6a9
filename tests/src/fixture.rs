//! Real PowerContext databases and PowerContext's own answers, unpacked from `tests/data`.
use crate::engine::{server, Client, Engine};
use flate2::read::GzDecoder;
use pc_client::Cell;
use serde_json::Value;
use std::io::Read;
use std::path::{Path, PathBuf};

pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("data")
        .join(name)
}

/// The content of `tests/data/NAME.gz`.
pub fn unpacked(name: &str) -> Vec<u8> {
    let path = data(&format!("{name}.gz"));
    let packed = std::fs::File::open(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut content = Vec::new();
    GzDecoder::new(packed)
        .read_to_end(&mut content)
        .unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    content
}

/// `NAME.sqlite`, written into `directory`.
pub fn database(directory: &Path, name: &str) -> PathBuf {
    let path = directory.join(format!("{name}.sqlite"));
    std::fs::write(&path, unpacked(&format!("{name}.sqlite"))).expect("write a fixture");
    path
}

pub fn answers(name: &str) -> Value {
    serde_json::from_slice(&unpacked(&format!("{name}.expected.json"))).expect("answers are JSON")
}

/// Runs `then` over a PowerContext inside the store's own database, installed and not yet projected: on SQLite, and on OceanBase.
pub fn on_both<T>(version: &str, then: impl Fn(&mut Client) -> T) -> [T; 2] {
    let directory = tempfile::tempdir().expect("a directory");
    let mut sqlite = Client::sqlite_file(&database(directory.path(), version));
    let url = server().installed_database();
    let mut oceanbase = Client::open(&url.expect("a database"));
    let dump = unpacked(&format!("{version}.oceanbase.sql"));
    let dump = String::from_utf8(dump).expect("text");
    let statements = dump
        .lines()
        .filter(|l| !l.starts_with("--") && !l.is_empty());
    for statement in statements {
        let loaded = oceanbase.backend.script(statement);
        loaded.unwrap_or_else(|e| panic!("{e}: {statement:.200}"));
    }
    [&mut sqlite, &mut oceanbase].map(|engine| {
        engine
            .call("pc_install", &[Cell::from(version)])
            .expect("pc_install");
        then(engine)
    })
}
