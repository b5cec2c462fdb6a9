//! A seekdb server of one's own, for tests and for `conform --start-server`.
//!
//! ```no_run
//! let server = pc_client::seekdb::Server::shared()?;      // one a process, started on first use
//! let url = server.fresh_database()?;                     // an empty database of one's own
//! # Ok::<(), pc_client::Error>(())
//! ```
//!
//! It listens on a free port of the loopback interface, keeps its files in a temporary folder, and ends with the
//! process that started it, however that ends: on drop, at exit, and (on Linux) when the process is killed.
//! It is looked for in `PC_SEEKDB`, then in `target/seekdb`, where `tests/tools/fetch_seekdb.py` puts it.

use crate::backend::Backend;
use crate::error::{Error, Result};
use std::io::{Read, Seek, SeekFrom};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{mpsc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

pub const VARIABLE: &str = "PC_SEEKDB";
const FOLDER_PREFIX: &str = "pc-seekdb-";
const START_LIMIT: Duration = Duration::from_secs(120);

pub struct Server {
    home: PathBuf,
    port: u16,
    folder: PathBuf,
    databases: AtomicU32,
    /// None when it was stopped.
    process: Mutex<Option<Process>>,
}

/// The running server. The kernel's "end with your parent" counts the thread that forked, so one thread starts the child and
/// stays until it is to end.
struct Process {
    pid: u32,
    /// Dropped to let that thread end the child.
    stop: mpsc::Sender<()>,
    stopped: mpsc::Receiver<()>,
}

impl Process {
    fn spawn(mut command: Command) -> std::io::Result<Process> {
        let (stop, on_stop) = mpsc::channel::<()>();
        let (tell_stopped, stopped) = mpsc::channel();
        let (tell_started, started) = mpsc::channel();
        std::thread::spawn(move || {
            let mut child = match command.spawn() {
                Ok(child) => {
                    let _ = tell_started.send(Ok(child.id()));
                    child
                }
                Err(e) => {
                    let _ = tell_started.send(Err(e));
                    return;
                }
            };
            let _ = on_stop.recv();
            end(&mut child);
            let _ = tell_stopped.send(());
        });
        let pid = started.recv().map_err(std::io::Error::other)??;
        Ok(Process { pid, stop, stopped })
    }

    fn kill(self) {
        drop(self.stop);
        let _ = self.stopped.recv_timeout(Duration::from_secs(10));
    }
}

impl Server {
    /// The process's own server. It is stopped at exit.
    pub fn shared() -> Result<&'static Server> {
        static SHARED: OnceLock<std::result::Result<Server, String>> = OnceLock::new();
        extern "C" fn at_exit() {
            if let Some(Ok(server)) = SHARED.get() {
                server.stop();
            }
        }
        SHARED
            .get_or_init(|| {
                let server = locate().and_then(|home| Server::start(&home));
                // SAFETY: registers a function without arguments that only touches statics.
                unsafe { libc::atexit(at_exit) };
                server.map_err(|e| e.to_string())
            })
            .as_ref()
            .map_err(|text| Error::Server(text.trim_start_matches("seekdb: ").to_owned()))
    }

    /// Starts the server found in `home`, the folder that holds `pylibseekdb/seekdb`, and waits until it answers.
    pub fn start(home: &Path) -> Result<Server> {
        sweep_leftovers();
        let port = TcpListener::bind(("127.0.0.1", 0))
            .and_then(|listener| listener.local_addr())
            .map_err(|e| Error::Server(format!("no free port: {e}")))?
            .port();
        let folder =
            std::env::temp_dir().join(format!("{FOLDER_PREFIX}{}-{port}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|e| Error::file(&folder, e))?;
        let server = Server {
            home: home.to_owned(),
            port,
            folder,
            databases: AtomicU32::new(0),
            process: Mutex::new(None),
        };
        server.run()?;
        Ok(server)
    }

    /// Ends the process as a crash would (SIGKILL), at once.
    pub fn crash(&self) {
        if let Some(process) = self.process().take() {
            process.kill();
        }
    }

    /// Runs it again over the files that it left, on the same port, and waits until it answers.
    pub fn restart(&self) -> Result<()> {
        self.crash();
        self.run()
    }

    fn run(&self) -> Result<()> {
        let command = command(&self.home, &self.folder, self.port)?;
        let process = Process::spawn(command)
            .map_err(|e| Error::Server(format!("{}: {e}", self.home.display())))?;
        let pid = process.pid;
        *self.process() = Some(process);
        self.wait_until_it_answers(pid)
    }

    fn process(&self) -> MutexGuard<'_, Option<Process>> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// The URL of a database on this server.
    pub fn url(&self, database: &str) -> String {
        format!("mysql://root@127.0.0.1:{}/{database}", self.port)
    }

    /// A new, empty database; gives its URL.
    pub fn fresh_database(&self) -> Result<String> {
        let name = format!("pc_test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let mut db = Backend::open(&self.url("oceanbase"))?;
        db.query(&format!("CREATE DATABASE {name}"), &[])?;
        Ok(self.url(&name))
    }

    /// A new database with every migration applied; gives its URL. Takes a few seconds.
    pub fn installed_database(&self) -> Result<String> {
        let url = self.fresh_database()?;
        Backend::open(&url)?.migrate()?;
        Ok(url)
    }

    fn wait_until_it_answers(&self, pid: u32) -> Result<()> {
        let begun = Instant::now();
        loop {
            if let Ok(mut db) = Backend::open(&self.url("oceanbase")) {
                if db.query("SELECT 1", &[]).is_ok() {
                    return Ok(());
                }
            }
            let gone = !alive(pid);
            if gone || begun.elapsed() > START_LIMIT {
                let why = if gone {
                    "it ended"
                } else {
                    "it does not answer"
                };
                return Err(Error::Server(format!("{why}: {}", self.last_words())));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// The end of what it wrote, for a failure message.
    fn last_words(&self) -> String {
        let mut text = String::new();
        if let Ok(mut file) = std::fs::File::open(self.folder.join("server.out")) {
            let length = file.metadata().map_or(0, |m| m.len());
            let _ = file.seek(SeekFrom::Start(length.saturating_sub(600)));
            let _ = file.read_to_string(&mut text);
        }
        text.trim().to_owned()
    }

    fn stop(&self) {
        self.crash();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The folder of the server: given by the user, or fetched before, or fetched now.
pub fn locate() -> Result<PathBuf> {
    if let Some(home) = std::env::var_os(VARIABLE) {
        return Ok(home.into());
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let home = root.join("target/seekdb");
    if binary(&home).is_file() {
        return Ok(home);
    }
    let tool = root.join("tests/tools/fetch_seekdb.py");
    let done = Command::new("python3").arg(&tool).arg(&home).status();
    match done {
        Ok(status) if status.success() => Ok(home),
        Ok(status) => Err(Error::Server(format!(
            "{} ended with {status}",
            tool.display()
        ))),
        Err(e) => Err(Error::Server(format!("python3 fetches it: {e}"))),
    }
}

fn binary(home: &Path) -> PathBuf {
    home.join("pylibseekdb/seekdb")
}

fn command(home: &Path, folder: &Path, port: u16) -> Result<Command> {
    if !binary(home).is_file() {
        return Err(Error::Server(format!(
            "no server in {}; fetch one with `python3 tests/tools/fetch_seekdb.py target/seekdb`",
            home.display()
        )));
    }
    let path = folder.join("server.out");
    let out = std::fs::File::create(&path).map_err(|e| Error::file(&path, e))?;
    let errors = out.try_clone().map_err(|e| Error::file(&path, e))?;
    let libraries = std::env::join_paths([home.join("pylibseekdb"), home.join("pylibseekdb.libs")])
        .map_err(|e| Error::Server(e.to_string()))?;
    let mut command = Command::new(binary(home));
    command
        .arg("--nodaemon")
        .arg("--base-dir")
        .arg(folder)
        .args(["--port", &port.to_string()])
        .args(["--parameter", "memory_limit=1G"])
        // After a crash seekdb 1.4.0 keeps the row locks of a transaction that had logged more than this and was not over
        // (state ACTIVE in __all_virtual_trans_stat, seen for minutes); 16 KiB by default.
        .args(["--parameter", "_private_buffer_size=256M"])
        .env("LD_LIBRARY_PATH", libraries)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(errors);
    end_with_parent(&mut command);
    Ok(command)
}

#[cfg(target_os = "linux")]
fn end_with_parent(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    // SAFETY: prctl is async-signal-safe, which is all that may run between fork and exec.
    unsafe {
        command.pre_exec(|| {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            Ok(())
        });
    }
}

#[cfg(not(target_os = "linux"))]
fn end_with_parent(_command: &mut Command) {}

/// Its files are thrown away, so there is nothing it should tidy first.
fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// Whether a process exists and runs; one that ended but was not waited for does not.
fn alive(pid: u32) -> bool {
    let Ok(pid) = libc::pid_t::try_from(pid) else {
        return false;
    };
    if let Ok(stat) = std::fs::read_to_string(format!("/proc/{pid}/stat")) {
        let state = stat.rsplit(')').next().unwrap_or_default().trim_start();
        return !state.starts_with('Z');
    }
    // SAFETY: signal 0 only asks.
    unsafe { libc::kill(pid, 0) == 0 }
}

/// Removes the folders of processes that were killed before they could.
fn sweep_leftovers() {
    let Ok(entries) = std::fs::read_dir(std::env::temp_dir()) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let owner = name
            .to_str()
            .and_then(|name| name.strip_prefix(FOLDER_PREFIX))
            .and_then(|rest| rest.split('-').next())
            .and_then(|pid| pid.parse().ok());
        if owner.is_some_and(|pid| !alive(pid)) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_is_alive_and_an_absent_one_is_not() {
        assert!(alive(std::process::id()));
        assert!(!alive(i32::MAX as u32));
    }

    #[test]
    fn a_folder_without_a_server_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let message = Server::start(folder.path()).err().map(|e| e.to_string());
        assert!(message.is_some_and(|m| m.contains("no server in")));
    }
}
