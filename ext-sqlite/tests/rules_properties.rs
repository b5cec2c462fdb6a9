//! Do the ranking rules hold for every pool? Bound, set, ties, neutrality, refusal and freshness protection, for random
//! pools up to 100 and exhaustively for small ones; and the rule that one would write first is shown to break.

use pc_lifecycle::refusal::Code;
use pc_lifecycle::rules::{
    check_order, fuse, parse_policy, reorder, rrf_term, Channel, Identity, Policy, Quality,
};
use proptest::prelude::*;

/// Every vector of `length` values from `least..=greatest`.
fn vectors(length: u32, least: i64, greatest: i64) -> impl Iterator<Item = Vec<i64>> {
    let width = greatest - least + 1;
    (0..width.pow(length)).map(move |mut code| {
        let next = |_| {
            let value = least + code % width;
            code /= width;
            value
        };
        (0..length).map(next).collect()
    })
}

fn displacements(order: &[usize]) -> impl Iterator<Item = i64> + '_ {
    order
        .iter()
        .enumerate()
        .map(|(place, baseline)| *baseline as i64 - place as i64)
}

/// A policy of importance terms alone.
fn importance_policy(
    displacement: i64,
    low: i64,
    normal: i64,
    high: i64,
    critical: i64,
) -> Result<Policy, String> {
    let text = format!(
        r#"{{"id":"p","max_displacement":{displacement},
            "importance":{{"low":{low},"normal":{normal},"high":{high},"critical":{critical}}}}}"#
    );
    parse_policy(&text).map_err(|refusal| refusal.line().to_owned())
}

fn ids(order: &[usize]) -> String {
    order
        .iter()
        .map(|place| char::from(b'A' + *place as u8))
        .collect()
}

#[test]
fn the_worked_example() {
    assert_eq!(ids(&reorder(&[0, 0, 3, 0, 0, 0], 2).unwrap()), "ACBDEF");
    assert_eq!(ids(&reorder(&[], 2).unwrap()), "");
}

#[test]
fn one_and_two_half_positions_move_nothing_three_and_four_one_five_and_six_two() {
    for (difference, order) in [
        (1, "ABCD"),
        (2, "ABCD"),
        (3, "ABDC"),
        (4, "ABDC"),
        (5, "ADBC"),
        (6, "ADBC"),
    ] {
        assert_eq!(
            ids(&reorder(&[0, 0, 0, difference], 2).unwrap()),
            order,
            "{difference}"
        );
    }
}

#[test]
fn every_small_pool_stays_within_its_bound() {
    // All adjustments that a policy of displacement D can hand out, whatever the place of its 0.
    for displacement in 0..=2_i64 {
        let span = 2 * (displacement + 1);
        for length in 0..=if displacement == 2 { 6 } else { 7 } {
            for adjustments in vectors(length, 0, span) {
                // A refusal would be an internal one: the bound or the set is broken.
                let order = reorder(&adjustments, displacement).expect("within the bound");
                for pair in order.windows(2) {
                    let tie_or_rise = adjustments[pair[0]] == adjustments[pair[1]];
                    assert!(!tie_or_rise || pair[0] < pair[1], "{adjustments:?}");
                }
            }
        }
    }
}

#[test]
fn a_wider_span_would_break_the_bound() {
    // Why 2(D + 1) and not one more: the smallest counterexample is refused as internal, never answered.
    for displacement in 0..=2_i64 {
        let last = usize::try_from(displacement + 1).unwrap();
        let mut adjustments = vec![0; last + 1];
        adjustments[last] = 2 * (displacement + 1) + 1;
        let refusal = reorder(&adjustments, displacement).unwrap_err();
        assert_eq!(refusal.code(), Code::Internal);
    }
}

