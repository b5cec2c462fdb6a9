//! Does nested SQL say everything that SQLite says, and leave the caller as it found him?

use rusqlite::{ffi, Connection};

use super::*;
use crate::refusal::Code;
use crate::testing::{connection, db, one, rows};

fn installed() -> Connection {
    let connection = connection();
    one(&connection, "SELECT pc_install()").unwrap();
    connection
        .execute_batch("CREATE TABLE t (x INTEGER PRIMARY KEY, y)")
        .unwrap();
    connection
}

#[test]
fn an_error_while_stepping_is_no_end() {
    let connection = connection();
    let db = db(&connection);
    let sql = "SELECT abs(x) FROM (SELECT 1 AS x UNION ALL SELECT -9223372036854775808)";
    let mut statement = db.prepare(sql).unwrap();
    assert!(statement.step().unwrap());
    let refusal = statement.step().unwrap_err();
    assert_eq!(
        refusal.line(),
        "pc: internal: SQLite says integer overflow (code 1); please report it"
    );
    drop(statement);
    assert!(db.query(sql, &[], |row| row.int(0)).is_err());
    assert!(db.execute(sql, &[]).is_err());
    assert_eq!(
        db.prepare("SELEC 1").err().unwrap().line(),
        "pc: internal: SQLite says near \"SELEC\": syntax err... (code 1); please report it"
    );
    assert_eq!(
        db.prepare("-- nothing").err().unwrap().code(),
        Code::Internal
    );
}

#[test]
fn what_a_caller_can_act_on_is_named() {
    let connection = connection();
    let db = db(&connection);
    let refusal = db
        .execute("DELETE FROM main.pc_lifecycle_head", &[])
        .unwrap_err();
    assert_eq!(refusal.code(), Code::NotReady);
    one(&connection, "SELECT pc_install()").unwrap();
    connection.execute_batch("PRAGMA query_only = 1").unwrap();
    let refusal = db
        .execute("DELETE FROM main.pc_lifecycle_head", &[])
        .unwrap_err();
    assert_eq!(
        (refusal.line(), refusal.sqlite_code()),
        (
            "pc: bad_input: a write needs a writable database; open this one for writing",
            8
        )
    );
    connection.execute_batch("PRAGMA query_only = 0").unwrap();
    let refusal = db
        .execute("DELETE FROM main.pc_lifecycle_policy", &[])
        .unwrap_err();
    assert_eq!(
        refusal.line(),
        "pc: bad_input: pc_lifecycle_policy is append-only; write a new row instead"
    );
}

#[test]
fn values_pass_with_their_types() {
    let connection = connection();
    let db = db(&connection);
    let given = [
        Cell::Null,
        Cell::Int(i64::MIN),
        Cell::Real(0.1),
        Cell::Text(""),
        Cell::Text("a\0é"),
    ];
    db.query_row("SELECT ?1, ?2, ?3, ?4, ?5, x'00ff'", &given, |row| {
        for (at, cell) in given.iter().enumerate() {
            assert_eq!(row.cell(at)?, *cell);
        }
        assert!(row.is_null(0) && row.is_null(17));
        assert_eq!(row.text_or_null(0)?, None);
        assert_eq!(row.int_or_null(1)?, Some(i64::MIN));
        assert_eq!(row.text(3)?, "");
        assert_eq!(row.blob(4)?, "a\0é".as_bytes());
        assert_eq!(row.blob(5)?, [0, 0xff]);
        for wrong in [
            row.int(0).err(),
            row.int(2).err(),
            row.real(1).err(),
            row.text(1).err(),
            row.cell(5).err(),
        ] {
            assert_eq!(wrong.map(|refusal| refusal.code()), Some(Code::Internal));
        }
        Ok(())
    })
    .unwrap()
    .unwrap();
    let broken = db.query_row("SELECT CAST(x'ff' AS TEXT)", &[], |row| {
        row.text(0).map(str::to_owned)
    });
    assert_eq!(broken.unwrap_err().code(), Code::Internal);
}

