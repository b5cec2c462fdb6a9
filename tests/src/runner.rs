//! Runs a case file on one engine and keeps a transcript.
use crate::dialect::{oceanbase, Statement};
use crate::engine::{show, Answer, Engine, Refused};
use crate::shorthand::{expand, Names};
use pc_client::{Cell, Rows};
use sqllogictest::{DBOutput, DefaultColumnType, Runner};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// A statement as the case has it, and what came of it.
pub type Transcript = Vec<(String, String)>;

struct Session {
    engine: Box<dyn Engine>,
    /// Rebuild the projection after each write, so that answers come from its rows.
    rebuilt: bool,
    names: Names,
    transcript: Transcript,
}

impl Session {
    fn answer(&mut self, sql: &str) -> Answer {
        let answer = self.answer_as_is(sql);
        if self.rebuilt && answer.is_ok() && is_write(sql) {
            self.engine.call("pc_rebuild", &[])?;
        }
        answer
    }

    fn answer_as_is(&mut self, sql: &str) -> Answer {
        let sql = expand(sql);
        self.names.learn(&sql);
        if self.engine.name() != "oceanbase" {
            return self.engine.query(&sql, &[]);
        }
        match oceanbase(&sql) {
            Statement::Plain(sql) => self.engine.query(&sql, &[]),
            Statement::Call {
                sql,
                columns,
                order,
            } => keep(self.engine.query(&sql, &[])?, &columns, &order),
        }
    }
}

/// A statement after which a projection is stale.
fn is_write(sql: &str) -> bool {
    const WRITES: [&str; 12] = [
        "SELECT pc_remember(",
        "SELECT pc_revise(",
        "SELECT pc_forget(",
        "SELECT pc_reactivate(",
        "SELECT pc_observe(",
        "SELECT pc_mark(",
        "SELECT pc_corroborate(",
        "SELECT pc_relate(",
        "SELECT pc_supersede(",
        "SELECT pc_dismiss(",
        "INSERT INTO pc_lifecycle_",
        "ROLLBACK TO",
    ];
    WRITES.iter().any(|write| sql.starts_with(write))
}

/// The named columns of a call's rows.
fn keep(mut rows: Rows, columns: &[String], order: &[String]) -> Answer {
    if columns.is_empty() {
        return Ok(rows);
    }
    if columns == ["count(*)"] {
        return Ok(Rows {
            columns: columns.to_vec(),
            rows: vec![vec![Cell::Int(rows.rows.len() as i64)]],
        });
    }
    let place = |name: &String| {
        rows.columns
            .iter()
            .position(|c| c == name)
            .ok_or_else(|| Refused(format!("no column {name} among {:?}", rows.columns)))
    };
    let by: Vec<usize> = order.iter().map(place).collect::<Result<_, _>>()?;
    let kept: Vec<usize> = columns.iter().map(place).collect::<Result<_, _>>()?;
    rows.rows.sort_by(|a, b| {
        let key = |row: &[Cell]| -> Vec<(i64, Vec<u8>)> {
            by.iter()
                .map(|&at| match &row[at] {
                    Cell::Int(number) => (*number, Vec::new()),
                    other => (0, show(other).into_bytes()),
                })
                .collect()
        };
        key(a).cmp(&key(b))
    });
    Ok(Rows {
        columns: columns.to_vec(),
        rows: rows
            .rows
            .iter()
            .map(|row| kept.iter().map(|&at| row[at].clone()).collect())
            .collect(),
    })
}

#[derive(Clone)]
struct Shared(Arc<Mutex<Session>>, &'static str);

impl sqllogictest::DB for Shared {
    type Error = Refused;
    type ColumnType = DefaultColumnType;

    fn run(&mut self, sql: &str) -> Result<DBOutput<DefaultColumnType>, Refused> {
        let mut session = self.0.lock().expect("one thread runs a case");
        let answer = session.answer(sql);
        let shown = answer.map(|rows| {
            rows.rows
                .iter()
                .map(|row| row.iter().map(|c| session.names.show(&show(c))).collect())
                .collect::<Vec<Vec<String>>>()
        });
        let outcome = match &shown {
            Ok(rows) => rows
                .iter()
                .map(|row| row.join(" | "))
                .collect::<Vec<_>>()
                .join("\n"),
            // Words that are not ours are the engine's own.
            Err(Refused(line)) if !line.starts_with("pc: ") => "another error".into(),
            Err(Refused(line)) => line.clone(),
        };
        session.transcript.push((sql.to_string(), outcome));
        let rows = shown?;
        Ok(match rows.first() {
            Some(first) => DBOutput::Rows {
                types: vec![DefaultColumnType::Text; first.len()],
                rows,
            },
            None => DBOutput::Rows {
                types: Vec::new(),
                rows,
            },
        })
    }

    fn engine_name(&self) -> &str {
        self.1
    }
}

/// Runs the file; `Err` is the first disagreement, readable, with file and line.
pub fn run(file: &Path, engine: Box<dyn Engine>, rebuilt: bool) -> Result<Transcript, String> {
    let name = engine.name();
    let session = Arc::new(Mutex::new(Session {
        engine,
        rebuilt,
        names: Names::default(),
        transcript: Vec::new(),
    }));
    let shared = Shared(session.clone(), name);
    let mut runner = Runner::new(move || {
        let shared = shared.clone();
        async move { Ok::<_, Refused>(shared) }
    });
    if rebuilt {
        runner.add_label("rebuilt");
    }
    runner
        .run_file(file)
        .map_err(|e| format!("{name}: {}", e.display(false)))?;
    let transcript = session.lock().expect("the case is over").transcript.clone();
    Ok(transcript)
}

/// The first statement that both ran and that was answered differently.
pub fn disagreement(a: &Transcript, b: &Transcript) -> Option<String> {
    let (mut left, mut right) = (a.iter().peekable(), b.iter().peekable());
    while let (Some(l), Some(r)) = (left.peek(), right.peek()) {
        if l.0 == r.0 {
            if l.1 != r.1 {
                return Some(format!("{}\n--- one\n{}\n--- other\n{}", l.0, l.1, r.1));
            }
            left.next();
            right.next();
        } else if b.iter().any(|(sql, _)| *sql == l.0) {
            right.next();
        } else {
            left.next();
        }
    }
    None
}
