//! Migrations: apply, undo, apply gives what applying gives; stopped at any statement they can be run again; they pass
//! through our client, and as plain statements through any driver.
use pc_client::script::{split, Command};
use pc_tests::engine::{show, Client, Engine};
use pc_tests::shorthand::sha256;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../sql/oceanbase")
}

/// (number, file) of every `V` or `U` file, in order.
fn files(kind: char) -> Vec<(u32, PathBuf)> {
    let mut found: Vec<(u32, PathBuf)> = std::fs::read_dir(folder())
        .expect("sql/oceanbase")
        .map(|entry| entry.expect("a file").path())
        .filter_map(|path| {
            let name = path.file_name()?.to_str()?.to_string();
            let number = name.strip_prefix(kind)?.split("__").next()?.parse().ok()?;
            Some((number, path))
        })
        .collect();
    found.sort();
    found
}

fn statements(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("a migration");
    split(&text)
        .unwrap_or_else(|e| panic!("{}: {e}", path.display()))
        .into_iter()
        .map(|statement| match statement.command {
            Command::Sql(sql) => sql,
            Command::Source(file) => panic!("{} sources {file}", path.display()),
        })
        .collect()
}

fn fresh() -> Client {
    let server = pc_tests::engine::server();
    Client::open(&server.fresh_database().expect("a database"))
}

/// One statement through the plain text protocol, as any driver sends it.
fn plain(client: &mut Client, sql: &str, what: &dyn std::fmt::Display) {
    let pc_client::Backend::Mysql(mysql) = &mut client.backend else {
        panic!("an OceanBase connection");
    };
    mysql
        .execute(sql)
        .unwrap_or_else(|e| panic!("{what}: {e}\n{sql:.300}"));
}

/// Everything that can be seen of a database: objects with their definitions, and rows of the data tables.
fn dump(client: &mut Client) -> Vec<String> {
    let mut lines = Vec::new();
    let mut ask = |sql: &str| -> Vec<Vec<String>> {
        let rows = client
            .query(sql, &[])
            .unwrap_or_else(|e| panic!("{sql}: {e}"));
        rows.rows
            .iter()
            .map(|row| row.iter().map(show).collect())
            .collect()
    };
    let database = ask("SELECT CAST(database() AS CHAR)")[0][0].clone();
    let tables = ask("SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = database() ORDER BY table_name");
    for table in &tables {
        let kind = if table[1] == "VIEW" { "VIEW" } else { "TABLE" };
        let shown = ask(&format!("SHOW CREATE {kind} `{}`", table[0]));
        lines.push(shown[0][1].replace(&format!("`{database}`"), "`db`"));
        if kind == "TABLE" {
            let mut rows: Vec<String> = ask(&format!("SELECT * FROM `{}`", table[0]))
                .iter()
                .map(|r| r.join("|"))
                .collect();
            rows.sort();
            lines.push(format!(
                "{} rows {} {}",
                table[0],
                rows.len(),
                sha256(rows.join("\n").as_bytes())
            ));
        }
    }
    for routine in ask("SELECT routine_type, routine_name FROM information_schema.routines WHERE routine_schema = database() ORDER BY routine_type, routine_name") {
        let shown = ask(&format!("SHOW CREATE {} `{}`", routine[0], routine[1]));
        lines.push(shown[0][2].replace(&format!("`{database}`"), "`db`"));
    }
    for trigger in ask("SELECT trigger_name FROM information_schema.triggers WHERE trigger_schema = database() ORDER BY trigger_name") {
        let shown = ask(&format!("SHOW CREATE TRIGGER `{}`", trigger[0]));
        lines.push(shown[0][2].replace(&format!("`{database}`"), "`db`"));
    }
    lines
}

fn compare(one: &[String], other: &[String], what: &str) {
    for (a, b) in one.iter().zip(other) {
        assert_eq!(a, b, "{what}");
    }
    assert_eq!(one.len(), other.len(), "{what}");
}

#[test]
fn every_migration_has_an_undo_and_a_place_in_both_lists() {
    let up = files('V');
    let down = files('U');
    let numbers = |list: &[(u32, PathBuf)]| list.iter().map(|(n, _)| *n).collect::<Vec<_>>();
    assert_eq!(numbers(&up), numbers(&down));
    let sources = |file: &str| -> Vec<String> {
        split(&std::fs::read_to_string(folder().join(file)).expect(file))
            .expect(file)
            .into_iter()
            .filter_map(|statement| match statement.command {
                Command::Source(name) => Some(name),
                Command::Sql(_) => None,
            })
            .collect()
    };
    let names = |list: &[(u32, PathBuf)]| -> Vec<String> {
        list.iter()
            .map(|(_, path)| {
                path.file_name()
                    .expect("a name")
                    .to_string_lossy()
                    .into_owned()
            })
            .collect()
    };
    let base = |list: Vec<String>| -> Vec<String> {
        list.iter()
            .map(|name| name.rsplit('/').next().unwrap_or(name).to_string())
            .collect()
    };
    assert_eq!(base(sources("apply.sql")), names(&up));
    let mut backwards = names(&down);
    backwards.reverse();
    assert_eq!(base(sources("undo.sql")), backwards);
}

