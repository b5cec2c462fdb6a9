//! Does the port say of a real PowerContext database what PowerContext itself says? Every entry of the packed fixtures,
//! live and rebuilt, beside the database and inside it; and a managed file stays byte for byte what it was.

mod history;
#[path = "../host/mod.rs"]
mod host;

use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use rusqlite::Connection;
use serde_json::Value;

use host::{one, open, rows, Folder};

fn unpacked(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../tests/data")
        .join(format!("{name}.gz"));
    let packed = std::fs::File::open(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut content = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut content).unwrap();
    content
}

fn database(folder: &Folder, name: &str) -> PathBuf {
    let path = folder.file(&format!("{name}.sqlite"));
    std::fs::write(&path, unpacked(&format!("{name}.sqlite"))).unwrap();
    path
}

fn answers(name: &str) -> Value {
    serde_json::from_slice(&unpacked(&format!("{name}.expected.json"))).unwrap()
}

fn attach(connection: &Connection, path: &Path) {
    let uri = format!("file:{}?mode=ro", path.display());
    connection.execute("ATTACH ?1 AS pc", [uri]).unwrap();
}

/// A store of its own with the authority attached read-only.
fn beside(folder: &Folder, authority: &Path, adapter: &str) -> Connection {
    let store = open(&folder.file("store.sqlite"));
    attach(&store, authority);
    one(&store, &format!("SELECT pc_install('{adapter}', 'pc')"));
    store
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key]
        .as_str()
        .unwrap_or_else(|| panic!("{key} in {value}"))
}

/// validity, reason, successor entry and version of a full identity.
type Verdict = (String, Option<String>, Option<String>, Option<String>);

fn verdict(store: &Connection, identity: [&str; 4]) -> Option<Verdict> {
    let sql = "SELECT validity, reason, successor_entry_id, successor_entry_version_id FROM pc_validity
               WHERE scope_id = ?1 AND memory_artifact_id = ?2 AND entry_id = ?3 AND entry_version_id = ?4";
    let read = |row: &rusqlite::Row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
    let mut found = store.prepare_cached(sql).unwrap();
    let found: Vec<Verdict> = found
        .query_map(identity, read)
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert!(found.len() <= 1, "an identity is one row");
    found.into_iter().next()
}

fn check_1_2(store: &Connection, answers: &Value) {
    let (mut entries, mut inactive) = (0, 0);
    for memory in answers["memories"].as_array().unwrap() {
        let (scope, artifact) = (text(memory, "scope_id"), text(memory, "artifact_id"));
        for entry in memory["entries"].as_array().unwrap() {
            let (id, version) = (text(entry, "entry_id"), text(entry, "entry_version_id"));
            let (validity, reason, ..) = verdict(store, [scope, artifact, id, version]).expect(id);
            entries += 1;
            if text(entry, "state") == "active" {
                assert_eq!((validity.as_str(), reason), ("current", None), "{id}");
            } else {
                inactive += 1;
                let expected = entry["inactive_reason"].as_str().map(str::to_owned);
                assert_eq!((validity.as_str(), reason), ("inactive", expected), "{id}");
            }
            if let Some(previous) = entry["previous_version_id"].as_str() {
                let revised = (
                    "superseded".into(),
                    Some("revised".into()),
                    Some(id.into()),
                    Some(version.into()),
                );
                assert_eq!(
                    verdict(store, [scope, artifact, id, previous]),
                    Some(revised)
                );
            }
        }
        for gone in memory["compacted"].as_array().unwrap() {
            let (id, version) = (text(gone, "entry_id"), text(gone, "from_entry_version_id"));
            let compacted = ("inactive".into(), Some("compacted".into()), None, None);
            assert_eq!(
                verdict(store, [scope, artifact, id, version]),
                Some(compacted)
            );
        }
    }
    assert_eq!((entries, inactive), (65, 18));
}

fn check_1_4(store: &Connection, answers: &Value) {
    let mut count = 0;
    for collection in answers["collections"].as_array().unwrap() {
        let scope = text(collection, "scope_id");
        for entry in collection["entries"].as_array().unwrap() {
            let (id, version) = (text(entry, "artifact_id"), entry["revision"].to_string());
            let found = verdict(store, [scope, id, id, &version]).expect(id);
            let (validity, reason) = match text(entry, "state") {
                "active" => ("current", None),
                "forgotten" => ("inactive", Some("forgotten")),
                "merged" => ("superseded", Some("merged")),
                "retired" => ("inactive", Some("merge_undone")),
                other => panic!("state {other}"),
            };
            assert_eq!(
                (found.0.as_str(), found.1.as_deref()),
                (validity, reason),
                "{id}"
            );
            assert_eq!(found.2.as_deref(), entry["merged_into_id"].as_str(), "{id}");
            count += 1;
        }
    }
    assert_eq!(count, 71);
}