#[test]
fn a_write_is_all_or_nothing_and_commits_by_itself() {
    let connection = installed();
    let db = db(&connection);
    db.write(|db| db.execute("INSERT INTO t VALUES (1, 'kept')", &[]))
        .unwrap();
    assert!(connection.is_autocommit());
    let refused: Result<()> = db.write(|db| {
        db.execute("INSERT INTO t VALUES (2, 'undone')", &[])?;
        Err(refuse("argument_null", &["x"]))
    });
    assert_eq!(refused.unwrap_err().code(), Code::BadInput);
    let failed = db.write(|db| {
        db.execute("INSERT INTO t VALUES (3, 'undone')", &[])?;
        db.execute("INSERT INTO t VALUES (1, 'taken')", &[])
    });
    assert_eq!(failed.unwrap_err().sqlite_code(), 19);
    let panicked = crate::guard::caught(|| {
        db.write(|db| -> Result<()> {
            db.execute("INSERT INTO t VALUES (4, 'undone')", &[])?;
            panic!("half way")
        })
    });
    assert!(panicked.is_err() && connection.is_autocommit());
    assert_eq!(rows(&connection, "SELECT * FROM t").unwrap(), ["1 kept"]);
}

#[test]
fn a_refusal_inside_a_transaction_undoes_only_its_own_statements() {
    let connection = installed();
    let db = db(&connection);
    connection
        .execute_batch("BEGIN; SAVEPOINT mine; INSERT INTO t VALUES (1, 'the callers')")
        .unwrap();
    let refused: Result<()> = db.write(|db| {
        db.execute("INSERT INTO t VALUES (2, 'ours')", &[])?;
        Err(refuse("argument_null", &["x"]))
    });
    assert!(refused.is_err() && !connection.is_autocommit());
    db.write(|db| db.execute("INSERT INTO t VALUES (3, 'ours')", &[]))
        .unwrap();
    assert_eq!(
        rows(&connection, "SELECT y FROM t").unwrap(),
        ["the callers", "ours"]
    );
    connection
        .execute_batch("ROLLBACK TO mine; COMMIT")
        .unwrap();
    assert_eq!(rows(&connection, "SELECT y FROM t").unwrap(), [""; 0]);
}

/// SQLite keeps a statement that met a lock running, and no savepoint ends while one writes.
#[test]
fn a_write_that_finds_the_database_locked_leaves_no_transaction_open() {
    let path = std::env::temp_dir().join(format!("pc-locked-{}.db", std::process::id()));
    crate::testing::load_everywhere();
    let open = || Connection::open(&path).unwrap();
    let (first, second) = (open(), open());
    one(&first, "SELECT pc_install()").unwrap();
    first
        .execute_batch("CREATE TABLE t (x); BEGIN IMMEDIATE")
        .unwrap();
    second.busy_timeout(std::time::Duration::ZERO).unwrap();
    let refused = db(&second).write(|db| db.execute("INSERT INTO t VALUES (1)", &[]));
    assert_eq!(refused.unwrap_err().code(), Code::Conflict);
    assert!(second.is_autocommit());
    first.execute_batch("COMMIT").unwrap();
    let written = db(&second).write(|db| db.execute("INSERT INTO t VALUES (1)", &[]));
    assert_eq!(written.unwrap(), 1);
    drop((first, second));
    std::fs::remove_file(path).unwrap();
}

/// An interrupt lasts until the calling statement ends, so it also reaches the ROLLBACK of a write that it ends.
#[test]
fn an_interrupted_write_leaves_nothing_half_done_and_no_transaction_open() {
    let connection = installed();
    let db = db(&connection);
    let mut statement = connection.prepare("SELECT 1 UNION ALL SELECT 2").unwrap();
    let mut calling = statement.query([]).unwrap();
    calling.next().unwrap();
    let refused = db.write(|db| {
        db.execute("INSERT INTO t VALUES (1, 'half')", &[])?;
        connection.get_interrupt_handle().interrupt();
        db.query("SELECT x FROM t", &[], |row| row.int(0))
    });
    assert_eq!(refused.unwrap_err().sqlite_code(), 9);
    assert!(connection.is_autocommit());
    drop(calling);
    assert_eq!(rows(&connection, "SELECT y FROM t").unwrap(), [""; 0]);
}

