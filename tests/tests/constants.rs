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

#[test]
fn what_counts_as_a_plain_hit_is_within_the_limits_of_the_data() {
    let rank = migration("pc_rank");
    for said in [
        format!("t.hit <= {} AND", limit("channel_hits")),
        format!(
            "LENGTH(t.memory_artifact_id) <= {} ",
            limit("artifact_id_chars")
        ),
        format!("LENGTH(t.entry_id) <= {} ", limit("entry_id_chars")),
        format!("LENGTH(t.entry_version_id) <= {}", limit("entry_id_chars")),
        format!(
            "IFNULL(LENGTH(t.scope_id), 1) <= {})",
            limit("scope_id_chars")
        ),
    ] {
        assert!(rank.contains(&said), "{said}");
    }
    let channels = limit("channel_count");
    for channel in 1..=channels {
        assert!(
            rank.contains(&format!("e.channel = {channel} THEN e.term")),
            "channel {channel}"
        );
    }
    assert!(!rank.contains(&format!("e.channel = {} ", channels + 1)));
}

#[test]
fn the_levels_in_a_rule_are_named_as_in_the_data() {
    let levels: serde_json::Value =
        serde_json::from_str(&repository("sql/data/levels.json")).expect("levels.json");
    let words = migration("pc_rank")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    for (dimension, column) in [("authority", "authority_min"), ("importance", "importance")] {
        let names = levels["levels"][dimension].as_array().expect(dimension);
        let names: Vec<String> = names
            .iter()
            .map(|name| format!("'{}'", name.as_str().expect("a name")))
            .collect();
        let said = format!("ELT(z.{column} + 1, {})", names.join(", "));
        assert!(words.contains(&said), "{said}");
    }
}

/// A row by other rules is no row: both engines must mean the same rules by the same word.
#[test]
fn every_migration_means_the_rules_of_the_extension() {
    let rules = pc_lifecycle::projection::RULE_VERSION;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sql/oceanbase");
    let mut said = 0;
    for file in std::fs::read_dir(folder).expect("the migrations") {
        let text = std::fs::read_to_string(file.expect("a file").path()).expect("a text");
        for (at, _) in text.match_indices("'projection.v") {
            let word = text[at + 1..].split('\'').next().expect("a word");
            assert_eq!(word, rules);
            said += 1;
        }
    }
    assert!(said > 8, "{said} times");
}