#[test]
fn the_naive_rule_breaks_two_places() {
    // Sorting by rank − shift with shifts of −2..2 looks bounded by 2 and is not: who is sent down two places is also
    // passed by a neighbour that is sent up.
    let naive = |shifts: &[i64]| {
        let mut order: Vec<usize> = (0..shifts.len()).collect();
        order.sort_by_key(|&place| (place as i64 - shifts[place], place));
        order
    };
    let worst = vectors(7, -2, 2).map(|shifts| displacements(&naive(&shifts)).map(i64::abs).max());
    assert_eq!(worst.max().flatten(), Some(3));
    let order = naive(&[-2, 0, 2, 2]);
    assert_eq!(ids(&order), "CBDA");
    assert!(check_order(&order, 4, 2).is_err());
}

#[test]
fn a_broken_order_is_an_internal_refusal() {
    for (order, members) in [
        (vec![0, 0], 2),
        (vec![0], 2),
        (vec![0, 2], 2),
        (vec![0, 1, 1], 2),
        (vec![3, 0, 1, 2], 4),
    ] {
        assert_eq!(
            check_order(&order, members, 2).unwrap_err().code(),
            Code::Internal,
            "{order:?}"
        );
    }
}

#[test]
fn exactly_the_policies_within_the_span_are_registered() {
    for displacement in 0..=2 {
        for terms in vectors(4, -4, 4) {
            let span = terms.iter().max().unwrap().max(&0) - terms.iter().min().unwrap().min(&0);
            let policy = importance_policy(displacement, terms[0], terms[1], terms[2], terms[3]);
            assert_eq!(
                policy.is_ok(),
                span <= 2 * (displacement + 1),
                "{displacement} {terms:?}"
            );
        }
    }
    let both = |user: i64| {
        parse_policy(&format!(
            r#"{{"id":"p","max_displacement":2,"importance":{{"low":-2,"normal":0,"high":2,"critical":2}},
                "provenance":{{"untrusted":0,"user_asserted":{user},"repository_attested":1,"system_attested":1}},
                "freshness":{{"bands":[{{"min_age":1,"term":-1}}]}}}}"#
        ))
    };
    assert!(both(1).is_ok());
    assert_eq!(
        both(2).unwrap_err().line(),
        "pc: bad_input: policy p may displace over 2; narrow its terms"
    );
}

fn aged(displacement: i64) -> Policy {
    let text = format!(
        r#"{{"id":"aged","max_displacement":{displacement},"freshness":{{"bands":[
            {{"min_age":10,"term":-1}},{{"min_age":20,"term":-3}}]}}}}"#
    );
    parse_policy(&text).unwrap()
}

fn a_policy() -> impl Strategy<Value = Policy> {
    let terms = (
        0..=2_i64,
        prop::array::uniform4(-6..=6_i64),
        prop::array::uniform4(0..=6_i64),
        prop::collection::vec(0..=6_i64, 0..4),
    );
    terms.prop_filter_map("a span within the bound", |(displacement, importance, provenance, mut falls)| {
        falls.sort_unstable();
        let bands: Vec<String> = falls.iter().enumerate().map(|(at, fall)| format!(r#"{{"min_age":{},"term":{}}}"#, at * 100, -fall)).collect();
        let [low, normal, high, critical] = importance;
        let [untrusted, user, repository, system] = provenance;
        let text = format!(
            r#"{{"id":"p","max_displacement":{displacement},
                "importance":{{"low":{low},"normal":{normal},"high":{high},"critical":{critical}}},
                "provenance":{{"untrusted":{untrusted},"user_asserted":{user},"repository_attested":{repository},"system_attested":{system}}},
                "freshness":{{"bands":[{}]}}}}"#,
            bands.join(",")
        );
        // What does not fit is shrunk by dropping dimensions, so that wide policies are seen too.
        parse_policy(&text).ok().or_else(|| importance_policy(displacement, low, normal, high, critical).ok())
    })
}

