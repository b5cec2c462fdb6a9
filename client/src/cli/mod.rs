//! The command line: arguments, and which command does what.

mod conform;
mod demo;
mod explain;
mod show;

use clap::{Parser, Subcommand};
use pc_client::conform::powercontext;
use pc_client::url::Url;
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
    /// Bring the projection up to date, at the cost of what changed.
    Refresh {
        url: String,
        scope: Option<String>,
        #[arg(requires = "scope")]
        memory: Option<String>,
    },
    /// The SHA-256 of a Memory's projection, or of a scope's; equal on both engines.
    Digest {
        url: String,
        scope: String,
        memory: Option<String>,
    },
    /// What happened to an entry, and what it is worth today.
    History {
        url: String,
        scope: String,
        memory: String,
        entry: String,
        #[command(flatten)]
        format: show::Format,
    },
    /// Mark an entry: tier, session, pinned, protected, state_class or importance.
    Mark {
        url: String,
        scope: String,
        memory: String,
        entry: String,
        mark: String,
        /// Left out, it clears the mark.
        value: Option<String>,
        /// Who says so.
        #[arg(long)]
        actor: String,
        /// Said by automation, which never replaces a user's word.
        #[arg(long)]
        automatic: bool,
        #[arg(long)]
        reason: Option<String>,
        /// Microseconds since 1970 UTC; now, where left out.
        #[arg(long)]
        recorded_at: Option<i64>,
    },
    /// Add sources to what supports an entry.
    Corroborate {
        url: String,
        scope: String,
        memory: String,
        entry: String,
        /// A JSON array of sources, a file, or - for standard input.
        evidence: String,
        /// Microseconds since 1970 UTC; now, where left out.
        #[arg(long)]
        recorded_at: Option<i64>,
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
    /// One query's whole journey: each channel's ranks, what was filtered and why, scores, terms and displacement.
    Explain(explain::Explain),
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
        let open = |url: &str| existing(url, extension);
        match self.command {
            Command::Install {
                url,
                adapter,
                attached,
            } => {
                let mut db = Backend::open_with(&url, extension)?;
                let ran = db.migrate()?;
                if ran > 0 {
                    println!("{ran} migrations applied");
                }
                let adapter = adapter.or_else(|| adapter_of(&mut db));
                answer(&db.install(adapter.as_deref(), attached.as_deref())?);
            }
            Command::Uninstall { url } => {
                let mut db = open(&url)?;
                db.undo()?;
                println!("{} migrations undone", migrate::MIGRATIONS.len());
            }
            Command::Rebuild { url, scope, memory } => {
                answer(&open(&url)?.call("pc_rebuild", &given([scope, memory]))?);
            }
            Command::Refresh { url, scope, memory } => {
                answer(&open(&url)?.call("pc_refresh", &given([scope, memory]))?);
            }
            Command::Digest { url, scope, memory } => {
                answer(&open(&url)?.call("pc_digest", &given([Some(scope), memory]))?);
            }
            Command::History {
                url,
                scope,
                memory,
                entry,
                format,
            } => {
                let arguments = [scope, memory, entry].map(Cell::from);
                let rows = open(&url)?.read("pc_history", &arguments)?;
                format.print(&rows, show::HISTORY);
            }
            Command::Mark {
                url,
                scope,
                memory,
                entry,
                mark,
                value,
                actor,
                automatic,
                reason,
                recorded_at,
            } => {
                let kind = if automatic { "automatic" } else { "user" };
                let arguments = [
                    scope.into(),
                    memory.into(),
                    entry.into(),
                    mark.into(),
                    value.map_or(Cell::Null, Cell::from),
                    actor.into(),
                    kind.into(),
                    recorded_at.map_or_else(now, Cell::Int),
                    reason.map_or(Cell::Null, Cell::from),
                ];
                answer(&open(&url)?.call("pc_mark", &arguments)?);
            }
            Command::Corroborate {
                url,
                scope,
                memory,
                entry,
                evidence,
                recorded_at,
            } => {
                let arguments = [
                    scope.into(),
                    memory.into(),
                    entry.into(),
                    text(&evidence)?,
                    recorded_at.map_or_else(now, Cell::Int),
                ];
                answer(&open(&url)?.call("pc_corroborate", &arguments)?);
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
                let arguments = question(&channels, &options)?;
                let rows = open(&url)?.read("pc_rank", &arguments)?;
                format.print(&rows, show::RANK);
            }
            Command::Trace {
                url,
                channels,
                options,
            } => {
                let arguments = question(&channels, &options)?;
                answer(&open(&url)?.read("pc_trace", &arguments)?);
            }
            Command::Explain(explain) => explain.run(extension)?,
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

/// Opens what is there: only `install` makes a store.
pub fn existing(url: &str, extension: Option<&Path>) -> Result<Backend> {
    if let Url::Sqlite(file) = Url::parse(url)? {
        if !file.path.is_file() {
            return Err(Error::usage(format!(
                "no store at {}; pc-lifecycle install '{url}' makes one",
                file.path.display()
            )));
        }
    }
    Backend::open_with(url, extension)
}

/// The adapter that a store attached to an authority wants, where it has none yet.
fn adapter_of(db: &mut Backend) -> Option<String> {
    let Backend::Sqlite(sqlite) = db else {
        return None;
    };
    let schema = sqlite.attached()?.to_owned();
    let installed = db.query(
        "SELECT 1 FROM pc_lifecycle_setting WHERE name = 'adapter'",
        &[],
    );
    if installed.is_ok_and(|rows| rows.len() == 1) {
        return None;
    }
    let found = powercontext::adapter(db, &schema).ok()?;
    println!("the authority is {found}");
    Some(found.to_owned())
}

/// What a call that gives one value answered.
fn answer(rows: &Rows) {
    println!("{}", rows.scalar());
}

/// Leading arguments, as far as they were given.
fn given<const N: usize>(arguments: [Option<String>; N]) -> Vec<Cell> {
    arguments.into_iter().flatten().map(Cell::from).collect()
}

/// Microseconds since 1970 UTC: the engines read no clock, a command line may.
fn now() -> Cell {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    Cell::Int(since.map_or(0, |since| {
        i64::try_from(since.as_micros()).unwrap_or(i64::MAX)
    }))
}

/// Channels and options; standard input gives only one of them.
fn question(channels: &str, options: &str) -> Result<[Cell; 2]> {
    if channels == "-" && options == "-" {
        return Err(Error::usage(
            "channels and options cannot both come from standard input",
        ));
    }
    Ok([text(channels)?, text(options)?])
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
