//! Keeps the loaded library in the process. SQLite unloads an extension with its connection; a host that opens, loads and
//! closes again and again would then lose 18 kB each time, the data that is read once (levels, refusal texts). Where a
//! linker knows no such flag, dyld keeps libraries with thread-locals anyway, and Windows loses those bytes.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let family = std::env::var("CARGO_CFG_TARGET_FAMILY").unwrap_or_default();
    let vendor = std::env::var("CARGO_CFG_TARGET_VENDOR").unwrap_or_default();
    if family == "unix" && vendor != "apple" {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
    }
}
