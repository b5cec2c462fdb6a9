//! Real PowerContext databases and PowerContext's own answers, unpacked from `tests/data`.
use flate2::read::GzDecoder;
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
