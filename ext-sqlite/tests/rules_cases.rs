//! Does each ranking rule say what the contract says? Policies and their refusals, their canonical form, freshness bands,
//! the names of terms, and fusion with its tie-break, case by case.

use pc_lifecycle::rules::{fuse, parse_policy, Channel, Identity, Policy, Quality};

fn aged(displacement: i64) -> Policy {
    let text = format!(
        r#"{{"id":"aged","max_displacement":{displacement},"freshness":{{"bands":[
            {{"min_age":10,"term":-1}},{{"min_age":20,"term":-3}}]}}}}"#
    );
    parse_policy(&text).unwrap()
}

#[test]
fn a_policy_is_refused_by_what_is_wrong_with_it() {
    let deep = format!("{}{}", "[".repeat(101), "]".repeat(101));
    let cases = [
        ("", "policy is not JSON this reads; check it"),
        (deep.as_str(), "policy is not JSON this reads; check it"),
        ("[]", "policy must be a JSON object; see the README"),
        (
            r#"{"z":1,"id":5,"b":2}"#,
            "policy has the unknown key b; take it out",
        ),
        (
            r#"{"max_displacement":1}"#,
            "policy lacks the key id; add it",
        ),
        (
            r#"{"id":"p"}"#,
            "policy lacks the key max_displacement; add it",
        ),
        (
            r#"{"id":"P","max_displacement":1}"#,
            "policy: this value of id is not allowed; check it",
        ),
        (
            r#"{"id":"p","max_displacement":3}"#,
            "policy: this value of max_displacement is not allowed; check it",
        ),
        (
            r#"{"id":"p","max_displacement":1.0}"#,
            "policy: this value of max_displacement is not allowed; check it",
        ),
        (
            r#"{"id":"p","max_displacement":1,"importance":{"low":0}}"#,
            "importance lacks the key normal; add it",
        ),
        (
            r#"{"id":"p","max_displacement":1,"provenance":{"untrusted":-1,"user_asserted":0,"repository_attested":0,"system_attested":0}}"#,
            "provenance: this value of untrusted is not allowed; check it",
        ),
        (
            r#"{"id":"p","max_displacement":1,"freshness":{}}"#,
            "freshness lacks the key bands; add it",
        ),
        (
            r#"{"id":"p","max_displacement":1,"freshness":{"bands":[{"min_age":5,"term":0},{"min_age":5,"term":0}]}}"#,
            "bands[1]: this value of min_age is not allowed; check it",
        ),
        (
            r#"{"id":"p","max_displacement":1,"freshness":{"bands":[{"min_age":5,"term":-2},{"min_age":6,"term":-1}]}}"#,
            "bands[1]: this value of term is not allowed; check it",
        ),
        (
            r#"{"id":"p","max_displacement":1,"novelty":{}}"#,
            "policy has the unknown key novelty; take it out",
        ),
    ];
    for (text, line) in cases {
        assert_eq!(
            parse_policy(text).unwrap_err().line(),
            format!("pc: bad_input: {line}"),
            "{text}"
        );
    }
}

#[test]
fn the_canonical_form_does_not_depend_on_how_a_policy_was_written() {
    let plain = parse_policy(
        r#"{"id":"p","max_displacement":2,"freshness":{"bands":[{"min_age":1,"term":-1}]}}"#,
    )
    .unwrap();
    let other = parse_policy(
        " {\"max_displacement\": 1, \"freshness\":{\"bands\":[{\"term\":-1, \"min_age\":1}]},\n\"id\":\"\\u0070\", \"max_displacement\":2}",
    )
    .unwrap();
    assert_eq!(plain, other);
    assert_eq!(
        plain.body,
        r#"{"freshness":{"bands":[{"min_age":1,"term":-1}]},"id":"p","max_displacement":2}"#
    );
    assert_eq!(plain.sha256.len(), 64);
}

#[test]
fn the_shipped_policies_are_registered_as_they_are() {
    for text in pc_lifecycle::data::POLICIES {
        let policy = parse_policy(text).unwrap();
        assert_eq!(parse_policy(&policy.body).unwrap(), policy);
    }
}

