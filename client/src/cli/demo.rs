//! `demo`: the main job on the embedded default, on a real PowerContext 1.2 database, with nothing to set up.
//!
//! A copy of the database is unpacked into a temporary folder and attached read-only beside an empty lifecycle
//! store. PowerContext's own full-text table gives the candidates; everything after that is the SQL shown. The same
//! program prints the same text at every run.

use super::show::{table, told};
use clap::Args;
use pc_client::conform::powercontext::unpacked;
use pc_client::url::escaped;
use pc_client::{Backend, Cell, Error, Result, Rows};
use serde_json::{json, Value};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const DATABASE: &[u8] =
    include_bytes!("../../../tests/data/demo/powercontext-1.2-stale-index.sqlite.gz");
const SCOPE: &str = "scp_1s9hhfhhw8xdp9az73yhm00re4";
const MEMORY: &str = "memory";
/// What the person asks, and the terms that are left of it once English function words are gone.
const QUESTION: &str =
    "I am about to deploy orbwil-cache. How do I test quimir-broker, and why the latency spikes?";
const TERMS: &str = "broker cache deploy latency orbwil quimir spikes test";
/// Lifecycle calls take their time as an argument; nothing reads a clock.
const RECORDED_AT: i64 = 1_770_000_000_000_000;

#[derive(Args)]
pub struct Demo {
    /// Keep both database files in this folder, to go on by hand.
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
}

struct Stage {
    db: Backend,
    /// Text of every entry version, for showing; the lifecycle store itself holds none.
    texts: BTreeMap<String, String>,
}

impl Demo {
    pub fn run(&self, extension: Option<&Path>) -> Result<()> {
        let temporary = tempfile::tempdir().map_err(|e| Error::file("temporary folder", e))?;
        let folder = match &self.keep {
            Some(folder) => {
                std::fs::create_dir_all(folder).map_err(|e| Error::file(folder, e))?;
                folder.as_path()
            }
            None => temporary.path(),
        };
        let authority = folder.join("powercontext.sqlite");
        let store = folder.join("lifecycle.sqlite");
        if store.exists() {
            return Err(Error::usage(format!(
                "{} is there already; give an empty folder",
                store.display()
            )));
        }
        let original = unpacked(DATABASE).map_err(|e| Error::file("the demo's database", e))?;
        std::fs::write(&authority, &original).map_err(|e| Error::file(&authority, e))?;
        let url = format!(
            "sqlite:{}?authority={}",
            escaped(&store),
            escaped(&authority)
        );
        let mut stage = Stage {
            db: Backend::open_with(&url, extension)?,
            texts: BTreeMap::new(),
        };
        stage.install()?;
        let channels = stage.search()?;
        stage.filter(&channels)?;
        stage.supersede(&channels)?;
        stage.rank(&channels)?;
        stage.trace(&channels)?;

        let after = std::fs::read(&authority).map_err(|e| Error::file(&authority, e))?;
        if Sha256::digest(&after) != Sha256::digest(&original) {
            return Err(Error::usage(
                "PowerContext's file was changed, which must never happen",
            ));
        }
        println!("PowerContext's file is unchanged to the byte; everything above lives in the file beside it.\n");
        self.go_on(&store, &authority);
        Ok(())
    }

    fn go_on(&self, store: &Path, authority: &Path) {
        heading("Go on");
        let program = std::env::args()
            .next()
            .unwrap_or_else(|| "pc-lifecycle".into());
        match &self.keep {
            Some(_) => println!(
                "  sqlite3 {}\n  .load target/debug/libpc_lifecycle\n  ATTACH 'file:{}?mode=ro' AS pc;\n  \
                 SELECT entry_id, validity, reason FROM pc_validity('{SCOPE}', '{MEMORY}');\n",
                store.display(),
                authority.display()
            ),
            None => println!("  {program} demo --keep FOLDER\n      keeps both files, to go on by hand\n"),
        }
        println!(
            "  {program} install 'sqlite:lifecycle.db?authority=YOUR_POWERCONTEXT.db' --adapter powercontext-1.2\n      \
             does the first step over a database of your own, which stays as it is\n\n  \
             {program} conform --start-server\n      \
             gets the same answers from OceanBase and compares them cell by cell\n\n  \
             README.md has the SQL for SQLite and for OceanBase."
        );
    }
}

