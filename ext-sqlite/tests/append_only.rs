//! Can a record be changed, by whatever statement? Never: each table of records refuses in the one text of messages.json.

use std::collections::BTreeMap;

use rusqlite::{params_from_iter, types::Value, Connection};

/// Tables of records. What is left out is derived or a setting.
const RECORDS: [&str; 13] = [
    "change",
    "entry",
    "evidence",
    "log",
    "mark",
    "observation",
    "operation",
    "policy",
    "ranking",
    "relation",
    "relation_event",
    "snapshot",
    "source_declaration",
];

fn store() -> Connection {
    let connection = Connection::open_in_memory().unwrap();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../sql/sqlite/");
    for _ in 0..2 {
        for script in ["001_schema.sql", "002_append_only.sql"] {
            connection
                .execute_batch(&std::fs::read_to_string(format!("{folder}{script}")).unwrap())
                .unwrap();
        }
    }
    connection
}

/// A table's columns with their types.
fn columns(connection: &Connection, table: &str) -> Vec<(String, String)> {
    let mut statement = connection
        .prepare("SELECT name, type FROM pragma_table_info(?1)")
        .unwrap();
    let rows = statement
        .query_map([table], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap();
    rows.map(Result::unwrap).collect()
}

/// A row that differs from others of another number in every column.
fn row(columns: &[(String, String)], number: i64) -> Vec<Value> {
    let value = |kind: &str| match kind {
        "INTEGER" => Value::Integer(number),
        _ => Value::Text(format!("t{number}")),
    };
    columns.iter().map(|(_, kind)| value(kind)).collect()
}

fn insert(
    connection: &Connection,
    verb: &str,
    table: &str,
    values: &[Value],
) -> rusqlite::Result<usize> {
    let marks = vec!["?"; values.len()].join(", ");
    connection.execute(
        &format!("{verb} INTO {table} VALUES ({marks})"),
        params_from_iter(values),
    )
}

#[test]
fn no_record_is_updated_deleted_or_replaced() {
    let connection = store();
    // The rows are made up by column type; what a column may say is the next test's.
    connection
        .execute_batch("PRAGMA ignore_check_constraints = on")
        .unwrap();
    for (recursive, name) in [(0, "off"), (1, "on")] {
        connection
            .execute_batch(&format!("PRAGMA recursive_triggers = {recursive}"))
            .unwrap();
        for record in RECORDS {
            let table = format!("pc_lifecycle_{record}");
            let columns = columns(&connection, &table);
            let base = 10 + i64::from(recursive) * 10;
            insert(&connection, "INSERT", &table, &row(&columns, base)).unwrap();
            insert(&connection, "INSERT", &table, &row(&columns, base + 1)).unwrap();
            let line = pc_lifecycle::refusal::refuse("immutable_row", &[&table]).to_string();
            let refused = |what: &str, outcome: rusqlite::Result<usize>| {
                let told = outcome.expect_err(what).to_string();
                assert_eq!(told, line, "{what} {table}, recursive_triggers {name}");
            };
            for (column, _) in &columns {
                refused(
                    "UPDATE",
                    connection.execute(&format!("UPDATE {table} SET {column} = {column}"), []),
                );
            }
            refused(
                "DELETE",
                connection.execute(&format!("DELETE FROM {table}"), []),
            );
            // Each unique key in turn: everything else of the row is new.
            for key in keys(&connection, &table) {
                let mut other = row(&columns, base + 2);
                for (at, (column, _)) in columns.iter().enumerate() {
                    if key.contains(column) {
                        other[at] = row(&columns, base)[at].clone();
                    }
                }
                for verb in ["REPLACE", "INSERT", "INSERT OR IGNORE", "INSERT OR REPLACE"] {
                    refused(verb, insert(&connection, verb, &table, &other));
                }
            }
            let count: i64 = connection
                .query_row(&format!("SELECT count(*) FROM {table}"), [], |row| {
                    row.get(0)
                })
                .unwrap();
            assert_eq!(count, 2 + 2 * i64::from(recursive), "{table}");
        }
    }
}

/// Every column of a record that holds a word of ours, or a level, takes no other.
#[test]
fn no_record_holds_a_word_that_is_not_ours() {
    let connection = store();
    let checked = [
        ("ranking", "enabled"),
        ("ranking", "is_default"),
        ("source_declaration", "authority"),
        ("source_declaration", "verification"),
        ("change", "op"),
        ("evidence", "evidence_type"),
        ("evidence", "is_merge_input"),
        ("evidence", "is_increment"),
        ("snapshot", "authority"),
        ("snapshot", "verification"),
        ("snapshot", "late"),
        ("observation", "event"),
        ("relation", "kind"),
        ("relation_event", "status"),
        ("mark", "mark"),
        ("mark", "actor_kind"),
    ];
    for (record, column) in checked {
        let table = format!("pc_lifecycle_{record}");
        let columns = columns(&connection, &table);
        // Only the one column is checked: the others hold made-up words, each of which is refused by its own check.
        let told = insert(&connection, "INSERT", &table, &row(&columns, 10))
            .expect_err(column)
            .to_string();
        assert!(
            told.starts_with("CHECK constraint failed"),
            "{table}: {told}"
        );
        let sql: String = connection
            .query_row(
                "SELECT sql FROM sqlite_schema WHERE name = ?1",
                [&table],
                |row| row.get(0),
            )
            .unwrap();
        assert!(
            sql.contains(&format!("CHECK ({column} ")),
            "{table}.{column}"
        );
    }
}

/// The columns of every unique key.
fn keys(connection: &Connection, table: &str) -> Vec<Vec<String>> {
    let sql = "SELECT list.name, info.name FROM pragma_index_list(?1) AS list, pragma_index_info(list.name) AS info
               WHERE list.\"unique\" ORDER BY list.name, info.seqno";
    let mut statement = connection.prepare(sql).unwrap();
    let mut keys: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let rows = statement
        .query_map([table], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap();
    for (key, column) in rows.map(Result::unwrap) {
        let key: &mut Vec<String> = keys.entry(key).or_default();
        key.push(column);
    }
    assert!(!keys.is_empty(), "{table} has no key");
    keys.into_values().collect()
}

#[test]
fn every_table_is_either_a_record_or_known_not_to_be() {
    let connection = store();
    let mut statement = connection
        .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        .unwrap();
    let tables: Vec<(String, String)> = statement
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let other = [
        "digest_node",
        "head",
        "projection",
        "projection_header",
        "projection_tie",
        "setting",
    ];
    assert_eq!(tables.len(), RECORDS.len() + other.len());
    for (name, sql) in tables {
        let short = name.strip_prefix("pc_lifecycle_").expect("our prefix");
        assert!(RECORDS.contains(&short) || other.contains(&short), "{name}");
        assert!(sql.contains("STRICT"), "{name} takes any type");
        // A row number would be a second way to replace a record.
        assert!(
            !RECORDS.contains(&short) || sql.contains("WITHOUT ROWID"),
            "{name} has row numbers"
        );
    }
}
