//! `conform`: the same content and questions on both engines, compared cell by cell.
//!
//! Works in scratch databases beside the one the URL names, and drops them; the named one is not touched.

use super::show::table;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use pc_client::compare::Difference;
use pc_client::conform::{self, powercontext, steps::Step, Mismatch, Pair};
use pc_client::seekdb::{self, Server};
use pc_client::url::escaped;
use pc_client::{Backend, Cell, Error, Result};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

#[derive(Args)]
pub struct Conform {
    /// OceanBase: mysql://USER@HOST:PORT[/DATABASE]; the user may create and drop databases.
    url: Option<String>,
    /// Start a server of one's own instead, from this folder (holds pylibseekdb/seekdb) or where make test put it.
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, conflicts_with = "url")]
    start_server: Option<Option<PathBuf>>,
    /// A JSON-lines script of calls instead of the built-in one.
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Also a PowerContext database: its SQLite file (.gz too) …
    #[arg(long, value_name = "FILE", requires = "dump")]
    powercontext: Option<PathBuf>,
    /// … and its OceanBase dump, one statement a line (.gz too).
    #[arg(long, value_name = "FILE", requires = "powercontext")]
    dump: Option<PathBuf>,
    /// PowerContext's own searches as further questions (its fixtures' .expected.json, .gz too).
    #[arg(long, value_name = "FILE", requires = "powercontext")]
    expected: Option<PathBuf>,
    /// Rounds of generated retrieval questions a scope.
    #[arg(long, default_value_t = 12)]
    rounds: usize,
}

/// The databases this run made on the server.
struct Scratch {
    base: String,
    made: Vec<String>,
}

impl Scratch {
    fn database(&mut self) -> Result<String> {
        let name = format!("pc_conform_{}_{}", std::process::id(), self.made.len());
        Backend::open(&self.base)?.query(&format!("CREATE DATABASE {name}"), &[])?;
        let (server, _) = split_database(&self.base);
        self.made.push(name.clone());
        Ok(format!("{server}/{name}"))
    }

    fn name(&self) -> &str {
        self.made.last().map_or("", String::as_str)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Ok(mut db) = Backend::open(&self.base) {
            for name in &self.made {
                // What cannot be dropped is named after this program; nothing else to do about it here.
                let _ = db.query(&format!("DROP DATABASE IF EXISTS {name}"), &[]);
            }
        }
    }
}

/// `mysql://root@host:1/db?x` → (`mysql://root@host:1`, `db`).
fn split_database(url: &str) -> (&str, &str) {
    let url = url.split('?').next().unwrap_or(url);
    let start = "mysql://".len();
    match url[start..].find('/') {
        Some(at) => (&url[..start + at], &url[start + at + 1..]),
        None => (url, ""),
    }
}

impl Conform {
    pub fn run(&self, extension: Option<&Path>) -> Result<ExitCode> {
        let (url, _server) = match (&self.url, &self.start_server) {
            (Some(url), _) if url.starts_with("mysql://") => {
                let (server, database) = split_database(url);
                let database = if database.is_empty() { "information_schema" } else { database };
                (format!("{server}/{database}"), None)
            }
            (Some(url), _) => return Err(Error::usage(format!("{url}: conform takes the mysql:// URL of OceanBase"))),
            (None, Some(folder)) => {
                let home = folder.clone().map_or_else(seekdb::locate, Ok)?;
                let server = Server::start(&home)?;
                (server.url("oceanbase"), Some(server))
            }
            (None, None) => {
                return Err(Error::usage(
                    "conform needs an OceanBase: give mysql://USER@HOST:PORT, or --start-server to run one just for this",
                ))
            }
        };
        let mut scratch = Scratch {
            base: url,
            made: Vec::new(),
        };
        let mut groups = Vec::new();
        let outcome = self.ask_everything(&mut scratch, extension, &mut groups);

        let lines = groups.iter().map(|g| {
            vec![
                g.content.clone(),
                g.name.clone(),
                g.asked.to_string(),
                g.rows.to_string(),
                g.refused.to_string(),
            ]
        });
        let header = ["content", "function", "asked", "rows", "refused"];
        println!("{}", table(&header, lines));
        let asked: usize = groups.iter().map(|g| g.asked).sum();
        match outcome? {
            None => {
                println!("\n{asked} questions, every answer equal on SQLite and OceanBase");
                Ok(ExitCode::SUCCESS)
            }
            Some(found) => {
                println!("\n{asked} answers were equal, then this one was not:\n");
                print_mismatch(&found);
                Ok(ExitCode::FAILURE)
            }
        }
    }

