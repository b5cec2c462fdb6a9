//! A refresh after every single step writes what that step changed, and its digest is that of the records.
//!
//! Beside the entries that the history is about lie many that it never names: a refresh that rewrites one of them costs too
//! much, and one that forgets an entry of the history leaves another digest than the reference has.
use super::story::{Random, Story, MEMORIES};
use super::Pair;
use pc_client::Cell;
use pc_tests::engine::show;
use pc_tests::reference::{self, Records};
use serde_json::Value;

const QUIET: i64 = 50;

fn refreshed(pair: &mut Pair, what: &str) -> i64 {
    let answer = pair.both(&format!("{what}: pc_refresh"), |engine| {
        engine.call("pc_refresh", &[])
    });
    let answer = show(&answer.expect("pc_refresh").rows[0][0]);
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    answer["rows"].as_i64().expect("a number of rows")
}

fn tell(seed: u64, length: usize) {
    let mut pair = Pair::new();
    for at in 0..QUIET {
        let text = format!("Quiet {at}.");
        let entry = format!("quiet {at}");
        pair.both(&entry, |engine| {
            let words = ["s", MEMORIES[0]].map(Cell::from);
            let words = [&words[..], &[Cell::Int(at), "fact".into()]].concat();
            let more = [
                text.as_str().into(),
                Cell::Null,
                Cell::Int(1),
                entry.as_str().into(),
            ];
            engine.call("pc_remember", &[words, more.to_vec()].concat())
        })
        .expect("pc_remember");
    }
    let mut story = Story {
        random: Random(seed),
        heads: [QUIET, 0, 0],
        clock: 1000,
    };
    refreshed(&mut pair, "at first");
    let mut written = 0;
    for step in 0..length {
        let call = story.next();
        let what = format!("seed {seed}, step {step}: {} {:?}", call.0, call.1);
        let answer = pair.both(&what, |engine| engine.call(call.0, &call.1));
        story.follow(&call, &answer);
        let rows = refreshed(&mut pair, &what);
        written += rows;
        let records = Records::read(&mut pair.sqlite, "s");
        let told = records.versions.len() as i64 - QUIET;
        assert!(
            rows <= told,
            "{what}: {rows} rows, of {told} that it told of"
        );
        for (memory, head) in MEMORIES.into_iter().zip(story.heads) {
            if head > 0 {
                let place = [Cell::from("s"), Cell::from(memory)];
                let digest = pair.both(&what, |engine| engine.call("pc_digest", &place));
                let digest = show(&digest.expect("pc_digest").rows[0][0]);
                let wanted = reference::memory_digest(&records, memory);
                assert_eq!(digest, wanted, "{what}: digest of '{memory}'");
            }
        }
    }
    assert!(written > length as i64 / 4, "{written} rows: nothing moved");
}

#[test]
fn every_step_is_refreshed_at_its_own_cost() {
    let (seeds, length) = if crate::full() { (10, 200) } else { (2, 80) };
    for seed in 101..101 + seeds {
        tell(seed, length);
    }
}
