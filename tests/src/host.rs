//! SQLite inside another program: `tests/hosts/host.py`, spoken to in JSON lines.
//!
//! A program of our own would prove one SQLite only. Python's `sqlite3` module has the system's, and each `apsw` wheel
//! carries the SQLite of its version number, so the same cases reach as many versions as there are wheels.
use crate::engine::{extension, Answer, Engine, Refused};
use pc_client::{Cell, Rows};
use serde_json::{json, Value};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

pub struct Host {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    pub version: String,
}

/// A Python, the module that holds SQLite, and where to find that module.
#[derive(Clone, Debug)]
pub struct Python {
    pub program: String,
    pub module: String,
    pub path: Option<PathBuf>,
}

impl Python {
    pub fn new(program: &str, module: &str, path: Option<&Path>) -> Python {
        Python {
            program: program.into(),
            module: module.into(),
            path: path.map(Path::to_path_buf),
        }
    }
}

/// The `apsw` wheels of the long form: each carries the SQLite of its number. The last is the newest; the oldest SQLite
/// that the extension serves comes in a wheel for Python 3.10 only.
const APSW: [(&str, &str); 5] = [
    ("python3", "3.40.0.0"),
    ("python3.10", "3.38.5.post1"),
    ("python3", "3.46.1.0"),
    ("python3", "3.50.4.0"),
    ("python3", ""),
];

impl Python {
    /// Those that can load extensions on this machine. The long form tries every wheel of [`APSW`], the short one only
    /// Python's own `sqlite3` and the first wheel.
    pub fn at_hand(full: bool) -> Vec<Python> {
        let mut tried = vec![
            Python::new("/usr/bin/python3", "sqlite3", None),
            Python::new("python3", "sqlite3", None),
        ];
        for (program, version) in APSW.iter().take(if full { APSW.len() } else { 1 }) {
            match apsw(program, version) {
                Some(directory) => tried.push(Python::new(program, "apsw", Some(&directory))),
                None => println!("left out: {program} apsw {version}: no wheel"),
            }
        }
        tried
            .into_iter()
            .filter(|python| match Host::start(python, ":memory:") {
                Ok(_) => true,
                Err(why) => {
                    println!("left out: {} {}: {why}", python.program, python.module);
                    false
                }
            })
            .collect()
    }
}

/// Where that wheel is unpacked; fetched with pip the first time.
fn apsw(program: &str, version: &str) -> Option<PathBuf> {
    let name = if version.is_empty() {
        "newest"
    } else {
        version
    };
    let root = extension();
    let target = root.ancestors().find(|path| path.ends_with("target"))?;
    let directory = target.join("hosts").join(format!("apsw-{name}"));
    if directory.join("apsw").exists() {
        return Some(directory);
    }
    let package = if version.is_empty() {
        "apsw".to_string()
    } else {
        format!("apsw=={version}")
    };
    let status = Command::new(program)
        .args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--only-binary",
            ":all:",
            "--target",
        ])
        .arg(&directory)
        .arg(package)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|s| s.success()).then_some(directory)
}