/// What pc_validity says of everything, `stale` left out; and how many rows of it were stale.
fn everything(store: &Connection) -> (Vec<String>, usize) {
    let columns = "scope_id, memory_artifact_id, entry_id, entry_version_id, validity, eligible, label, reason,
        successor_entry_id, successor_entry_version_id, recorded_at, effective_at, time_known, importance,
        evidence_strength, authority, verification, tier";
    let all = rows(store, &format!("SELECT {columns} FROM pc_validity")).unwrap();
    let stale = one(store, "SELECT count(*) FROM pc_validity WHERE stale")
        .parse()
        .unwrap();
    (all, stale)
}

/// Live and rebuilt give the same rows in the same order.
fn check_rebuild(store: &Connection, memories: usize, versions: usize) {
    let (live, stale) = everything(store);
    assert_eq!((live.len(), stale), (versions, versions));
    let expected = format!("{{\"memories\":{memories},\"rows\":{versions}}}");
    assert_eq!(one(store, "SELECT pc_rebuild()"), expected);
    assert_eq!(everything(store), (live, 0));
}

#[test]
fn every_entry_of_1_2_reads_as_powercontext_reads_it_beside() {
    for name in ["powercontext-1.2", "powercontext-1.2-hybrid"] {
        let folder = Folder::new(&format!("beside_{name}"));
        let authority = database(&folder, name);
        let store = beside(&folder, &authority, "powercontext-1.2");
        let answers = answers(name);
        check_1_2(&store, &answers);
        check_rebuild(&store, 4, 96);
        check_1_2(&store, &answers);
        assert_eq!(
            std::fs::read(&authority).unwrap(),
            unpacked(&format!("{name}.sqlite"))
        );
    }
}

#[test]
fn every_memory_of_1_4_reads_as_powercontext_reads_it_beside() {
    for name in [
        "powercontext-1.4",
        "powercontext-1.4-hybrid",
        "powercontext-1.4-managed",
    ] {
        let folder = Folder::new(&format!("beside_{name}"));
        let authority = database(&folder, name);
        let store = beside(&folder, &authority, "powercontext-1.4");
        let answers = answers(&name.replace("-managed", ""));
        check_1_4(&store, &answers);
        check_rebuild(&store, 71, 114);
        check_1_4(&store, &answers);
        one(
            &store,
            "SELECT pc_declare_source('content', '1', 'd1', 1, 'unknown')",
        );
        for memory in rows(
            &store,
            "SELECT DISTINCT scope_id || ''',''' || memory_artifact_id FROM pc_validity",
        )
        .unwrap()
        {
            one(&store, &format!("SELECT pc_observe('{memory}', 1)"));
        }
        check_1_4(&store, &answers);
        drop(store);
        assert_eq!(
            std::fs::read(&authority).unwrap(),
            unpacked(&format!("{name}.sqlite")),
            "{name} was written"
        );
        let others = std::fs::read_dir(authority.parent().unwrap()).unwrap();
        let names = others.map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        assert_eq!(
            names,
            [format!("{name}.sqlite"), "store.sqlite".to_owned()],
            "nothing lies beside it"
        );
    }
}

#[test]
fn inside_an_unmanaged_database_nothing_of_powercontext_changes() {
    for (name, adapter) in [
        ("powercontext-1.2", "powercontext-1.2"),
        ("powercontext-1.4", "powercontext-1.4"),
    ] {
        let folder = Folder::new(&format!("inside_{name}"));
        let store = open(&database(&folder, name));
        let content = |store: &Connection| {
            let tables = rows(
                store,
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'pc\\_%' ESCAPE '\\'
                   AND name NOT LIKE 'pc\\_lifecycle\\_%' ESCAPE '\\' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
            );
            let rows = |table: String| {
                (
                    rows(store, &format!("SELECT * FROM {table}")).unwrap(),
                    table,
                )
            };
            tables.unwrap().into_iter().map(rows).collect::<Vec<_>>()
        };
        let before = content(&store);
        one(&store, &format!("SELECT pc_install('{adapter}')"));
        let answers = answers(name);
        if name.contains("1.2") {
            check_1_2(&store, &answers);
            check_rebuild(&store, 4, 96);
            check_1_2(&store, &answers);
        } else {
            check_1_4(&store, &answers);
            check_rebuild(&store, 71, 114);
            check_1_4(&store, &answers);
        }
        assert_eq!(content(&store), before);
    }
}
