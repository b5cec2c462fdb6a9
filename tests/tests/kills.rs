//! A rebuild or a refresh is killed at moments spread over the time it takes: the old projection is there then, or the new
//! one, whole; and the next run gives the new one.
//!
//! On SQLite the process is killed (SIGKILL); on OceanBase the session is, or the server, which then recovers from its log.
use mysql_async::prelude::Queryable;
use pc_client::seekdb::{locate, Server};
use pc_client::Cell;
use pc_tests::bulk;
use pc_tests::engine::{show, Client, Engine};
use pc_tests::host::{Host, Python};
use pc_tests::reference::{memory_digest, Records};
use sha2::{Digest, Sha256};
use std::path::Path;
use std::time::{Duration, Instant};

/// More than two steps of a rebuild on OceanBase.
const ENTRIES: usize = 4_100;
const MARKED: usize = 60;
const CALLS: [&str; 2] = ["pc_rebuild", "pc_refresh"];

/// Kills of each call in the short form and in the long one.
fn kills(short: usize) -> usize {
    if crate::full() {
        50
    } else {
        short
    }
}

/// What the projection says from now on is not what it says yet.
fn mark(engine: &mut Client, round: usize) {
    engine.query("BEGIN", &[]).expect("BEGIN");
    for at in (1..=ENTRIES).step_by(ENTRIES / MARKED) {
        let mut mark = vec![
            Cell::from("s"),
            Cell::from("m"),
            Cell::Text(format!("e{at}")),
        ];
        let words = ["session", &format!("task-{round}"), "tidy", "automatic"];
        mark.extend(words.map(Cell::from));
        mark.push(Cell::Int(1));
        engine.call("pc_mark", &mark).expect("pc_mark");
    }
    engine.query("COMMIT", &[]).expect("COMMIT");
}

