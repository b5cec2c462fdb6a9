//! Several rebuild and refresh one Memory at once, while it is written: whoever reads sees whole projections.
//!
//! A rebuild that is refused because another was first has lost nothing; what a reader sees is never in between.
use pc_client::Cell;
use pc_tests::engine::{show, Client, Engine};
use pc_tests::reference::{memory_digest, Records};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const ENTRIES: i64 = 24;
const BUILDERS: usize = 3;

fn fill(engine: &mut Client) {
    for at in 0..ENTRIES {
        let write = [
            Cell::from("s"),
            Cell::from("m"),
            Cell::Int(at),
            Cell::from("fact"),
            Cell::Text(format!("Fact {at}.")),
            Cell::Null,
            Cell::Int(at),
            Cell::Text(format!("e{at:02}")),
        ];
        engine.call("pc_remember", &write).expect("pc_remember");
    }
    engine.call("pc_rebuild", &[]).expect("pc_rebuild");
}

/// How many rows and ties the live projection has.
fn seen(engine: &mut Client) -> (Cell, Cell) {
    let live = if engine.name() == "sqlite" {
        ""
    } else {
        " AND x.slot = h.slot"
    };
    let of = |table: &str| {
        format!("(SELECT count(*) FROM pc_lifecycle_{table} x WHERE x.scope_id = h.scope_id AND x.memory_artifact_id = h.memory_artifact_id{live})")
    };
    let sql = format!(
        "SELECT {} AS projected, {} AS tied FROM pc_lifecycle_projection_header h WHERE h.scope_id = 's' AND h.memory_artifact_id = 'm'",
        of("projection"), of("projection_tie")
    );
    let rows = engine.query(&sql, &[]).expect("a reading").rows;
    assert_eq!(rows.len(), 1, "{}: no projection at all", engine.name());
    (rows[0][0].clone(), rows[0][1].clone())
}

/// Calls until time is up; every refusal is that another was first.
fn call_on(
    url: &str,
    over: &AtomicBool,
    mut next: impl FnMut(i64) -> (&'static str, Vec<Cell>),
) -> usize {
    let mut engine = Client::open(url);
    let mut done = 0;
    for at in 0.. {
        if over.load(Ordering::Relaxed) {
            break;
        }
        let (name, arguments) = next(at);
        match engine.call(name, &arguments) {
            Ok(_) => done += 1,
            Err(refused) => assert!(refused.0.starts_with("pc: conflict: "), "{name}: {refused}"),
        }
    }
    done
}

/// `written`: marks are set meanwhile, so that what is built moves; else the builders only have each other.
fn readers_see_whole_projections(url: &str, written: bool) {
    let mut engine = Client::open(url);
    let over = AtomicBool::new(false);
    let place = || vec![Cell::from("s"), Cell::from("m")];
    let (mut readings, mut wrong) = (0, BTreeSet::new());
    let lasting = Duration::from_secs(if crate::full() { 60 } else { 8 });
    std::thread::scope(|threads| {
        let mut working: Vec<_> = (0..BUILDERS)
            .map(|_| threads.spawn(|| call_on(url, &over, |_| ("pc_rebuild", place()))))
            .collect();
        working.push(threads.spawn(|| call_on(url, &over, |_| ("pc_refresh", place()))));
        if written {
            working.push(threads.spawn(|| {
                call_on(url, &over, |at| {
                    let entry = Cell::Text(format!("e{:02}", at % ENTRIES));
                    let words = ["session", &format!("task-{at}"), "tidy", "automatic"];
                    let mut mark = [place(), vec![entry]].concat();
                    mark.extend(words.map(Cell::from));
                    mark.push(Cell::Int(at));
                    ("pc_mark", mark)
                })
            }));
        }
        let begun = Instant::now();
        while begun.elapsed() < lasting && wrong.is_empty() {
            let reading = seen(&mut engine);
            readings += 1;
            if reading != (Cell::Int(ENTRIES), Cell::Int(1)) {
                wrong.insert(format!(
                    "{} rows, {} ties",
                    show(&reading.0),
                    show(&reading.1)
                ));
            }
        }
        over.store(true, Ordering::Relaxed);
        let done: Vec<usize> = working
            .into_iter()
            .map(|t| t.join().expect("a worker"))
            .collect();
        println!(
            "{}: {readings} readings, calls that did it {done:?}",
            engine.name()
        );
        // One that always came second is no fault; that nobody built would test nothing.
        let rebuilt: usize = done[..BUILDERS].iter().sum();
        assert!(rebuilt > 2, "{done:?}: hardly anything was rebuilt");
    });
    assert!(
        wrong.is_empty(),
        "{}: after {readings} readings {wrong:?}",
        engine.name()
    );
    assert!(readings > 20, "{}: {readings} readings", engine.name());

    engine.call("pc_refresh", &[]).expect("pc_refresh");
    let digest = engine.call("pc_digest", &place()).expect("pc_digest").rows;
    let records = Records::read(&mut engine, "s");
    assert_eq!(
        show(&digest[0][0]),
        memory_digest(&records, "m"),
        "{}",
        engine.name()
    );
}

#[test]
fn readers_see_whole_projections_on_sqlite() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut engine = Client::sqlite_file(&directory.path().join("store.sqlite"));
    engine.query("PRAGMA journal_mode = WAL", &[]).expect("WAL");
    engine.call("pc_install", &[]).expect("pc_install");
    fill(&mut engine);
    for written in [false, true] {
        readers_see_whole_projections(&engine.url, written);
    }
}

#[test]
fn readers_see_whole_projections_on_oceanbase() {
    let mut engine = Client::oceanbase_clean();
    fill(&mut engine);
    for written in [false, true] {
        readers_see_whole_projections(&engine.url, written);
    }
}