/// As where memory ran out: then nothing can be prepared any more, the undo least of all.
#[test]
fn an_undo_needs_nothing_prepared() {
    let connection = installed();
    let db = db(&connection);
    // SAFETY: the handle is of an open connection.
    let limit = |bytes| unsafe {
        ffi::sqlite3_limit(connection.handle(), ffi::SQLITE_LIMIT_SQL_LENGTH, bytes)
    };
    let whole = limit(-1);
    let refused = db.write(|db| {
        db.execute("INSERT INTO t VALUES (1, 'undone')", &[])?;
        limit(1);
        db.execute("INSERT INTO t VALUES (2, 'never')", &[])
    });
    limit(whole);
    assert!(refused.is_err() && connection.is_autocommit());
    assert_eq!(rows(&connection, "SELECT y FROM t").unwrap(), [""; 0]);
}

#[test]
fn a_row_that_a_trigger_drops_is_not_claimed() {
    let connection = installed();
    connection
        .execute_batch(
            "CREATE TEMP TRIGGER mine BEFORE INSERT ON main.t BEGIN SELECT RAISE(IGNORE); END",
        )
        .unwrap();
    let refused = db(&connection).insert("INSERT INTO main.t VALUES (1, 'dropped')", &[]);
    assert_eq!(refused.unwrap_err(), refuse("row_dropped", &[]));
    connection.execute_batch("DROP TRIGGER mine").unwrap();
    db(&connection)
        .insert("INSERT INTO main.t VALUES (1, 'kept')", &[])
        .unwrap();
}

#[test]
fn a_pin_holds_one_state() {
    let folder = std::env::temp_dir().join(format!("pc_nested_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    crate::testing::load_everywhere();
    let reader = Connection::open(folder.join("pin.db")).unwrap();
    reader
        .execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (1)")
        .unwrap();
    let writer = Connection::open(folder.join("pin.db")).unwrap();
    let count = || {
        db(&reader)
            .query_row("SELECT count(*) FROM t", &[], |row| row.int(0))
            .unwrap()
    };
    let pin = db(&reader).pin(&["main"]).unwrap();
    writer.execute_batch("INSERT INTO t VALUES (2)").unwrap();
    assert_eq!(count(), Some(1));
    drop(pin);
    assert_eq!(count(), Some(2));
    assert!(db(&reader).pin(&["main", "nowhere"]).is_err());
    drop((reader, writer));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn kept_statements_serve_again_and_end_with_the_cache() {
    let connection = installed();
    // SAFETY: the handle outlives the cache.
    let cache = Db::keeping(unsafe { connection.handle() }.cast());
    for x in 0..3 * CACHED as i64 {
        let sql = format!("INSERT INTO t VALUES (?1, {x})");
        cache.execute(&sql, &[x.into()]).unwrap();
        // A second one of the same text while the first is out.
        let mut one = cache
            .prepare("SELECT count(*) FROM t WHERE x <= ?1")
            .unwrap();
        let mut two = cache
            .prepare("SELECT count(*) FROM t WHERE x <= ?1")
            .unwrap();
        one.bind(&[x.into()]).unwrap();
        two.bind(&[0.into()]).unwrap();
        assert!(one.step().unwrap() && two.step().unwrap());
        assert_eq!(
            (one.row().int(0).unwrap(), two.row().int(0).unwrap()),
            (x + 1, 1)
        );
    }
    let mut unbound = cache
        .prepare("SELECT count(*) FROM t WHERE x <= ?1")
        .unwrap();
    assert!(unbound.step().unwrap());
    assert_eq!(unbound.row().int(0).unwrap(), 0, "an old parameter stayed");
    // The schema changes under a kept statement.
    drop(unbound);
    connection
        .execute_batch("ALTER TABLE t ADD COLUMN z")
        .unwrap();
    assert_eq!(
        cache
            .query("SELECT * FROM t LIMIT 1", &[], |row| Ok(row.is_null(2)))
            .unwrap(),
        [true]
    );
    drop(cache);
    connection.close().map_err(|(_, error)| error).unwrap();
}

#[test]
fn schemas_and_tables_are_looked_up_by_name() {
    let connection = installed();
    connection
        .execute_batch("ATTACH ':memory:' AS \"a\"\"b\"; CREATE TABLE \"a\"\"b\".u (x)")
        .unwrap();
    let db = db(&connection);
    assert!(db.has_schema("main").unwrap() && db.has_schema("a\"b").unwrap());
    assert!(!db.has_schema("nowhere").unwrap() && db.has_schema("a\0b").is_err());
    assert!(db.has_table("a\"b", "u").unwrap() && !db.has_table("main", "u").unwrap());
    assert!(db.pin(&["main", "a\"b"]).is_ok());
}
