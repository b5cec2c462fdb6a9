//! Both engines, one set of cases. `PC_TEST_FULL=1` runs the long forms (`make test-full`).
mod agreement;
mod caps;
mod cases;
mod constants;
mod hostile;
mod kills;
mod migrations;
mod moved;
mod off;
mod parity;
mod plan;
mod races;
mod records;
mod surface;
mod users;

/// Whether the long forms are asked for.
fn full() -> bool {
    std::env::var_os("PC_TEST_FULL").is_some_and(|value| value != "0")
}
