//! The engines under test behind one small interface.
use pc_client::seekdb::Server;
use pc_client::{Backend, Cell, Rows};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What went wrong, from `pc: ` on where the line has it.
#[derive(Debug, Clone, PartialEq)]
pub struct Refused(pub String);

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

impl Refused {
    /// The host's own words stand before ours; what is compared starts at `pc: `.
    pub fn new(message: &str) -> Refused {
        Refused(match message.find("pc: ") {
            Some(at) => message[at..].trim_end().to_string(),
            None => message.to_string(),
        })
    }
}

pub type Answer = Result<Rows, Refused>;

pub trait Engine: Send {
    /// `sqlite` or `oceanbase`: the label that `onlyif` and `skipif` of a case name.
    fn name(&self) -> &'static str;
    /// One statement in the engine's own dialect.
    fn query(&mut self, sql: &str, parameters: &[Cell]) -> Answer;
    /// A function that answers one text: `SELECT name(…)` or `CALL name(…)`.
    fn call(&mut self, name: &str, arguments: &[Cell]) -> Answer;
    /// A table function of the retrieval, in rank order.
    fn read(&mut self, name: &str, arguments: &[Cell]) -> Answer;
}

/// An engine reached through the project's own client.
pub struct Client {
    pub backend: Backend,
    name: &'static str,
    pub url: String,
    /// A database of the pool, given back when this is dropped.
    lent: Option<String>,
}

impl Drop for Client {
    fn drop(&mut self) {
        free().extend(self.lent.take());
    }
}

impl Client {
    pub fn open(url: &str) -> Client {
        let backend = Backend::open(url).unwrap_or_else(|e| panic!("{url}: {e}"));
        let name = if url.starts_with("sqlite:") {
            "sqlite"
        } else {
            "oceanbase"
        };
        Client {
            backend,
            name,
            url: url.to_string(),
            lent: None,
        }
    }

    /// An empty, installed SQLite store in memory.
    pub fn sqlite() -> Client {
        let mut client = Client::open(&format!(
            "sqlite::memory:?extension={}",
            extension().display()
        ));
        client.call("pc_install", &[]).expect("pc_install");
        client
    }

    /// An SQLite store in a file, not yet installed.
    pub fn sqlite_file(path: &Path) -> Client {
        Client::open(&format!(
            "sqlite:{}?extension={}",
            path.display(),
            extension().display()
        ))
    }
}

impl Client {
    /// An installed OceanBase database without content. Installing takes seconds, so databases are used again.
    pub fn oceanbase_clean() -> Client {
        let server = server();
        let free = free().pop();
        let url =
            free.unwrap_or_else(|| server.installed_database().expect("an installed database"));
        let mut client = Client::open(&url);
        client.call("pc_install", &[]).expect("pc_install");
        client.empty();
        client.lent = Some(url);
        client
    }

    /// Empties what the cases write. TRUNCATE, since the triggers refuse DELETE; the shipped policies are put back.
    fn empty(&mut self) {
        let mut rows = |sql: &str| {
            let rows = self.backend.query(sql, &[]);
            rows.unwrap_or_else(|e| panic!("{sql}: {e}")).rows
        };
        let kept = ["message", "level", "kind", "limit", "migration", "setting"];
        let tables = rows("SHOW TABLES LIKE 'pc\\_lifecycle\\_%'");
        let shipped = rows("SELECT policy_id, body, sha256, max_displacement FROM pc_lifecycle_policy WHERE policy_id IN ('neutral', 'importance.seed.v1', 'importance_freshness.seed.v1', 'provenance_additive.v1')");
        for table in tables.iter().map(|row| show(&row[0])) {
            let name = table.trim_start_matches("pc_lifecycle_");
            if !kept.contains(&name) && !rows(&format!("SELECT 1 FROM {table} LIMIT 1")).is_empty()
            {
                rows(&format!("TRUNCATE TABLE {table}"));
            }
        }
        for policy in &shipped {
            let sql = "INSERT INTO pc_lifecycle_policy (policy_id, body, sha256, max_displacement) VALUES (?, ?, ?, ?)";
            self.backend.query(sql, policy).expect("a shipped policy");
        }
    }
}

