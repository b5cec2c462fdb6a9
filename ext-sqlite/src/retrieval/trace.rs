//! Why did a pool come out in this order? As one canonical JSON text (version `trace.v1`), the same bytes on both
//! engines: integers and strings only, keys in byte order, no score and no entry text.
//!
//! Bounded: the first 100 members of the adjusted order are told, `omitted` counts the rest, `pool` all of them.
//! `filtered` and `unknown` count hits for each channel, so that "nothing found" and "all found were dead" differ.

use std::fmt::Write as _;

use super::rank::Ranked;
use crate::canonical::push_string;
use crate::data::limits;
use crate::projection::Validity;
use crate::request::View;

pub fn trace(ranked: &Ranked, view: View) -> String {
    let shown = ranked
        .members
        .len()
        .min(usize::try_from(limits().trace_members).unwrap_or(0));
    let conflicts = ranked.members.iter().filter(|member| {
        let standing = &ranked.standings[member.candidate];
        standing
            .as_ref()
            .is_some_and(|standing| standing.validity == Validity::UnresolvedConflict)
    });
    let mut out = String::with_capacity(200 + 300 * shown);
    let _ = write!(out, "{{\"conflicts\":{},\"filtered\":", conflicts.count());
    push_counts(&mut out, ranked, &ranked.filtered);
    out.push_str(",\"members\":[");
    for place in 0..shown {
        if place > 0 {
            out.push(',');
        }
        push_member(&mut out, ranked, place);
    }
    out.push_str("],\"membership_changed\":false,\"neutral_reason\":");
    match &ranked.policy {
        Err(neutral) => push_string(&mut out, neutral.name()),
        Ok(_) => out.push_str("null"),
    }
    let _ = write!(
        out,
        ",\"omitted\":{},\"policy\":",
        ranked.members.len() - shown
    );
    match &ranked.policy {
        Err(_) => out.push_str("null"),
        Ok(policy) => {
            let _ = write!(
                out,
                "{{\"id\":\"{}\",\"sha256\":\"{}\"}}",
                policy.id, policy.sha256
            );
        }
    }
    let _ = write!(out, ",\"pool\":{},\"unknown\":", ranked.members.len());
    push_counts(&mut out, ranked, &ranked.unknown);
    out.push_str(",\"version\":\"trace.v1\",\"view\":");
    match view {
        View::Current => out.push_str("\"current\""),
        View::History => out.push_str("\"history\""),
        View::AsOf(revision) => {
            let _ = write!(out, "{revision}");
        }
    }
    out.push('}');
    out
}

/// An object of channel names; as in every canonical object, by the bytes of the names and not in channel order.
fn push_counts(out: &mut String, ranked: &Ranked, counts: &[usize]) {
    let channels = &ranked.candidates.channels;
    let mut named: Vec<_> = channels
        .iter()
        .map(|channel| channel.name)
        .zip(counts)
        .collect();
    named.sort_unstable();
    out.push('{');
    for (at, (name, count)) in named.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        push_string(out, name);
        let _ = write!(out, ":{count}");
    }
    out.push('}');
}

fn push_member(out: &mut String, ranked: &Ranked, place: usize) {
    let member = &ranked.members[place];
    let identity = &ranked.candidates.identities[member.candidate];
    let rank = place as i64 + 1;
    let _ = write!(
        out,
        "{{\"adjustment\":{},\"baseline_rank\":{},\"displacement\":{},\"entry_id\":",
        member.terms.adjustment(),
        member.baseline_rank,
        member.baseline_rank - rank,
    );
    push_string(out, identity.entry_id);
    out.push_str(",\"entry_version_id\":");
    push_string(out, identity.entry_version_id);
    out.push_str(",\"memory_artifact_id\":");
    push_string(out, identity.memory_artifact_id);
    let revision = ranked.candidates.revisions[member.candidate];
    let _ = write!(out, ",\"rank\":{rank},\"revision\":{revision},\"rules\":[");
    for (at, rule) in member.terms.rules().split_terminator(',').enumerate() {
        if at > 0 {
            out.push(',');
        }
        push_string(out, rule);
    }
    out.push_str("],\"scope_id\":");
    push_string(out, identity.scope_id);
    out.push('}');
}
