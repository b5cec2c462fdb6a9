//! The program and the README, run as a person would.

mod cli;
mod readme;

/// A URL part that names the extension, which `cargo test` builds as a dependency of these tests.
fn extension() -> std::path::PathBuf {
    pc_client::extension::locate(None).expect("the extension is built with these tests")
}

/// The OceanBase server, for one test at a time: sessions that create objects at once get in each other's way (see
/// `pc_client::migrate`).
fn server() -> (
    std::sync::MutexGuard<'static, ()>,
    &'static pc_client::seekdb::Server,
) {
    static TURN: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let turn = TURN
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let server = pc_client::seekdb::Server::shared().expect("an OceanBase server");
    (turn, server)
}
