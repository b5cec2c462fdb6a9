//! Off is off: a plain pipeline gives the same rows with the extension loaded and installed, and reads write nothing.
use pc_client::Cell;
use pc_tests::engine::{extension, load, show, Client, Engine};
use pc_tests::shorthand::{channels, hits, sha256};
use rusqlite::{Connection, OpenFlags};

/// A pipeline of one's own, as it stood before: two ranked lists fused in SQL.
const PIPELINE: &str = "SELECT n, sum(1e0 / (60 + place)) AS score FROM (
    SELECT n, row_number() OVER (ORDER BY a, n) AS place FROM note
    UNION ALL SELECT n, row_number() OVER (ORDER BY b, n) AS place FROM note) AS channel
    GROUP BY n ORDER BY score DESC, n";

fn prepare(engine: &mut dyn Engine) {
    engine
        .query(
            "CREATE TABLE note (n INTEGER PRIMARY KEY, a INTEGER, b INTEGER)",
            &[],
        )
        .expect("a table");
    for n in 0..50 {
        let row = [Cell::Int(n), Cell::Int(n * 37 % 50), Cell::Int(n * 11 % 50)];
        engine
            .query("INSERT INTO note VALUES (?, ?, ?)", &row)
            .expect("a row");
    }
}

#[test]
fn a_plain_pipeline_is_untouched_on_sqlite() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("app.sqlite");
    let rows = |connection: &Connection| -> Vec<(i64, u64)> {
        let mut statement = connection.prepare(PIPELINE).expect("the pipeline");
        let rows =
            statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, f64>(1)?.to_bits())));
        rows.expect("rows").map(|row| row.expect("a row")).collect()
    };
    let connection = Connection::open(&file).expect("a database");
    connection
        .execute_batch("CREATE TABLE note (n INTEGER PRIMARY KEY, a INTEGER, b INTEGER)")
        .expect("a table");
    for n in 0..50 {
        connection
            .execute(
                "INSERT INTO note VALUES (?, ?, ?)",
                [n, n * 37 % 50, n * 11 % 50],
            )
            .expect("a row");
    }
    let before = rows(&connection);
    drop(connection);
    let mut engine = Client::sqlite_file(&file);
    engine.call("pc_install", &[]).expect("pc_install");
    let answer = engine.query(PIPELINE, &[]).expect("the pipeline");
    let after: Vec<(i64, u64)> = answer
        .rows
        .iter()
        .map(|row| match (&row[0], &row[1]) {
            (Cell::Int(n), Cell::Real(score)) => (*n, score.to_bits()),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(before, after);
    // And without the extension the file is an ordinary database still.
    drop(engine);
    assert_eq!(before, rows(&Connection::open(&file).expect("a database")));
}

#[test]
fn a_plain_pipeline_is_untouched_on_oceanbase() {
    let server = pc_tests::engine::server();
    let mut engine = Client::open(&server.fresh_database().expect("a database"));
    prepare(&mut engine);
    let before = engine.query(PIPELINE, &[]).expect("the pipeline");
    engine.backend.migrate().expect("the migrations");
    engine.call("pc_install", &[]).expect("pc_install");
    assert_eq!(engine.query(PIPELINE, &[]).expect("the pipeline"), before);
    engine.backend.undo().expect("the undo");
    assert_eq!(engine.query(PIPELINE, &[]).expect("the pipeline"), before);
    let left = engine.query("SHOW TABLES", &[]).expect("tables");
    assert_eq!(
        left.rows
            .iter()
            .map(|row| show(&row[0]))
            .collect::<Vec<_>>(),
        ["note"]
    );
}

/// A store with something of everything.
fn fill(engine: &mut dyn Engine) {
    let mut call = |name: &str, arguments: &[Cell]| {
        engine
            .call(name, arguments)
            .unwrap_or_else(|e| panic!("{name}: {e}"));
    };
    let text = |value: &str| Cell::from(value);
    call(
        "pc_declare_source",
        &[
            text("c"),
            text("1"),
            text("d"),
            Cell::Int(2),
            text("unknown"),
        ],
    );
    for (revision, entry) in ["A", "B", "C"].iter().enumerate() {
        let evidence = pc_tests::shorthand::cites(&format!("c/{entry}:1")).to_string();
        call(
            "pc_remember",
            &[
                text("s"),
                text("m"),
                Cell::Int(revision as i64),
                text("decision"),
                text(entry),
                text(&evidence),
                Cell::Int(1),
                text(entry),
            ],
        );
    }
    call(
        "pc_relate",
        &[
            text("s"),
            text("r"),
            text("contradicts"),
            text("m"),
            text("A"),
            text("m"),
            text("B"),
            Cell::Int(2),
        ],
    );
    call(
        "pc_enable_ranking",
        &[text("s"), text("importance.seed.v1")],
    );
    call(
        "pc_forget",
        &[text("s"), text("m"), Cell::Int(3), text("C"), Cell::Int(3)],
    );
}

/// Every read of the surface, from a stale projection as from a fresh one; how often asked makes no difference.
fn read_everything(engine: &mut dyn Engine) -> Vec<Vec<Vec<Cell>>> {
    let pool = Cell::Text(hits("A@1 B@2 C@3 Z@9").to_string());
    let candidates = Cell::Text(channels("fts: A@1 B@2 C@3 Z@9 | vector: C@3 B@2").to_string());
    let options = Cell::from(r#"{"scope_id":"s","limit":5}"#);
    let history = Cell::from(r#"{"scope_id":"s","limit":5,"view":"history"}"#);
    let revision = Cell::from(r#"{"scope_id":"s","limit":5,"view":2}"#);
    let scope = Cell::from(r#"{"scope_id":"s"}"#);
    let mut answers = Vec::new();
    let mut keep = |answer: pc_tests::engine::Answer| answers.push(answer.expect("a read").rows);
    for _ in 0..2 {
        keep(engine.read("pc_reorder", &[pool.clone(), scope.clone()]));
        keep(engine.read("pc_fuse", &[candidates.clone(), options.clone()]));
        for options in [&options, &history] {
            keep(engine.read("pc_rank", &[candidates.clone(), options.clone()]));
            keep(engine.read("pc_trace", &[candidates.clone(), options.clone()]));
        }
        let known = Cell::Text(channels("fts: A@1 B@2").to_string());
        keep(engine.read("pc_rank", &[known, revision.clone()]));
        keep(engine.query("SELECT entry_id, validity, stale FROM pc_validity WHERE scope_id = 's' AND memory_artifact_id = 'm' ORDER BY entry_id", &[]));
        keep(engine.call("pc_version", &[]));
        let as_of = match engine.name() {
            "sqlite" => "SELECT entry_id, validity FROM pc_validity('s', 'm', 2) ORDER BY entry_id",
            _ => "CALL pc_validity_as_of('s', 'm', 2)",
        };
        keep(engine.query(as_of, &[]));
    }
    let half = answers.len() / 2;
    assert_eq!(
        answers[..half],
        answers[half..],
        "asking twice changed an answer"
    );
    answers.truncate(half);
    answers
}

#[test]
fn reads_write_nothing_on_sqlite() {
    for rebuilt in [false, true] {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("store.sqlite");
        let mut engine = Client::sqlite_file(&file);
        engine.call("pc_install", &[]).expect("pc_install");
        fill(&mut engine);
        if rebuilt {
            engine.call("pc_rebuild", &[]).expect("pc_rebuild");
        }
        engine
            .query("PRAGMA query_only = 1", &[])
            .expect("query_only");
        let answers = read_everything(&mut engine);
        engine
            .query("PRAGMA query_only = 0", &[])
            .expect("query_only");
        drop(engine);

        // The file opened for reading only, in a directory where nothing may appear beside it.
        let before = sha256(&std::fs::read(&file).expect("the file"));
        let connection = Connection::open_with_flags(&file, OpenFlags::SQLITE_OPEN_READ_ONLY)
            .expect("for reading");
        load(&connection, &extension(), None);
        let mut read_only = ReadOnly(connection);
        assert_eq!(read_everything(&mut read_only), answers);
        let refused = read_only.call(
            "pc_forget",
            &[
                Cell::from("s"),
                Cell::from("m"),
                Cell::Int(4),
                Cell::from("A"),
                Cell::Int(4),
            ],
        );
        assert_eq!(
            refused.expect_err("read only").0,
            pc_tests::refusal::line("store_read_only", &[])
        );
        drop(read_only);
        assert_eq!(sha256(&std::fs::read(&file).expect("the file")), before);
        let beside: Vec<_> = std::fs::read_dir(directory.path())
            .expect("a directory")
            .map(|e| e.expect("a file").file_name())
            .collect();
        assert_eq!(beside, ["store.sqlite"]);
    }
}

/// The client opens for writing; this is the same over a connection that cannot.
struct ReadOnly(Connection);

impl Engine for ReadOnly {
    fn name(&self) -> &'static str {
        "sqlite"
    }

    fn query(&mut self, sql: &str, parameters: &[Cell]) -> pc_tests::engine::Answer {
        use rusqlite::types::{Value, ValueRef};
        let refused = |e: rusqlite::Error| pc_tests::engine::Refused::new(&e.to_string());
        let mut statement = self.0.prepare(sql).map_err(refused)?;
        let columns: Vec<String> = statement.column_names().map(|c| c.to_string()).collect();
        let bound = parameters.iter().map(|cell| match cell {
            Cell::Null => Value::Null,
            Cell::Int(number) => Value::Integer(*number),
            Cell::Real(number) => Value::Real(*number),
            Cell::Text(text) => Value::Text(text.clone()),
            Cell::Blob(bytes) => Value::Blob(bytes.clone()),
        });
        let count = columns.len();
        let mut rows = statement
            .query(rusqlite::params_from_iter(bound))
            .map_err(refused)?;
        let mut found = Vec::new();
        while let Some(row) = rows.next().map_err(refused)? {
            let cells = (0..count).map(|at| match row.get_ref(at).expect("a column") {
                ValueRef::Null => Cell::Null,
                ValueRef::Integer(number) => Cell::Int(number),
                ValueRef::Real(number) => Cell::Real(number),
                ValueRef::Text(text) => Cell::Text(String::from_utf8_lossy(text).into_owned()),
                ValueRef::Blob(bytes) => Cell::Blob(bytes.to_vec()),
            });
            found.push(cells.collect());
        }
        Ok(pc_client::Rows {
            columns,
            rows: found,
        })
    }

    fn call(&mut self, name: &str, arguments: &[Cell]) -> pc_tests::engine::Answer {
        let marks = vec!["?"; arguments.len()].join(", ");
        self.query(&format!("SELECT {name}({marks}) AS result"), arguments)
    }

    fn read(&mut self, name: &str, arguments: &[Cell]) -> pc_tests::engine::Answer {
        let marks = vec!["?"; arguments.len()].join(", ");
        match name {
            "pc_trace" => self.query(&format!("SELECT pc_trace({marks}) AS trace"), arguments),
            _ => self.query(
                &format!("SELECT * FROM {name}({marks}) ORDER BY rank"),
                arguments,
            ),
        }
    }
}

/// A user who may read and call, and nothing else.
#[test]
fn reads_need_no_write_grant_on_oceanbase() {
    let mut owner = Client::oceanbase_clean();
    fill(&mut owner);
    let answers = read_everything(&mut owner);
    let url = owner.url.clone();
    let (server, database) = url
        .rsplit_once('/')
        .expect("mysql://root@host:port/database");
    let host = server.rsplit_once('@').expect("a user").1;
    for statement in [
        "DROP USER IF EXISTS pc_reader".to_string(),
        "CREATE USER pc_reader IDENTIFIED BY ''".to_string(),
        format!("GRANT SELECT, EXECUTE ON {database}.* TO pc_reader"),
    ] {
        owner
            .backend
            .script(&statement)
            .unwrap_or_else(|e| panic!("{statement}: {e}"));
    }
    let mut reader = Client::open(&format!("mysql://pc_reader@{host}/{database}"));
    assert_eq!(read_everything(&mut reader), answers);
    let forget = [
        Cell::from("s"),
        Cell::from("m"),
        Cell::Int(4),
        Cell::from("A"),
        Cell::Int(4),
    ];
    assert!(reader.call("pc_forget", &forget).is_err(), "a reader wrote");
    assert_eq!(read_everything(&mut owner), answers);
    owner
        .backend
        .script("DROP USER pc_reader")
        .expect("the user is gone");
}