impl Stage {
    fn install(&mut self) -> Result<()> {
        heading("1. A real PowerContext 1.2 database, and a lifecycle store beside it");
        let counts = self.db.query(
            "SELECT count(DISTINCT scope_id) AS scopes, count(DISTINCT scope_id || '/' || memory_artifact_id) AS memories, \
             count(DISTINCT scope_id || entry_id) AS entries, count(*) AS versions FROM pc.pc_memory_entry_versions",
            &[],
        )?;
        let count = |column| counts.int(0, column).unwrap_or(0);
        println!(
            "  {} scopes, {} Memories, {} entries in {} versions, attached read-only as `pc`.\n",
            count("scopes"),
            count("memories"),
            count("entries"),
            count("versions")
        );
        self.sql("SELECT pc_install('powercontext-1.2', 'pc');");
        let installed = self.db.install(Some("powercontext-1.2"), None)?;
        println!("    {}", installed.scalar());
        self.sql("SELECT pc_rebuild();");
        println!("    {}\n", self.db.call("pc_rebuild", &[])?.scalar());
        let rows = self.db.query(
            "SELECT entry_version_id, kind || ': ' || text AS text FROM pc.pc_memory_entry_versions WHERE scope_id = ?",
            &[SCOPE.into()],
        )?;
        for at in 0..rows.len() {
            if let (Some(id), Some(text)) =
                (rows.text(at, "entry_version_id"), rows.text(at, "text"))
            {
                self.texts.insert(id.to_owned(), text.to_owned());
            }
        }
        Ok(())
    }

    /// PowerContext's own channel: its full-text table, its match form, its order.
    fn search(&mut self) -> Result<String> {
        heading("2. What the search finds today");
        println!("  \"{QUESTION}\"\n");
        let terms: Vec<String> = TERMS.split(' ').map(|term| format!("\"{term}\"")).collect();
        let found = self.db.query(
            "SELECT f.entry_id, f.entry_version_id, h.revision FROM pc.pc_memory_entry_fts AS f \
             JOIN pc.pc_artifact_heads AS h ON h.scope_id = f.scope_id AND h.family = 'memory' AND h.artifact_id = f.memory_artifact_id \
             WHERE pc_memory_entry_fts MATCH ? AND f.scope_id = ? AND f.memory_artifact_id = ? \
             ORDER BY bm25(pc_memory_entry_fts), f.entry_id, f.entry_version_id LIMIT 32",
            &[terms.join(" OR ").into(), SCOPE.into(), MEMORY.into()],
        )?;
        let hits: Vec<Value> = (0..found.len())
            .map(|at| {
                json!({
                    "memory_artifact_id": MEMORY,
                    "revision": found.int(at, "revision"),
                    "entry_id": found.text(at, "entry_id"),
                    "entry_version_id": found.text(at, "entry_version_id"),
                })
            })
            .collect();
        let lines = (0..found.len()).map(|at| vec![(at + 1).to_string(), self.text_of(&found, at)]);
        println!(
            "{}\n",
            indented(&table(&["rank", "PowerContext's full-text index"], lines))
        );
        Ok(json!([{"name": "fts", "hits": hits}]).to_string())
    }

    fn filter(&mut self, channels: &str) -> Result<()> {
        heading("3. Validity first: what is no longer so leaves before anything is ranked");
        println!("  A maintenance job withdrew two of the ten and left the index as it was; PowerContext's manifest knows better.\n");
        self.sql(
            "SELECT * FROM pc_rank(:channels, '{\"scope_id\": …, \"limit\": 20}') ORDER BY rank;",
        );
        let kept = self.ranked(channels)?;
        self.show_filtered(channels, &kept)?;
        println!(
            "  {} remain, ordered and scored as if the dead ones had never been found:\n",
            kept.len()
        );
        self.show_scored(&kept);
        println!("  Two of them disagree: which test is it?\n");
        Ok(())
    }

