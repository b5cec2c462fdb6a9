//! Do the measured times keep their bounds? Reads criterion's medians of the last run and prints them as ratios.
//!
//! `cargo run -p pc_bench --bin ratios`; ends with 1 when a bound is missed. A benchmark that was not run is left out.

use std::path::Path;
use std::process::ExitCode;

use comfy_table::Table;
use serde_json::Value;

struct Bound {
    what: &'static str,
    /// Part of `what` that is reported apart.
    without: Option<&'static str>,
    yardstick: &'static str,
    at_most: f64,
}

const BOUNDS: &[Bound] = &[
    Bound {
        what: "sqlite/pc_reorder",
        without: None,
        yardstick: "sqlite/window_query",
        at_most: 0.5,
    },
    Bound {
        what: "sqlite/pc_reorder",
        without: None,
        yardstick: "sqlite/key_lookups",
        at_most: 0.9,
    },
    Bound {
        what: "sqlite/pc_reorder",
        without: None,
        yardstick: "sqlite/window_query_on_projection",
        at_most: 0.5,
    },
    Bound {
        what: "sqlite/pc_reorder",
        without: None,
        yardstick: "sqlite/key_lookups_on_projection",
        at_most: 0.9,
    },
    Bound {
        what: "oceanbase/pc_rank",
        without: Some("oceanbase/validation"),
        yardstick: "oceanbase/parse_and_join",
        at_most: 1.75,
    },
];

/// What the checks of a request may take, in microseconds.
const VALIDATION: f64 = 1500.0;

fn kept(missed: bool) -> &'static str {
    if missed {
        "missed"
    } else {
        "kept"
    }
}

/// The median of one benchmark, in microseconds.
fn median(benchmark: &str) -> Option<f64> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/criterion");
    let text = std::fs::read_to_string(folder.join(benchmark).join("new/estimates.json")).ok()?;
    let estimates: Value = serde_json::from_str(&text).ok()?;
    Some(estimates["median"]["point_estimate"].as_f64()? / 1000.0)
}

fn main() -> ExitCode {
    let mut table = Table::new();
    table.set_header(["measured", "µs", "yardstick", "µs", "ratio", "at most", ""]);
    let mut missed = false;
    for bound in BOUNDS {
        let part = bound.without.map_or(Some(0.0), median);
        let (Some(whole), Some(part), Some(other)) =
            (median(bound.what), part, median(bound.yardstick))
        else {
            continue;
        };
        let time = whole - part;
        let ratio = time / other;
        missed |= ratio > bound.at_most;
        table.add_row([
            &bound.without.map_or(bound.what.to_owned(), |part| {
                format!("{} without {part}", bound.what)
            }),
            &format!("{time:.0}"),
            bound.yardstick,
            &format!("{other:.0}"),
            &format!("{ratio:.2}"),
            &format!("{:.2}", bound.at_most),
            kept(ratio > bound.at_most),
        ]);
    }
    println!("{table}");
    if let Some(time) = median("oceanbase/validation") {
        let late = time > VALIDATION;
        missed |= late;
        println!(
            "oceanbase/validation: {time:.0} µs, at most {VALIDATION:.0}: {}",
            kept(late)
        );
    }
    if missed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}