#[test]
fn freshness_takes_the_last_band_reached_and_names_it() {
    let policy = aged(2);
    let member = Quality {
        current_state: true,
        recorded_at: Some(100),
        ..Quality::default()
    };
    for (now, worth, rules) in [
        (0, 0, ""),
        (109, 0, ""),
        (110, -1, "freshness.1=-1"),
        (119, -1, "freshness.1=-1"),
        (120, -3, "freshness.2=-3"),
        (i64::MAX, -3, "freshness.2=-3"),
    ] {
        let terms = policy.terms(&member, Some(now));
        assert_eq!(
            (terms.adjustment(), terms.rules().as_str()),
            (worth, rules),
            "{now}"
        );
    }
    let ancient = Quality {
        recorded_at: Some(i64::MIN),
        ..member
    };
    assert_eq!(policy.terms(&ancient, Some(i64::MAX)).adjustment(), -3);
}

#[test]
fn rules_are_named_in_the_order_of_the_dimensions() {
    let policy = parse_policy(
        r#"{"id":"p","max_displacement":2,"importance":{"low":-1,"normal":0,"high":2,"critical":2},
            "provenance":{"untrusted":0,"user_asserted":1,"repository_attested":1,"system_attested":1},
            "freshness":{"bands":[{"min_age":0,"term":-1}]}}"#,
    )
    .unwrap();
    let member = Quality {
        importance: 2,
        authority_min: 1,
        authority_max: 1,
        current_state: true,
        recorded_at: Some(5),
    };
    let terms = policy.terms(&member, Some(5));
    assert_eq!(
        terms.rules(),
        "provenance.user_asserted=1,importance.high=2,freshness.1=-1"
    );
    assert_eq!(terms.adjustment(), 2);
    assert_eq!(
        policy.terms(&member, None).rules(),
        "provenance.user_asserted=1,importance.high=2"
    );
    // A level that no rule knows (a store of another version) is worth nothing.
    let strange = Quality {
        importance: 9,
        authority_min: -1,
        ..member
    };
    assert_eq!(policy.terms(&strange, None).adjustment(), 0);
}

#[test]
fn fusion_adds_in_channel_order_and_skips_repeats_with_their_rank() {
    let identity = |entry_id| Identity {
        memory_artifact_id: "memory",
        entry_id,
        entry_version_id: "v",
        scope_id: "s",
    };
    let identities = ["e1", "e2", "e3"].map(identity);
    let channels = [
        Channel {
            weight: 1.0,
            candidates: &[0, 1, 0, 2],
        },
        Channel {
            weight: 0.5,
            candidates: &[2, 1],
        },
    ];
    let fused = fuse(&channels, &identities);
    let rows: Vec<_> = fused
        .iter()
        .map(|row| (row.candidate, row.score.to_bits(), row.channels))
        .collect();
    let expected = [
        (1, (1.0 / 62.0 + 0.5 / 62.0_f64).to_bits(), 3),
        (2, (1.0 / 64.0 + 0.5 / 61.0_f64).to_bits(), 3),
        (0, (1.0 / 61.0_f64).to_bits(), 1),
    ];
    assert_eq!(rows, expected);
}

#[test]
fn equal_scores_are_ordered_by_memory_entry_version_scope_in_bytes() {
    let ids = |memory_artifact_id, entry_id, entry_version_id, scope_id| Identity {
        memory_artifact_id,
        entry_id,
        entry_version_id,
        scope_id,
    };
    // Each alone on rank 1 of its own channel.
    let sorted = [
        ids("M", "e", "v", "s"),
        ids("m", "A", "v", "s"),
        ids("m", "a", "v", "s"),
        ids("m", "a ", "v", "s"),
        ids("m", "b", "v1", "s"),
        ids("m", "b", "v10", "s"),
        ids("m", "b", "v2", "a"),
        ids("m", "b", "v2", "b"),
        ids("m", "é", "v", "s"),
        ids("m", "😀", "v", "s"),
    ];
    let mut shuffled = sorted;
    shuffled.reverse();
    let places: Vec<[usize; 1]> = (0..shuffled.len()).map(|at| [at]).collect();
    let channels: Vec<Channel> = places
        .iter()
        .map(|at| Channel {
            weight: 1.0,
            candidates: at,
        })
        .collect();
    let fused: Vec<Identity> = fuse(&channels, &shuffled)
        .iter()
        .map(|row| shuffled[row.candidate])
        .collect();
    assert_eq!(fused, sorted);
}