    /// Native content first, then PowerContext's; what was compared is in `groups`, however it ends.
    fn ask_everything(
        &self,
        scratch: &mut Scratch,
        extension: Option<&Path>,
        groups: &mut Vec<conform::Group>,
    ) -> Result<Option<Box<Mismatch>>> {
        let folder = tempfile::tempdir().map_err(|e| Error::file("temporary folder", e))?;
        let steps = conform::script(self.script.as_deref())?;
        let content = if self.script.is_some() {
            "script"
        } else {
            "built-in"
        };
        let mut pair = self.native(scratch, folder.path(), extension)?;
        let outcome = pair.run_script(content, &steps, self.rounds);
        groups.append(&mut pair.groups);
        drop(pair);
        if let Err(mismatch) = outcome {
            return Ok(Some(mismatch));
        }
        if let (Some(file), Some(dump)) = (&self.powercontext, &self.dump) {
            let mut pair = self.powercontext(scratch, folder.path(), extension, file, dump)?;
            let outcome = self.ask_powercontext(&mut pair)?;
            groups.append(&mut pair.groups);
            return Ok(outcome.err());
        }
        Ok(None)
    }

    /// Two empty stores of our own.
    fn native<'a>(
        &self,
        scratch: &mut Scratch,
        folder: &Path,
        extension: Option<&Path>,
    ) -> Result<Pair<'a>> {
        let path = folder.join("native.sqlite");
        let mut left = Backend::open_with(&format!("sqlite:{}", escaped(&path)), extension)?;
        let mut right = Backend::open(&scratch.database()?)?;
        left.install(None, None)?;
        right.install(None, None)?;
        Ok(with_progress(Pair::new(left, right)))
    }

    /// Two stores beside the same PowerContext content.
    fn powercontext<'a>(
        &self,
        scratch: &mut Scratch,
        folder: &Path,
        extension: Option<&Path>,
        file: &Path,
        dump: &Path,
    ) -> Result<Pair<'a>> {
        let authority = folder.join("authority.sqlite");
        std::fs::write(&authority, powercontext::bytes(file)?)
            .map_err(|e| Error::file(&authority, e))?;
        let store = folder.join("lifecycle.sqlite");
        let url = format!(
            "sqlite:{}?authority={}",
            store.display(),
            authority.display()
        );
        let mut left = Backend::open_with(&url, extension)?;
        let adapter = powercontext::adapter(&mut left, "pc")?;

        let mut loaded = Backend::open(&scratch.database()?)?;
        let database = scratch.name().to_owned();
        powercontext::load_dump(&mut loaded, dump)?;
        let mut right = Backend::open(&scratch.database()?)?;
        left.install(Some(adapter), None)?;
        right.install(Some(adapter), Some(&database))?;
        Ok(with_progress(Pair::new(left, right)))
    }

    fn ask_powercontext(&self, pair: &mut Pair<'_>) -> Result<conform::Outcome> {
        let memories = powercontext::memories(&mut pair.left, "pc")?;
        let searches = match &self.expected {
            Some(path) => powercontext::searches(path)?,
            None => Vec::new(),
        };
        let outcome = (|| {
            pair.ask("PowerContext", &Step::new("pc_rebuild", vec![]))?;
            let known = pair.ask_validity("PowerContext", &memories, 60)?;
            pair.ask_projection("PowerContext", &memories, &known, 3)?;
            pair.ask_all("PowerContext's searches", &searches)?;
            pair.ask_retrieval("PowerContext, no policy", &known, self.rounds)?;
            declare_and_enable(pair, &memories)?;
            pair.ask_retrieval("PowerContext, declared", &known, self.rounds)
        })();
        Ok(outcome)
    }
}

