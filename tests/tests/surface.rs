//! The surface is pinned: whatever loading or migrating adds is listed in `tests/surface`, and nothing else is added.
//!
//! `PC_TEST_UPDATE=1` writes the lists anew; the diff is then the change of the surface.
use pc_tests::engine::{extension, load, show, Client, Engine};
use rusqlite::Connection;
use std::collections::BTreeSet;

fn pinned(file: &str, found: &BTreeSet<String>) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("surface")
        .join(file);
    let text: String = found.iter().map(|line| format!("{line}\n")).collect();
    if std::env::var_os("PC_TEST_UPDATE").is_some() {
        std::fs::write(&path, &text).expect("write the list");
    }
    let listed =
        std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let listed: BTreeSet<String> = listed.lines().map(String::from).collect();
    let added: Vec<_> = found.difference(&listed).collect();
    let gone: Vec<_> = listed.difference(found).collect();
    assert!(
        added.is_empty() && gone.is_empty(),
        "{file}: not listed {added:#?}, listed but gone {gone:#?}"
    );
}

/// SQLITE_DETERMINISTIC, SQLITE_DIRECTONLY, SQLITE_INNOCUOUS.
const FLAGS: [(i64, &str); 3] = [
    (0x800, "deterministic"),
    (0x80000, "directonly"),
    (0x0020_0000, "innocuous"),
];

fn functions_and_modules(connection: &Connection) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let sql = "SELECT name, narg, type, flags FROM pragma_function_list";
    let mut statement = connection.prepare(sql).expect("functions");
    let mut rows = statement.query([]).expect("functions");
    while let Some(row) = rows.next().expect("a function") {
        let (name, count, kind, flags): (String, i64, String, i64) = (
            row.get(0).expect("a name"),
            row.get(1).expect("a count"),
            row.get(2).expect("a type"),
            row.get(3).expect("flags"),
        );
        let flags: Vec<&str> = FLAGS
            .iter()
            .filter(|(bit, _)| flags & bit != 0)
            .map(|(_, name)| *name)
            .collect();
        found.insert(format!(
            "function {name} {count} {kind} {}",
            flags.join(",")
        ));
    }
    let mut statement = connection
        .prepare("SELECT name FROM pragma_module_list")
        .expect("modules");
    let mut rows = statement.query([]).expect("modules");
    while let Some(row) = rows.next().expect("a module") {
        found.insert(format!(
            "module {}",
            row.get::<_, String>(0).expect("a name")
        ));
    }
    found
}

#[test]
fn loading_adds_exactly_the_listed_functions_and_modules() {
    let connection = Connection::open_in_memory().expect("a database");
    let before = functions_and_modules(&connection);
    load(&connection, &extension(), None);
    let after = functions_and_modules(&connection);
    assert!(before.is_subset(&after), "loading took something away");
    pinned(
        "sqlite-functions.txt",
        &after.difference(&before).cloned().collect(),
    );
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .expect("a count");
    assert_eq!(tables, 0, "loading wrote into the schema");
    let temporary: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_temp_schema", [], |row| {
            row.get(0)
        })
        .expect("a count");
    assert_eq!(temporary, 0, "loading left TEMP objects");
}

#[test]
fn installing_adds_exactly_the_listed_objects_on_sqlite() {
    let mut engine = Client::sqlite();
    let rows = engine.query("SELECT type, name, tbl_name FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'", &[]).expect("objects");
    let found = rows
        .rows
        .iter()
        .map(|row| row.iter().map(show).collect::<Vec<_>>().join(" "))
        .collect();
    pinned("sqlite-objects.txt", &found);
}

#[test]
fn migrating_adds_exactly_the_listed_objects_on_oceanbase() {
    let mut engine = Client::oceanbase_clean();
    let mut found = BTreeSet::new();
    for (kind, sql) in [
        ("", "SELECT CASE table_type WHEN 'VIEW' THEN 'view' ELSE 'table' END, table_name FROM information_schema.tables WHERE table_schema = database()"),
        ("", "SELECT lower(routine_type), routine_name FROM information_schema.routines WHERE routine_schema = database()"),
        ("trigger ", "SELECT trigger_name, event_object_table FROM information_schema.triggers WHERE trigger_schema = database()"),
    ] {
        let rows = engine.query(sql, &[]).unwrap_or_else(|e| panic!("{sql}: {e}"));
        for row in &rows.rows {
            found.insert(format!("{kind}{} {}", show(&row[0]), show(&row[1])));
        }
    }
    pinned("oceanbase-objects.txt", &found);
}

/// Loaded by the name cargo gives, the published name and the name without `lib`, with no entry point named.
#[test]
fn the_extension_loads_under_its_file_names() {
    let directory = tempfile::tempdir().expect("a directory");
    let suffix = std::env::consts::DLL_SUFFIX;
    for name in [
        format!("libpc_lifecycle{suffix}"),
        format!("pc_lifecycle{suffix}"),
        format!("pc_lifecycle0{suffix}"),
    ] {
        let path = directory.path().join(&name);
        std::fs::copy(extension(), &path).expect("a copy");
        for (given, entry) in [
            (path.clone(), None),
            (path.with_extension(""), None),
            (path.clone(), Some("sqlite3_pclifecycle_init")),
            (path.clone(), Some("sqlite3_extension_init")),
        ] {
            let connection = Connection::open_in_memory().expect("a database");
            load(&connection, &given, entry);
            let version: String = connection
                .query_row("SELECT pc_version()", [], |row| row.get(0))
                .expect("pc_version");
            assert_eq!(version, env!("CARGO_PKG_VERSION"), "{name}");
        }
    }
}