    fn supersede(&mut self, channels: &str) -> Result<()> {
        heading("4. A recorded successor, on declared evidence");
        let old = self.entry_saying("'make check'")?;
        let new = self.entry_saying("remember to run 'go test ./...'")?;
        println!("  The answer to come: 'go test' replaced 'make check', on the evidence of a review. But ranking asked now is refused,");
        println!("  since importance needs evidence on record for every Memory of the scope:\n");
        self.sql("SELECT pc_enable_ranking(:scope, 'importance.seed.v1');");
        match self.db.call(
            "pc_enable_ranking",
            &[SCOPE.into(), "importance.seed.v1".into()],
        ) {
            Err(e) if e.refusal().is_some() => println!("    {e}"),
            other => println!("    {}", other?.scalar()),
        }
        println!("\n  Trust is declared by whoever runs the sources, never guessed from a name:\n");
        self.sql("SELECT pc_declare_source('content', '1', '2026-02', 1, 'unknown');      -- 1: a user said so");
        let declaration = ["content", "1", "2026-02"].map(Cell::from).to_vec();
        let declaration = [declaration, vec![Cell::Int(1), "unknown".into()]].concat();
        println!(
            "    {}",
            self.db.call("pc_declare_source", &declaration)?.scalar()
        );
        self.sql("SELECT pc_observe(:scope, artifact_id, :recorded_at) …;                  -- for each Memory of the scope");
        let memories = self.db.query(
            "SELECT artifact_id FROM pc.pc_artifact_heads WHERE scope_id = ? AND family = 'memory' ORDER BY artifact_id",
            &[SCOPE.into()],
        )?;
        for memory in memories.column("artifact_id") {
            let arguments = [SCOPE.into(), memory, Cell::Int(RECORDED_AT)];
            println!("    {}", self.db.call("pc_observe", &arguments)?.scalar());
        }
        self.sql("SELECT pc_supersede(:scope, 'op-1', 'memory', :make_check, 'memory', :go_test, :review, :recorded_at);");
        let evidence = json!([{"source_type": "content", "source_id": "review/alpha/00037", "definition_version": "1"}]);
        let arguments = [
            SCOPE.into(),
            "op-1".into(),
            MEMORY.into(),
            old.into(),
            MEMORY.into(),
            new.into(),
            evidence.to_string().into(),
            Cell::Int(RECORDED_AT + 1),
        ];
        println!(
            "    {}\n",
            self.db.call("pc_supersede", &arguments)?.scalar()
        );
        let kept = self.ranked(channels)?;
        self.show_filtered(channels, &kept)?;
        Ok(())
    }

    fn rank(&mut self, channels: &str) -> Result<()> {
        heading("5. Ranking, bounded: nobody moves more than two places, nobody enters or leaves");
        println!("  With the evidence on record the same call is taken:\n");
        self.sql("SELECT pc_enable_ranking(:scope, 'importance.seed.v1');");
        let enabled = self.db.call(
            "pc_enable_ranking",
            &[SCOPE.into(), "importance.seed.v1".into()],
        )?;
        println!("    {}", enabled.scalar());
        self.sql("SELECT pc_rebuild();");
        println!("    {}\n", self.db.call("pc_rebuild", &[])?.scalar());
        let ranked = self.ranked(channels)?;
        self.show_moved(&ranked);
        println!("  The rules weigh half places: 3 is enough to pass one neighbour that has none, and never two. The decisions stand");
        println!("  below a preference of equal weight, so they stay.\n");
        Ok(())
    }

    fn trace(&mut self, channels: &str) -> Result<()> {
        heading("6. And it can say why");
        let trace = self.db.read("pc_trace", &[channels.into(), options()])?;
        let text = trace.scalar().to_string();
        let trace: Value =
            serde_json::from_str(&text).map_err(|e| Error::usage(format!("the trace: {e}")))?;
        for key in [
            "policy",
            "filtered",
            "unknown",
            "pool",
            "conflicts",
            "membership_changed",
        ] {
            println!("  {key}: {}", trace[key]);
        }
        println!("  … {} bytes of canonical JSON without a word of anybody's memory, the same on OceanBase.\n", text.len());
        Ok(())
    }

