//! The program and the README, run as a person would.

mod cli;
mod readme;

/// A URL part that names the extension, which `cargo test` builds as a dependency of these tests.
fn extension() -> std::path::PathBuf {
    pc_client::extension::locate(None).expect("the extension is built with these tests")
}
