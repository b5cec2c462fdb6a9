//! Where is the extension's file?
//!
//! Asked in this order: the path given (`?extension=` or `--extension`), the variable `PC_LIFECYCLE_EXTENSION`,
//! beside this executable, in the folder above it (a test binary lies in `target/debug/deps`), in
//! `target/debug` and `target/release` of the current directory. The suffix may be left out.

use crate::error::{Error, Result};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Path, PathBuf};

pub const VARIABLE: &str = "PC_LIFECYCLE_EXTENSION";

fn file_name() -> String {
    format!("{DLL_PREFIX}pc_lifecycle{DLL_SUFFIX}")
}

pub fn locate(given: Option<&Path>) -> Result<PathBuf> {
    if let Some(path) = given {
        return existing(path)
            .ok_or_else(|| Error::usage(format!("no extension at {}", path.display())));
    }
    if let Some(path) = std::env::var_os(VARIABLE) {
        return existing(Path::new(&path)).ok_or_else(|| {
            Error::usage(format!("{VARIABLE} names {path:?}, where no extension is"))
        });
    }
    let mut folders = Vec::new();
    if let Ok(program) = std::env::current_exe() {
        folders.extend(program.ancestors().skip(1).take(2).map(Path::to_owned));
    }
    folders.extend(["target/debug", "target/release"].map(PathBuf::from));
    folders
        .iter()
        .map(|folder| folder.join(file_name()))
        .find(|path| path.is_file())
        .ok_or_else(|| {
            Error::usage(format!(
                "{} was not found; build it with `cargo build -p pc_lifecycle` or give its path with --extension",
                file_name()
            ))
        })
}

/// The path as given or with the platform's suffix.
fn existing(path: &Path) -> Option<PathBuf> {
    let with_suffix = PathBuf::from(format!("{}{DLL_SUFFIX}", path.display()));
    [path.to_owned(), with_suffix]
        .into_iter()
        .find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suffix_may_be_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(file_name());
        std::fs::write(&file, b"").unwrap();
        let stem = file.with_extension("");
        assert_eq!(locate(Some(&stem)).unwrap(), file);
        assert_eq!(locate(Some(&file)).unwrap(), file);
        assert!(locate(Some(&folder.path().join("other"))).is_err());
    }
}