    fn ranked(&mut self, channels: &str) -> Result<Rows> {
        self.db.read("pc_rank", &[channels.into(), options()])
    }

    /// The list as it is, with scores.
    fn show_scored(&self, rows: &Rows) {
        let lines = (0..rows.len()).map(|at| {
            let score = rows.get(at, "score").as_real();
            vec![
                rows.get(at, "rank").to_string(),
                score.map_or(String::new(), |score| format!("{score:.5}")),
                self.text_of(rows, at),
            ]
        });
        println!("{}\n", indented(&table(&["rank", "score", "entry"], lines)));
    }

    /// The list with who moved, and by which rule.
    fn show_moved(&self, rows: &Rows) {
        let lines = (0..rows.len()).map(|at| {
            let moved = match rows.int(at, "displacement").unwrap_or(0) {
                0 => String::new(),
                up @ 1.. => format!("up {up}"),
                down => format!("down {}", -down),
            };
            vec![
                rows.get(at, "rank").to_string(),
                rows.get(at, "baseline_rank").to_string(),
                moved,
                rows.text(at, "rules").unwrap_or_default().to_owned(),
                self.text_of(rows, at),
            ]
        });
        let header = ["rank", "was", "moved", "rules", "entry"];
        println!("{}\n", indented(&table(&header, lines)));
    }

    /// Candidates that are not among the kept, with what `pc_validity` says of them.
    fn show_filtered(&mut self, channels: &str, kept: &Rows) -> Result<()> {
        let candidates = self.db.query(
            "SELECT json_extract(value, '$.entry_version_id') AS entry_version_id FROM json_each(?, '$[0].hits')",
            &[channels.into()],
        )?;
        let kept = kept.column("entry_version_id");
        let validity = self
            .db
            .read("pc_validity", &[SCOPE.into(), MEMORY.into()])?;
        println!("  Filtered:\n");
        for id in candidates.column("entry_version_id") {
            let known = validity.column("entry_version_id");
            let Some(at) = known.iter().position(|known| *known == id) else {
                continue;
            };
            if kept.contains(&id) {
                continue;
            }
            let reason = validity.text(at, "reason").unwrap_or("no reason given");
            println!("    {}", self.text_of(&validity, at));
            println!(
                "      {}",
                told(&validity.get(at, "validity").to_string(), reason)
            );
            let successor = validity.text(at, "successor_entry_version_id");
            if let Some(text) = successor.and_then(|id| self.texts.get(id)) {
                println!("      now {text}");
            }
        }
        println!();
        Ok(())
    }

    /// The entry in our Memory whose text says this.
    fn entry_saying(&mut self, words: &str) -> Result<String> {
        let rows = self.db.query(
            "SELECT entry_id FROM pc.pc_memory_entry_versions \
             WHERE scope_id = ? AND memory_artifact_id = ? AND instr(text, ?) > 0",
            &[SCOPE.into(), MEMORY.into(), words.into()],
        )?;
        Ok(rows.scalar().to_string())
    }

    fn text_of(&self, rows: &Rows, at: usize) -> String {
        rows.text(at, "entry_version_id")
            .and_then(|id| self.texts.get(id))
            .cloned()
            .unwrap_or_default()
    }

    fn sql(&self, statement: &str) {
        println!("  > {statement}");
    }
}

fn options() -> Cell {
    Cell::Text(json!({"scope_id": SCOPE, "limit": 20}).to_string())
}

fn heading(text: &str) {
    println!("{text}\n");
}

fn indented(text: &str) -> String {
    text.lines()
        .map(|line| format!("  {line}"))
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_database_in_the_binary_is_a_database() {
        assert!(unpacked(DATABASE)
            .unwrap()
            .starts_with(b"SQLite format 3\0"));
    }
}
