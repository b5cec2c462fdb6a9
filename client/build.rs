//! Lists the OceanBase migrations at build time, so that the binary carries them and needs no folder beside it.

use std::{env, fs, path::Path};

fn main() {
    let manifest = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let folder = Path::new(&manifest).join("../sql/oceanbase");
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut files: Vec<String> = fs::read_dir(&folder)
        .expect("sql/oceanbase is part of the repository")
        .map(|entry| entry.expect("readable").file_name())
        .filter_map(|name| name.into_string().ok())
        .filter(|name| name.starts_with('V') && name.ends_with(".sql"))
        .collect();
    files.sort();
    let mut code = String::from("pub static MIGRATIONS: &[Migration] = &[\n");
    for file in &files {
        let (version, name) = file[1..file.len() - 4]
            .split_once("__")
            .unwrap_or_else(|| panic!("{file}: a migration is named VNNN__name.sql"));
        let version: u32 = version
            .parse()
            .unwrap_or_else(|_| panic!("{file}: no version"));
        let (up, down) = (folder.join(file), folder.join(format!("U{}", &file[1..])));
        let down = if down.exists() {
            format!("include_str!({down:?})")
        } else {
            println!("cargo:warning={file} has no undo beside it");
            "\"\"".to_owned()
        };
        code.push_str(&format!(
            "    Migration {{ version: {version}, name: {name:?}, up: include_str!({up:?}), down: {down} }},\n"
        ));
    }
    code.push_str("];\n");
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("migrations.rs");
    fs::write(out, code).expect("OUT_DIR is writable");
}