fn a_member() -> impl Strategy<Value = Quality> {
    (
        0..4_i64,
        0..4_i64,
        0..4_i64,
        any::<bool>(),
        prop::option::of(-500..500_i64),
    )
        .prop_map(|(importance, a, b, current_state, recorded_at)| Quality {
            importance,
            authority_min: a.min(b),
            authority_max: a.max(b),
            current_state,
            recorded_at,
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_policy_keeps_set_and_bound_and_the_order_of_equals(
        policy in a_policy(),
        pool in prop::collection::vec(a_member(), 0..=100),
        now in prop::option::of(-500..500_i64),
    ) {
        let adjustments: Vec<i64> = pool.iter().map(|member| policy.terms(member, now).adjustment()).collect();
        let order = reorder(&adjustments, policy.max_displacement).unwrap();
        let mut set = order.clone();
        set.sort_unstable();
        prop_assert!(set.into_iter().eq(0..pool.len()));
        for moved in displacements(&order) {
            prop_assert!(moved.abs() <= policy.max_displacement);
        }
        for (place, &one) in order.iter().enumerate() {
            for &other in &order[place + 1..] {
                // Who stands behind and came first was overtaken, and only by more than two half positions a place.
                if other < one {
                    prop_assert!(adjustments[one] - adjustments[other] > 2 * (one - other) as i64);
                } else {
                    prop_assert!(adjustments[other] - adjustments[one] <= 2 * (other - one) as i64);
                }
            }
        }
    }

    #[test]
    fn equal_adjustments_leave_the_baseline(length in 0..=100_usize, adjustment in -6..=6_i64) {
        let order = reorder(&vec![adjustment; length], 0).unwrap();
        prop_assert!(order.into_iter().eq(0..length));
    }

    #[test]
    fn a_policy_without_terms_changes_nothing(pool in prop::collection::vec(a_member(), 0..=100), now in any::<i64>()) {
        let neutral = parse_policy(r#"{"id":"neutral","max_displacement":2}"#).unwrap();
        let terms = pool.iter().map(|member| neutral.terms(member, Some(now)));
        prop_assert!(terms.clone().all(|terms| terms.rules().is_empty()));
        let adjustments: Vec<i64> = terms.map(|terms| terms.adjustment()).collect();
        prop_assert!(reorder(&adjustments, 0).unwrap().into_iter().eq(0..pool.len()));
    }

    #[test]
    fn freshness_demotes_only_dated_unprotected_current_state(member in a_member(), now in prop::option::of(-500..500_i64)) {
        let terms = aged(2).terms(&member, now);
        prop_assert!(terms.adjustment() <= 0);
        let protected = member.authority_max >= 2 || member.importance >= 3;
        if protected || !member.current_state || member.recorded_at.is_none() || now.is_none() {
            prop_assert_eq!(terms.adjustment(), 0);
        }
        if let (Some(now), Some(recorded_at)) = (now, member.recorded_at) {
            prop_assert!(now - recorded_at >= 10 || terms.adjustment() == 0);
        }
    }

    #[test]
    fn a_fused_score_is_the_sum_of_its_terms(
        weights in prop::collection::vec(0.001..1e6_f64, 1..=5),
        lists in prop::collection::vec(prop::collection::vec(0..12_usize, 0..20), 5),
    ) {
        let names: Vec<String> = (0..12).map(|at| format!("e{at:02}")).collect();
        let identity = |entry_id| Identity { memory_artifact_id: "m", entry_id, entry_version_id: "v", scope_id: "s" };
        let identities: Vec<Identity> = names.iter().map(|name| identity(name.as_str())).collect();
        let pairs = weights.iter().zip(&lists);
        let channels: Vec<Channel> = pairs.clone().map(|(weight, list)| Channel { weight: *weight, candidates: list }).collect();
        let fused = fuse(&channels, &identities);
        for row in &fused {
            let ranks = pairs.clone().map(|(weight, list)| list.iter().position(|at| *at == row.candidate).map(|at| (*weight, at + 1)));
            let terms: Vec<f64> = ranks.flatten().map(|(weight, rank)| rrf_term(weight, rank)).collect();
            let sum = terms[1..].iter().fold(terms[0], |sum, term| sum + term);
            prop_assert_eq!(row.score.to_bits(), sum.to_bits());
            prop_assert_eq!(row.channels.count_ones() as usize, terms.len());
        }
        for pair in fused.windows(2) {
            prop_assert!(pair[0].score > pair[1].score || pair[0].score == pair[1].score && pair[0].candidate < pair[1].candidate);
        }
    }
}
