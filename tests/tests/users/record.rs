//! The record: no fact is lost, and all that became of it can be read.
use super::*;

/// The named columns of an entry's history.
fn history(engine: &mut dyn Engine, entry: &str, columns: &[&str]) -> Vec<String> {
    let rows = engine
        .read("pc_history", &cells(&["s", "m", entry]))
        .unwrap_or_else(|e| panic!("{}: {entry}: {e}", engine.name()));
    let columns: Vec<Vec<String>> = columns.iter().map(|name| column(&rows, name)).collect();
    (0..rows.rows.len())
        .map(|at| {
            let row: Vec<&str> = columns.iter().map(|column| column[at].as_str()).collect();
            row.join(" | ")
        })
        .collect()
}

/// Adding the same memory again, however often: the same head, the same rows, the same digest.
#[test]
fn the_same_memory_twice_leaves_head_and_digest() {
    let mut digests = Vec::new();
    for mut engine in engines() {
        let engine = engine.as_mut();
        story(engine);
        let (before, rows) = (digest(engine), counts(engine));
        for time in ["3000", "4000"] {
            let evidence = cites(&["chat"], "plain");
            let arguments = [
                "s",
                "m",
                "5",
                "fact",
                "Text of plain.",
                &evidence,
                time,
                "other",
            ];
            let answer = call(engine, "pc_remember", &cells(&arguments));
            assert!(
                answer.contains(r#""entry_id":"plain""#)
                    && answer.contains(r#""outcome":"unchanged","revision":5"#),
                "{}: {answer}",
                engine.name()
            );
            assert_eq!(digest(engine), before, "{}", engine.name());
            assert_eq!(counts(engine), rows, "{}", engine.name());
        }
        digests.push(before);
    }
    agreed(&digests);
}

/// A contradiction drops neither fact: both stand labelled, both histories are whole, and dismissed it leaves both as before.
#[test]
fn a_contradiction_keeps_both_facts_and_their_histories() {
    for mut engine in engines() {
        let engine = engine.as_mut();
        remember(engine, 0, "r", "The best player is Ronaldo.");
        remember(engine, 1, "q", "The best player is Messi.");
        let before = (digest(engine), counts(engine)[0][..2].to_vec());
        call(
            engine,
            "pc_relate",
            &cells(&["s", "x", "contradicts", "m", "r", "m", "q", "3000"]),
        );
        assert_eq!(
            counts(engine)[0][..2],
            before.1,
            "{}: entries and changes",
            engine.name()
        );
        for entry in ["r", "q"] {
            assert_eq!(
                history(
                    engine,
                    entry,
                    &["event", "value", "reason", "validity", "validity_reason"]
                ),
                [
                    "add | NULL | NULL | unresolved_conflict | conflict:x",
                    "contradicts | open | x | NULL | NULL",
                ],
                "{}: {entry}",
                engine.name()
            );
        }
        call(engine, "pc_dismiss", &cells(&["s", "x", "4000"]));
        assert_eq!(digest(engine), before.0, "{}: as before", engine.name());
        for entry in ["r", "q"] {
            assert_eq!(
                history(engine, entry, &["event", "value", "validity"]),
                [
                    "add | NULL | current",
                    "contradicts | open | NULL",
                    "contradicts | dismissed | NULL"
                ],
                "{}: {entry}",
                engine.name()
            );
        }
    }
}

/// A superseded entry does not own its text: said again it is a new entry, with its relation to the old one named; and the
/// old one stays superseded.
#[test]
fn the_text_of_a_superseded_entry_can_be_stored_again() {
    for mut engine in engines() {
        let engine = engine.as_mut();
        story(engine);
        let evidence = cites(&["chat"], "high");
        call(
            engine,
            "pc_supersede",
            &cells(&["s", "op", "m", "plain", "m", "high", &evidence, "3000"]),
        );
        let evidence = cites(&["chat"], "plain");
        let arguments = [
            "s",
            "m",
            "5",
            "fact",
            "Text of plain.",
            &evidence,
            "4000",
            "again",
        ];
        let answer = call(engine, "pc_remember", &cells(&arguments));
        assert!(
            answer.contains(r#""entry_id":"again""#)
                && answer.contains(r#""equal_to":"plain","outcome":"added""#),
            "{}: {answer}",
            engine.name()
        );
        let stood: Vec<(String, String)> = standing(engine)
            .iter()
            .map(|row| (show(&row[0]), show(&row[1])))
            .filter(|(entry, _)| ["plain", "again"].contains(&entry.as_str()))
            .collect();
        let wanted = [("again", "current"), ("plain", "superseded")];
        assert_eq!(
            stood,
            wanted.map(|(e, v)| (e.to_string(), v.to_string())),
            "{}",
            engine.name()
        );
        assert_eq!(
            history(engine, "again", &["event", "other_entry_id"]),
            ["add | NULL", "equal | plain"],
            "{}",
            engine.name()
        );
    }
}

/// An audit: every version with its text, every change with its reason, relation, operation and mark, who and when.
#[test]
fn the_history_tells_every_version_change_reason_relation_and_mark() {
    let columns = [
        "seq",
        "revision",
        "event",
        "text",
        "value",
        "reason",
        "other_entry_id",
        "actor",
        "recorded_at",
    ];
    let mut told = Vec::new();
    for mut engine in engines() {
        let engine = engine.as_mut();
        story(engine);
        let evidence = cites(&["repo"], "more");
        let revise = [
            "s",
            "m",
            "5",
            "plain",
            "fact",
            "Text of plain, corrected.",
            &evidence,
            "3000",
            "a typo",
        ];
        call(engine, "pc_revise", &cells(&revise));
        call(
            engine,
            "pc_relate",
            &cells(&["s", "like", "similar", "m", "plain", "m", "low", "3500"]),
        );
        call(
            engine,
            "pc_forget",
            &cells(&["s", "m", "6", "plain", "4000", "by mistake"]),
        );
        call(
            engine,
            "pc_reactivate",
            &cells(&["s", "m", "7", "plain", "5000", "no mistake"]),
        );
        let evidence = cites(&["repo"], "why");
        // The word of a repository on what a repository and a chat said.
        call(
            engine,
            "pc_supersede",
            &cells(&["s", "op", "m", "plain", "m", "high", &evidence, "6000"]),
        );
        let lines = history(engine, "plain", &columns);
        assert_eq!(
            lines,
            [
                "1 | 2 | add | Text of plain. | NULL | NULL | NULL | NULL | 1000",
                "2 | 5 | mark | NULL | state_class=current_state | NULL | NULL | alice | 2000",
                "3 | 6 | revise | Text of plain, corrected. | NULL | a typo | NULL | NULL | 3000",
                "4 | 6 | similar | NULL | open | like | low | NULL | 3500",
                "5 | 7 | deactivate | NULL | NULL | by mistake | NULL | NULL | 4000",
                "6 | 7 | mark | NULL | user_retired=1 | by mistake | NULL | pc_forget | 4000",
                "7 | 8 | reactivate | NULL | NULL | no mistake | NULL | NULL | 5000",
                "8 | 8 | superseded_by | NULL | standing | op | high | NULL | 6000",
                "9 | 8 | mark | NULL | user_retired=0 | no mistake | NULL | pc_reactivate | 5000",
            ],
            "{}",
            engine.name()
        );
        told.push(lines);
    }
    assert_eq!(told[0], told[1]);
}
