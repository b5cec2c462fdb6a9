//! `pc-lifecycle`: installs, asks and compares memory quality and lifecycle on SQLite and OceanBase.

mod cli;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::Arguments::parse().run() {
        Ok(code) => code,
        Err(e) => {
            eprintln!("{e}");
            if e.mysql_code()
                .is_some_and(|code| NOTHING_THERE.contains(&code))
            {
                eprintln!(
                    "is a lifecycle store in that database? pc-lifecycle install URL makes one"
                );
            }
            ExitCode::FAILURE
        }
    }
}

/// OceanBase's "no such table", "no such function or procedure".
const NOTHING_THERE: [u16; 2] = [1146, 1305];