/// The SHA-256 of every live row of the projection: rows, header, ties and digest nodes.
///
/// Of one moment: a killed client's call may still be going on.
fn state(engine: &mut Client) -> String {
    let (live, begin) = match engine.name() {
        "sqlite" => ("", "BEGIN"),
        _ => (
            "AND x.slot = h.slot",
            "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; BEGIN",
        ),
    };
    engine.query(begin, &[]).expect("a snapshot");
    let mut hash = Sha256::new();
    for (table, at_least) in [
        ("projection", ENTRIES),
        ("projection_header", 1),
        ("projection_tie", 1),
        ("digest_node", 2),
    ] {
        let sql = format!(
            "SELECT x.* FROM pc_lifecycle_projection_header AS h INNER JOIN pc_lifecycle_{table} AS x
               ON x.scope_id = h.scope_id AND x.memory_artifact_id = h.memory_artifact_id {live}
             WHERE h.scope_id = 's' AND h.memory_artifact_id = 'm'"
        );
        let found = engine.query(&sql, &[]).expect("the projection");
        let slot = found.columns.iter().position(|column| column == "slot");
        let mut rows: Vec<String> = found
            .rows
            .iter()
            .map(|row| {
                let cells = row.iter().enumerate().filter(|(at, _)| Some(*at) != slot);
                let cells: Vec<String> = cells.map(|(_, cell)| show(cell)).collect();
                cells.join("\t")
            })
            .collect();
        assert!(rows.len() >= at_least, "{} of {table}", rows.len());
        rows.sort();
        hash.update(format!("{table}\n{}\n", rows.join("\n")));
    }
    engine.query("COMMIT", &[]).expect("its end");
    let hash = hash.finalize();
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What a reader is told of every entry: the same whether it is projected or derived live, but for `stale`.
fn told(engine: &mut Client) -> Vec<Vec<Cell>> {
    let place = [Cell::from("s"), Cell::from("m")];
    if engine.name() == "oceanbase" {
        // Thousands of entries derived live take seconds, and more on a busy machine.
        let patient = "SET SESSION ob_query_timeout = 120000000";
        engine.query(patient, &[]).expect("a timeout");
    }
    let mut said = engine.read("pc_validity", &place).expect("pc_validity");
    let stale = said.columns.iter().position(|column| column == "stale");
    for row in &mut said.rows {
        row.remove(stale.expect("a column stale"));
    }
    said.rows
}

/// Runs the call to its end; where the killed one still holds the Memory, again.
fn completed(engine: &mut Client, call: &str) {
    let begun = Instant::now();
    while let Err(refused) = engine.call(call, &[]) {
        let other = refused.0.starts_with("pc: conflict: ");
        let waiting = begun.elapsed() < Duration::from_secs(30);
        assert!(other && waiting, "{call} after a kill: {refused}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// What was seen of all kills of one call.
#[derive(Default)]
struct Seen {
    kills: usize,
    at_work: usize,
    new: usize,
}

impl Seen {
    /// After a kill: `old`, or what the next run gives, and that is new and what the records come to.
    fn check(&mut self, engine: &mut Client, call: &str, old: &str, at_work: bool) {
        let (found, answers) = (state(engine), told(engine));
        completed(engine, call);
        let new = state(engine);
        assert_ne!(old, new, "{call}: nothing was to be done");
        assert!(
            found == old || found == new,
            "{call}, kill {}: neither the old projection nor the new one",
            self.kills
        );
        assert!(
            answers == told(engine),
            "{call}, kill {}: a reader was told something else",
            self.kills
        );
        let place = [Cell::from("s"), Cell::from("m")];
        let digest = engine.call("pc_digest", &place).expect("pc_digest").rows;
        let records = Records::read(engine, "s");
        assert_eq!(show(&digest[0][0]), memory_digest(&records, "m"));
        if engine.name() == "oceanbase" {
            let sql = "SELECT count(*) AS n FROM pc_lifecycle_projection p
                INNER JOIN pc_lifecycle_projection_header h ON h.scope_id = p.scope_id AND h.slot <> p.slot";
            let left = engine.query(sql, &[]).expect("the other slot");
            assert_eq!(left.int(0, "n"), Some(0), "{call}: a half build was left");
        }
        self.kills += 1;
        self.at_work += usize::from(at_work);
        self.new += usize::from(found == new);
    }

    /// Enough kills met a call at work: a call may be faster than the one that was timed.
    fn end(&self, engine: &Client, call: &str, how: &str) {
        println!(
            "{} {call}, {how} killed {} times: {} at work, {} with the new projection",
            engine.name(),
            self.kills,
            self.at_work,
            self.new
        );
        assert!(
            4 * self.at_work >= self.kills,
            "{call}: {} of {} kills met it at work",
            self.at_work,
            self.kills
        );
    }
}

/// The moment of a kill: a random one (of a fixed seed) in its share of the time that the call takes.
fn moment(takes: Duration, at: usize, of: usize) -> Duration {
    let hash = Sha256::digest(format!("kill {at} of {of}"));
    let within = f64::from(hash[0]) / 256.0;
    takes.mul_f64((at as f64 + within) / of as f64)
}

/// What a call takes: the second time, when statements are planned.
fn unkilled(engine: &mut Client, mut call: impl FnMut(&mut Client) -> Duration) -> Duration {
    mark(engine, 0);
    call(engine);
    mark(engine, 1);
    call(engine)
}

fn timed(work: impl FnOnce()) -> Duration {
    let begun = Instant::now();
    work();
    begun.elapsed()
}

#[test]
fn a_killed_process_leaves_the_old_projection_or_the_new_on_sqlite() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("store.sqlite");
    let pythons = Python::at_hand(false);
    let python = pythons.first().expect("a Python that loads extensions");
    let open = || Client::sqlite_file(&file);
    let host = |file: &Path| Host::start(python, &file.display().to_string()).expect("a host");
    let mut engine = open();
    engine.call("pc_install", &[]).expect("pc_install");
    bulk::fill(&mut engine, ENTRIES);
    for (journal, call) in [
        ("WAL", CALLS[0]),
        ("DELETE", CALLS[0]),
        ("WAL", CALLS[1]),
        ("DELETE", CALLS[1]),
    ] {
        let sql = format!("PRAGMA journal_mode = {journal}");
        engine.query(&sql, &[]).expect("a journal mode");
        let takes = unkilled(&mut engine, |_| {
            let mut host = host(&file);
            timed(|| {
                host.call(call, &[]).expect(call);
            })
        });
        let (mut seen, of) = (Seen::default(), kills(10) / 2);
        for at in 0..of {
            mark(&mut engine, 2 + at);
            let old = state(&mut engine);
            drop(engine);
            let killing = format!("SELECT {call}()");
            let at_work = host(&file).killed_during(&killing, moment(takes, at, of));
            engine = open();
            let whole = engine
                .query("PRAGMA integrity_check", &[])
                .expect("a check");
            assert_eq!(show(&whole.rows[0][0]), "ok");
            seen.check(&mut engine, call, &old, at_work);
        }
        seen.end(&engine, call, journal);
    }
}

/// Calls in a session of its own, which `kill` (given its connection's id) ends after a while. Whether it met it at work.
fn killed_call(url: &str, call: &str, after: Duration, kill: impl FnOnce(i64)) -> bool {
    let mut engine = Client::open(url);
    let id = engine.query("SELECT CONNECTION_ID() AS id", &[]);
    let id = id.expect("an id").int(0, "id").expect("a number");
    std::thread::scope(|threads| {
        let calling = threads.spawn(move || engine.call(call, &[]));
        std::thread::sleep(after);
        kill(id);
        match calling.join().expect("the call ends") {
            Ok(_) => false,
            Err(refused) => {
                assert!(!refused.0.starts_with("pc: "), "{call}: {refused}");
                true
            }
        }
    })
}

/// The client dies, so that its socket closes; the server may go on. Whether it met the call at work.
fn dropped_call(url: &str, call: &str, after: Duration) -> bool {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let (connection, answered) = runtime.block_on(async {
        let mut connection = mysql_async::Conn::from_url(url).await.expect("a session");
        let calling = connection.query_drop(format!("CALL {call}(NULL, NULL)"));
        let answered = tokio::time::timeout(after, calling).await.is_ok();
        (connection, answered)
    });
    // As a dead process does: without a word. No runtime is left that could say one.
    drop(runtime);
    drop(connection);
    !answered
}

/// On OceanBase each call is killed in one way, so many times.
fn killed_on_oceanbase(
    engine: &mut Client,
    how: &str,
    of: usize,
    mut kill: impl FnMut(&mut Client, &str, Duration) -> bool,
) {
    for call in CALLS {
        let takes = unkilled(engine, |engine| timed(|| completed(engine, call)));
        let mut seen = Seen::default();
        for at in 0..of {
            mark(engine, 2 + at);
            let old = state(engine);
            let at_work = kill(engine, call, moment(takes, at, of));
            seen.check(engine, call, &old, at_work);
        }
        seen.end(engine, call, how);
    }
}

#[test]
fn a_killed_session_leaves_the_old_projection_or_the_new_on_oceanbase() {
    let mut engine = Client::oceanbase_clean();
    bulk::fill(&mut engine, ENTRIES);
    let url = engine.url.clone();
    killed_on_oceanbase(&mut engine, "session", kills(4), |engine, call, after| {
        killed_call(&url, call, after, |id| {
            if let Err(refused) = engine.query(&format!("KILL {id}"), &[]) {
                // It is through, and gone.
                assert!(refused.0.contains("Unknown thread id"), "{refused}");
            }
        })
    });
}

#[test]
fn a_killed_client_leaves_the_old_projection_or_the_new_on_oceanbase() {
    let mut engine = Client::oceanbase_clean();
    bulk::fill(&mut engine, ENTRIES);
    let url = engine.url.clone();
    killed_on_oceanbase(&mut engine, "client", kills(4), |_, call, after| {
        dropped_call(&url, call, after)
    });
}

#[test]
fn a_killed_server_leaves_the_old_projection_or_the_new_on_oceanbase() {
    let home = locate().expect("a server's files");
    let server = Server::start(&home).expect("a server");
    let url = server.installed_database().expect("an installed database");
    let mut engine = Client::open(&url);
    engine.call("pc_install", &[]).expect("pc_install");
    bulk::fill(&mut engine, ENTRIES);
    killed_on_oceanbase(&mut engine, "server", kills(3), |engine, call, after| {
        let at_work = killed_call(&url, call, after, |_| server.crash());
        server.restart().expect("the server comes back");
        *engine = Client::open(&url);
        at_work
    });
}
