//! The command line: arguments, and which command does what.

mod conform;
mod demo;
mod show;

use clap::{Parser, Subcommand};
use pc_client::{data, migrate, Backend, Cell, Error, Result, Rows};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Memory quality and lifecycle inside the database.
///
/// A database is named by a URL: sqlite:PATH[?authority=PATH&as=NAME] or mysql://USER@HOST:PORT/DATABASE.
#[derive(Parser)]
#[command(name = "pc-lifecycle", version)]
pub struct Arguments {
    /// The SQLite extension's file; else it is looked for beside this program and in target/.
    #[arg(long, global = true, value_name = "FILE")]
    extension: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make the lifecycle store; on OceanBase run the migrations that are missing.
    Install {
        url: String,
        /// Whose facts: native, powercontext-1.2 or powercontext-1.4.
        #[arg(long)]
        adapter: Option<String>,
        /// The schema (OceanBase: database) of the authority, where it is not the URL's.
        #[arg(long)]
        attached: Option<String>,
    },
    /// OceanBase: undo every migration; all lifecycle records go.
    Uninstall { url: String },
    /// Derive the projection anew, of everything, one scope or one Memory.
    Rebuild {
        url: String,
        scope: Option<String>,
        #[arg(requires = "scope")]
        memory: Option<String>,
    },
    /// Which versions of a Memory are current, and why the others are not.
    Validity {
        url: String,
        scope: String,
        memory: String,
        /// As of this revision.
        #[arg(long)]
        as_of: Option<i64>,
        #[command(flatten)]
        format: show::Format,
    },
    /// Filter, fuse and reorder channels of hits.
    Rank {
        url: String,
        /// JSON, a file, or - for standard input.
        channels: String,
        #[arg(default_value = "{}")]
        options: String,
        #[command(flatten)]
        format: show::Format,
    },
    /// How that order came about, as canonical JSON.
    Trace {
        url: String,
        /// JSON, a file, or - for standard input.
        channels: String,
        #[arg(default_value = "{}")]
        options: String,
    },
    /// Ask both engines the same and compare every cell.
    Conform(conform::Conform),
    /// See it work on a real PowerContext database, with nothing to set up.
    Demo(demo::Demo),
    /// Write sql/oceanbase/V002__data.sql from sql/data.
    #[command(hide = true)]
    Data {
        #[arg(long, default_value = "sql")]
        sql: PathBuf,
    },
}

impl Arguments {
    pub fn run(self) -> Result<ExitCode> {
        let extension = self.extension.as_deref();
        let open = |url: &str| Backend::open_with(url, extension);
        match self.command {
            Command::Install {
                url,
                adapter,
                attached,
            } => {
                let mut db = open(&url)?;
                let ran = db.migrate()?;
                if ran > 0 {
                    println!("{ran} migrations applied");
                }
                answer(&db.install(adapter.as_deref(), attached.as_deref())?);
            }
            Command::Uninstall { url } => {
                let mut db = open(&url)?;
                db.undo()?;
                println!("{} migrations undone", migrate::MIGRATIONS.len());
            }
            Command::Rebuild { url, scope, memory } => {
                let arguments: Vec<Cell> = [scope, memory]
                    .into_iter()
                    .flatten()
                    .map(Cell::from)
                    .collect();
                answer(&open(&url)?.call("pc_rebuild", &arguments)?);
            }
            Command::Validity {
                url,
                scope,
                memory,
                as_of,
                format,
            } => {
                let mut arguments = vec![scope.into(), memory.into()];
                arguments.extend(as_of.map(Cell::from));
                let rows = open(&url)?.read("pc_validity", &arguments)?;
                format.print(&rows, show::VALIDITY);
            }
            Command::Rank {
                url,
                channels,
                options,
                format,
            } => {
                let arguments = [text(&channels)?, text(&options)?];
                let rows = open(&url)?.read("pc_rank", &arguments)?;
                format.print(&rows, show::RANK);
            }
            Command::Trace {
                url,
                channels,
                options,
            } => {
                let arguments = [text(&channels)?, text(&options)?];
                answer(&open(&url)?.read("pc_trace", &arguments)?);
            }
            Command::Conform(conform) => return conform.run(extension),
            Command::Demo(demo) => demo.run(extension)?,
            Command::Data { sql } => {
                let file = data::output(&sql);
                std::fs::write(&file, data::render(&sql)?).map_err(|e| Error::file(&file, e))?;
                println!("{}", file.display());
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// What a call that gives one value answered.
fn answer(rows: &Rows) {
    println!("{}", rows.scalar());
}

/// JSON as given, from standard input, or from a file.
fn text(argument: &str) -> Result<Cell> {
    if argument.trim_start().starts_with(['[', '{']) {
        return Ok(argument.into());
    }
    let mut text = String::new();
    if argument == "-" {
        std::io::stdin()
            .read_to_string(&mut text)
            .map_err(|e| Error::file("standard input", e))?;
    } else {
        text =
            std::fs::read_to_string(Path::new(argument)).map_err(|e| Error::file(argument, e))?;
    }
    Ok(text.into())
}
