//! `pc-lifecycle`: installs, asks and compares memory quality and lifecycle on SQLite and OceanBase.

mod cli;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::Arguments::parse().run() {
        Ok(code) => code,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::FAILURE
        }
    }
}
