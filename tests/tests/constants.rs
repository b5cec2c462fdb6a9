//! Constants that the OceanBase views spell out, because a look-up for each row would cost more than the rule: are they
//! still those of `sql/data/levels.json` and of the release?

use std::path::Path;

fn repository(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The migration that creates `object`, comments left out.
fn migration(object: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sql/oceanbase");
    let ending = format!("__{object}.sql");
    let file = std::fs::read_dir(folder)
        .expect("the migrations")
        .map(|entry| entry.expect("an entry").path())
        .find(|path| {
            let name = path.file_name().expect("a name").to_string_lossy();
            name.starts_with('V') && name.ends_with(&ending)
        });
    let text = std::fs::read_to_string(file.expect(object)).expect(object);
    let code = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("--"));
    code.collect::<Vec<_>>().join("\n")
}

fn limit(name: &str) -> i64 {
    let levels: serde_json::Value =
        serde_json::from_str(&repository("sql/data/levels.json")).expect("levels.json");
    levels["limits"][name].as_i64().expect(name)
}

#[test]
fn the_fusion_constant_is_the_one_of_the_data() {
    let literal = format!("/ ({}e0 + ", limit("rrf_constant"));
    assert!(
        migration("pc_rank").contains(&literal),
        "pc_rank divides by something else"
    );
}

#[test]
fn what_freshness_spares_is_that_of_the_data() {
    let authority = limit("protected_authority");
    let importance = limit("protected_importance");
    let named = format!("v.authority_max < {authority} AND v.importance < {importance}");
    assert!(migration("pc_rank").contains(&named), "{named}");
}

#[test]
fn both_engines_say_the_version_of_the_release() {
    let said = format!("RETURN '{}';", env!("CARGO_PKG_VERSION"));
    assert!(migration("pc_version").contains(&said), "{said}");
}