/// The process's OceanBase server. Tests that use it take turns, each until its thread ends: two sessions that create
/// objects at once, even in two databases, get "already exist" for what is not there (seen on seekdb 1.4.0.0).
pub fn server() -> &'static Server {
    static TURN: Mutex<()> = Mutex::new(());
    thread_local! {
        static MINE: RefCell<Option<MutexGuard<'static, ()>>> = const { RefCell::new(None) };
    }
    MINE.with_borrow_mut(|mine| {
        mine.get_or_insert_with(|| TURN.lock().unwrap_or_else(PoisonError::into_inner));
    });
    Server::shared().expect("an OceanBase server")
}

/// Installed databases that no test uses just now.
fn free() -> MutexGuard<'static, Vec<String>> {
    static FREE: Mutex<Vec<String>> = Mutex::new(Vec::new());
    FREE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Statements that OceanBase prepares; the rest (BEGIN, DDL, …) it takes as text.
fn has_rows(sql: &str) -> bool {
    ["SELECT", "CALL", "SHOW", "EXPLAIN", "WITH"]
        .iter()
        .any(|word| sql.trim_start().starts_with(word))
}

fn refused(error: pc_client::Error) -> Refused {
    Refused::new(error.refusal().unwrap_or(&error.to_string()))
}

impl Engine for Client {
    fn name(&self) -> &'static str {
        self.name
    }

    fn query(&mut self, sql: &str, parameters: &[Cell]) -> Answer {
        if self.name == "oceanbase" && parameters.is_empty() && !has_rows(sql) {
            let nothing = Rows {
                columns: Vec::new(),
                rows: Vec::new(),
            };
            return self.backend.script(sql).map(|()| nothing).map_err(refused);
        }
        self.backend.query(sql, parameters).map_err(refused)
    }

    fn call(&mut self, name: &str, arguments: &[Cell]) -> Answer {
        self.backend.call(name, arguments).map_err(refused)
    }

    fn read(&mut self, name: &str, arguments: &[Cell]) -> Answer {
        self.backend.read(name, arguments).map_err(refused)
    }
}

/// The built extension: beside this test binary, or where `PC_LIFECYCLE_EXTENSION` says.
pub fn extension() -> PathBuf {
    if let Some(path) = std::env::var_os("PC_LIFECYCLE_EXTENSION") {
        return path.into();
    }
    let file = format!(
        "{}pc_lifecycle{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    );
    let deps = std::env::current_exe().expect("a test binary has a path");
    let deps = deps.parent().expect("it lies in a directory");
    [deps, deps.parent().unwrap_or(deps)]
        .iter()
        .map(|directory| directory.join(&file))
        .find(|path| path.exists())
        .unwrap_or_else(|| panic!("{file} is not built beside {}", deps.display()))
}

/// Loads the extension under this file name, by this entry point or the one that SQLite finds.
pub fn load(connection: &rusqlite::Connection, file: &Path, entry: Option<&str>) {
    // SAFETY: the file is the extension that this build made.
    unsafe {
        connection.load_extension_enable().expect("extensions");
        let loaded = connection.load_extension(file, entry);
        loaded.unwrap_or_else(|e| panic!("{} {entry:?}: {e}", file.display()));
    }
}

/// A cell as a case shows it: an empty text can be seen.
pub fn show(cell: &Cell) -> String {
    match text(cell) {
        text if text.is_empty() => "(empty)".into(),
        text => text,
    }
}

/// What a cell holds, as text.
pub fn text(cell: &Cell) -> String {
    match cell {
        Cell::Null => "NULL".into(),
        Cell::Int(number) => number.to_string(),
        Cell::Real(number) => format!("{:016x}", number.to_bits()),
        Cell::Text(text) => text.clone(),
        Cell::Blob(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => text.into(),
            Err(_) => bytes.iter().map(|b| format!("{b:02x}")).collect(),
        },
    }
}