impl Host {
    /// `Err` where that Python or module is not on this machine or cannot load extensions.
    pub fn start(python: &Python, database: &str) -> Result<Host, String> {
        let mut command = Command::new(&python.program);
        command
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("hosts/host.py"))
            .args([&python.module, database])
            .arg(extension())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        if let Some(path) = &python.path {
            command.env("PYTHONPATH", path);
        }
        let mut process = command
            .spawn()
            .map_err(|e| format!("{}: {e}", python.program))?;
        let to = process.stdin.take().expect("piped");
        let from = BufReader::new(process.stdout.take().expect("piped"));
        let mut host = Host {
            process,
            to,
            from,
            version: String::new(),
        };
        let hello = host.receive()?;
        match hello["version"].as_str() {
            Some(version) => host.version = version.into(),
            None => return Err(hello["error"].to_string()),
        }
        Ok(host)
    }

    /// An empty, installed store in memory.
    pub fn installed(python: &Python) -> Result<Host, String> {
        let mut host = Host::start(python, ":memory:")?;
        host.call("pc_install", &[]).map_err(|e| e.0)?;
        Ok(host)
    }

    /// Sends a statement and kills the process (SIGKILL) so long afterwards. Whether that met it at work: it had not answered.
    pub fn killed_during(mut self, sql: &str, after: Duration) -> bool {
        writeln!(self.to, "{}", json!({"sql": sql, "parameters": []}))
            .and_then(|()| self.to.flush())
            .expect("the host takes a statement");
        std::thread::sleep(after);
        self.process.kill().expect("the host is killed");
        self.process.wait().expect("the host has ended");
        let mut line = String::new();
        self.from.read_line(&mut line).is_ok_and(|read| read == 0)
    }

    fn receive(&mut self) -> Result<Value, String> {
        let mut line = String::new();
        let read = self.from.read_line(&mut line).map_err(|e| e.to_string())?;
        if read == 0 {
            let status = self.process.wait().map_err(|e| e.to_string())?;
            return Err(format!("the host died: {status}"));
        }
        serde_json::from_str(&line).map_err(|e| format!("{e}: {line}"))
    }
}

fn to_json(cell: &Cell) -> Value {
    match cell {
        Cell::Null => Value::Null,
        Cell::Int(number) => json!({ "i": number }),
        Cell::Real(number) => json!({"r": format!("{:016x}", number.to_bits())}),
        Cell::Text(text) => json!({ "t": text }),
        Cell::Blob(bytes) => json!({ "b": bytes }),
    }
}

fn from_json(value: &Value) -> Cell {
    let Some((kind, value)) = value.as_object().and_then(|o| o.iter().next()) else {
        return Cell::Null;
    };
    match kind.as_str() {
        "i" => Cell::Int(value.as_i64().expect("an integer")),
        "r" => {
            let bits = u64::from_str_radix(value.as_str().expect("bits"), 16).expect("hex");
            Cell::Real(f64::from_bits(bits))
        }
        "t" => Cell::Text(value.as_str().expect("text").into()),
        _ => Cell::Blob(
            value
                .as_array()
                .expect("bytes")
                .iter()
                .map(|b| b.as_u64().expect("a byte") as u8)
                .collect(),
        ),
    }
}

fn marks(count: usize) -> String {
    vec!["?"; count].join(", ")
}

impl Engine for Host {
    fn name(&self) -> &'static str {
        "sqlite"
    }

    fn query(&mut self, sql: &str, parameters: &[Cell]) -> Answer {
        let parameters: Vec<Value> = parameters.iter().map(to_json).collect();
        writeln!(self.to, "{}", json!({"sql": sql, "parameters": parameters}))
            .and_then(|()| self.to.flush())
            .map_err(|e| Refused(format!("the host is gone: {e}")))?;
        let answer = self.receive().map_err(Refused)?;
        if let Some(error) = answer["error"].as_str() {
            return Err(Refused::new(error));
        }
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        Ok(Rows {
            columns: list(&answer["columns"])
                .iter()
                .map(|c| c.as_str().unwrap_or("").to_string())
                .collect(),
            rows: list(&answer["rows"])
                .iter()
                .map(|row| list(row).iter().map(from_json).collect())
                .collect(),
        })
    }

    fn call(&mut self, name: &str, arguments: &[Cell]) -> Answer {
        let sql = format!("SELECT {name}({}) AS result", marks(arguments.len()));
        self.query(&sql, arguments)
    }

    fn read(&mut self, name: &str, arguments: &[Cell]) -> Answer {
        let sql = format!(
            "SELECT * FROM {name}({}) ORDER BY rank",
            marks(arguments.len())
        );
        self.query(&sql, arguments)
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // The end of its input is the end of the host.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
