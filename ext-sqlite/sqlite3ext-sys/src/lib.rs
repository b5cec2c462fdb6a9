//! Pre-generated bindings that stand in for the crate of the same name, so that `sqlite-loadable` builds with a Rust
//! toolchain alone: no libclang, no bindgen, no C compilation of an SQLite that the extension would never use.
//!
//! It takes effect through `[patch.crates-io]` in the workspace's Cargo.toml.

#![allow(non_camel_case_types, non_snake_case)]

#[rustfmt::skip]
mod bindings;

pub use bindings::*;