/// Every source of the fixtures is a `content` of definition 1; once declared, observed and (where a scope is ready)
/// enabled, orders move.
fn declare_and_enable(
    pair: &mut Pair<'_>,
    memories: &std::collections::BTreeSet<(String, String)>,
) -> conform::Outcome {
    let content = "PowerContext, declaring";
    let recorded_at = Cell::Int(1_770_000_000_000_000);
    let declare = ["content", "1", "conform"].map(Cell::from).to_vec();
    let declare = [declare, vec![Cell::Int(1), "unknown".into()]].concat();
    pair.ask(content, &Step::new("pc_declare_source", declare))?;
    for (scope, memory) in memories {
        let arguments = vec![
            scope.as_str().into(),
            memory.as_str().into(),
            recorded_at.clone(),
        ];
        pair.ask(content, &Step::new("pc_observe", arguments))?;
    }
    let scopes: std::collections::BTreeSet<&str> =
        memories.iter().map(|(s, _)| s.as_str()).collect();
    for scope in scopes {
        let arguments = vec![scope.into(), "importance.seed.v1".into()];
        pair.ask(content, &Step::new("pc_enable_ranking", arguments))?;
    }
    pair.ask(content, &Step::new("pc_refresh", vec![]))?;
    let known = pair.ask_validity(content, memories, 3)?;
    pair.ask_projection(content, memories, &known, 0)?;
    // What a rebuild gives has the digest of what the refresh gave.
    pair.ask(content, &Step::new("pc_rebuild", vec![]))?;
    pair.ask_projection(content, memories, &known, 0)
}

fn with_progress<'a>(mut pair: Pair<'a>) -> Pair<'a> {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} questions compared, {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(120));
    let guard = ClearOnDrop(bar);
    pair.on_step = Box::new(move |step| {
        guard.0.inc(1);
        guard.0.set_message(step.name.clone());
    });
    pair
}

struct ClearOnDrop(ProgressBar);

impl Drop for ClearOnDrop {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

fn print_mismatch(found: &Mismatch) {
    println!("{}", found.step.shown());
    println!("{}\n", found.difference);
    match &found.difference {
        Difference::Row {
            left, right, all, ..
        } => {
            let lines = all.iter().enumerate().map(|(at, column)| {
                let side = |row: &Option<Vec<Cell>>| {
                    row.as_ref().map_or("(no row)".into(), |row| bits(&row[at]))
                };
                let (a, b) = (side(left), side(right));
                let mark = if a == b { "" } else { "<" };
                vec![column.clone(), a, b, mark.to_owned()]
            });
            println!("{}", table(&["column", "SQLite", "OceanBase", ""], lines));
        }
        Difference::Columns(a, b) => {
            println!("SQLite     {}\nOceanBase  {}", a.join(", "), b.join(", "));
        }
        Difference::Outcome(a, b) => println!("SQLite     {a}\nOceanBase  {b}"),
    }
}

/// Doubles that differ in the last bit print alike in few digits: show the bits too. Texts tell their type.
fn bits(cell: &Cell) -> String {
    match cell {
        Cell::Real(value) => format!("{value:?} ({:016x})", value.to_bits()),
        Cell::Text(text) => format!("'{text}'"),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_part_of_a_url() {
        assert_eq!(
            split_database("mysql://root@h:1/db?x=1"),
            ("mysql://root@h:1", "db")
        );
        assert_eq!(split_database("mysql://root@h:1"), ("mysql://root@h:1", ""));
    }
}