#[test]
fn apply_undo_apply_gives_the_same_database() {
    let mut client = fresh();
    client.backend.migrate().expect("apply");
    let first = dump(&mut client);
    client.backend.undo().expect("undo");
    assert_eq!(
        dump(&mut client),
        Vec::<String>::new(),
        "undo left something"
    );
    client.backend.migrate().expect("apply again");
    compare(&first, &dump(&mut client), "applied again");
    assert_eq!(client.backend.migrate().expect("nothing to do"), 0);

    // The same through plain statements, file by file, each twice.
    let mut other = fresh();
    for (_, path) in files('V') {
        for _ in 0..2 {
            for sql in statements(&path) {
                plain(&mut other, &sql, &path.display());
            }
        }
    }
    compare(&first, &dump(&mut other), "statement by statement");
    // And through the list that a `source`-ing client is given.
    let mut sourced = fresh();
    sourced
        .backend
        .script_file(&folder().join("apply.sql"))
        .expect("apply.sql");
    compare(&first, &dump(&mut sourced), "apply.sql");
    sourced
        .backend
        .script_file(&folder().join("undo.sql"))
        .expect("undo.sql");
    assert_eq!(
        dump(&mut sourced),
        Vec::<String>::new(),
        "undo.sql left something"
    );
}

/// Each file is stopped after each of its statements (the short form: in the middle) and run again from its start; then
/// so is each undo.
#[test]
fn a_migration_stopped_anywhere_can_be_run_again() {
    let mut whole = fresh();
    whole.backend.migrate().expect("apply");
    let wanted = dump(&mut whole);
    drop(whole);
    let mut client = fresh();
    for (_, path) in files('V') {
        let all = statements(&path);
        let stops: Vec<usize> = if crate::full() {
            (1..all.len()).collect()
        } else {
            vec![all.len() / 2]
        };
        for stop in stops {
            for sql in &all[..stop] {
                plain(
                    &mut client,
                    sql,
                    &format!("{} up to {stop}", path.display()),
                );
            }
        }
        for sql in &all {
            plain(&mut client, sql, &path.display());
        }
    }
    compare(&wanted, &dump(&mut client), "stopped and run again");
    for (_, path) in files('U').into_iter().rev() {
        let all = statements(&path);
        // The last statement removes the record of the migration; the tables' own undo removes that table with the rest.
        for sql in &all[..all.len() / 2] {
            plain(&mut client, sql, &path.display());
        }
        for sql in &all {
            let gone = sql.to_lowercase().contains("from pc_lifecycle_migration");
            let pc_client::Backend::Mysql(mysql) = &mut client.backend else {
                panic!("an OceanBase connection");
            };
            match mysql.execute(sql) {
                Err(e) if gone && e.mysql_code() == Some(1146) => {}
                other => other.unwrap_or_else(|e| panic!("{}: {e}", path.display())),
            }
        }
    }
    assert_eq!(
        dump(&mut client),
        Vec::<String>::new(),
        "undo left something"
    );
}

/// GROUP_CONCAT cuts silently at a session's limit: only a statement that raises the limit may use it, and one that holds
/// the length of each text against that of its parts.
fn is_measured(upper: &str) -> bool {
    let used = upper.matches("GROUP_CONCAT(").count();
    let measured = upper.matches("LENGTH(GROUP_CONCAT(").count();
    upper.contains("SET SESSION GROUP_CONCAT_MAX_LEN") && used == 2 * measured
}

/// What a script must not hold, since the two engines or two sessions would differ by it.
#[test]
fn no_migration_depends_on_clock_rounding_or_session() {
    for (_, path) in files('V') {
        for sql in statements(&path) {
            // The kernel reads an empty hex literal as its own three characters.
            assert!(!sql.contains("X''"), "{} has X''", path.display());
            let upper = without_literals_and_comments(&sql).to_uppercase();
            for word in [
                "NOW(",
                "CURRENT_TIMESTAMP",
                "SYSDATE",
                "ROUND(",
                "GROUP_CONCAT",
                "||",
                "UUID(",
                "RAND(",
                "DEFINER",
                "CREATE TEMPORARY",
            ] {
                let allowed = match word {
                    "DEFINER" => {
                        !upper.contains("DEFINER=")
                            && !upper.contains("DEFINER =")
                            && !upper.contains("SECURITY DEFINER")
                    }
                    "GROUP_CONCAT" => is_measured(&upper),
                    _ => false,
                };
                assert!(
                    allowed || !upper.contains(word),
                    "{} has {word}",
                    path.display()
                );
            }
            if upper.starts_with("CREATE")
                && (upper.contains(" PROCEDURE ") || upper.contains(" FUNCTION "))
            {
                assert!(
                    upper.contains("SQL SECURITY INVOKER"),
                    "{} is not INVOKER",
                    path.display()
                );
            }
        }
    }
}

fn without_literals_and_comments(sql: &str) -> String {
    let mut out = String::new();
    let mut rest = sql;
    while let Some(first) = rest.chars().next() {
        let skip = if first == '\'' {
            let mut end = 1;
            let bytes = rest.as_bytes();
            while end < bytes.len() && bytes[end] != b'\'' {
                end += if bytes[end] == b'\\' { 2 } else { 1 };
            }
            (end + 1).min(rest.len())
        } else if rest.starts_with("--") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |at| at + 2)
        } else {
            out.push(first);
            first.len_utf8()
        };
        rest = &rest[skip..];
    }
    out
}
