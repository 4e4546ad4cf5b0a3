//! Writes a table of the page's files for `src/page.rs`, each packed as browsers like it.
//!
//! The page itself is built from the folder `web` by `make web`, and is part of the sources in its built form,
//! so that whoever has Rust has all of the program. `make test` fails if it is not what `web` builds.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{env, io};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=page");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo did not say where to write")?);
    let here = env::var_os("CARGO_MANIFEST_DIR").ok_or("cargo did not say where we are")?;
    let page = PathBuf::from(here).join("page");
    let files = table(&page, &out).map_err(|error| format!("{}: {error}", page.display()))?;
    fs::write(out.join("page.rs"), format!("static FILES: &[File] = &[\n{files}];\n"))
        .map_err(|error| format!("cannot write the table of the page: {error}"))
}

/// A line of Rust for each file.
fn table(page: &Path, out: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    list(page, page, &mut files)?;
    files.sort();
    if !files.iter().any(|(path, _)| path == "/index.html") {
        return Err(io::Error::other("there is no index.html; `make web` builds it"));
    }
    let packed = out.join("gzip");
    fs::create_dir_all(&packed)?;
    let mut table = String::new();
    for (number, (path, file)) in files.iter().enumerate() {
        let plain = fs::read(file)?;
        let gzip = packed.join(format!("{number}.gz"));
        compress(&plain, &gzip)?;
        table += &format!(
            "    File {{ path: {path:?}, kind: {:?}, tag: {:?}, plain: include_bytes!({:?}), gzip: include_bytes!({:?}) }},\n",
            kind(path),
            format!("\"{:016x}\"", hash(&plain)),
            file.display().to_string(),
            gzip.display().to_string(),
        );
    }
    Ok(table)
}

fn compress(plain: &[u8], to: &Path) -> io::Result<()> {
    let mut encoder = GzEncoder::new(File::create(to)?, Compression::best());
    encoder.write_all(plain)?;
    encoder.finish().map(drop)
}

fn list(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(root, &path, files)?;
        } else if let Ok(inner) = path.strip_prefix(root) {
            let name = inner.to_string_lossy().replace('\\', "/");
            files.push((format!("/{name}"), path));
        }
    }
    Ok(())
}

/// What a file is, by its name.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}
