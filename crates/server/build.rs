//! Builds the page and writes a table of its files for `src/page.rs`.
//!
//! Without npm, without a network, or with `PLYWISE_NO_PAGE` set, the table is
//! empty and says why: the build warns in a line, the program works all the same,
//! and `plywise serve` refuses with what to do. Cargo runs this again only when the
//! page has changed.

#[path = "build/source.rs"]
mod source;

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, io};

use flate2::Compression;
use flate2::write::GzEncoder;
use source::Missing;

/// What the page is made of; anything else in its folder does not matter here.
const PARTS: [&str; 9] = [
    "index.html",
    "licences.ts",
    "package.json",
    "package-lock.json",
    "public",
    "src",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-env-changed=PLYWISE_NO_PAGE");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to build"));
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where we are"));
    let web = here.join("../../web");
    for part in PARTS {
        println!("cargo::rerun-if-changed={}", web.join(part).display());
    }
    let page = out.join("page");
    let built = build(&web, &page);
    let table = match built.and_then(|()| table(&page, &out).map_err(Missing::Failed)) {
        Ok(files) => {
            format!("const MISSING: Option<&str> = None;\nstatic FILES: &[File] = &[\n{files}];\n")
        }
        Err(missing) => {
            missing.warning().iter().for_each(|line| println!("{line}"));
            missing.table()
        }
    };
    fs::write(out.join("page.rs"), table).expect("the build folder can be written to");
}

/// Builds the page into a folder, or says why not.
fn build(web: &Path, page: &Path) -> Result<(), Missing> {
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    if let Some(missing) = Missing::find(env::var_os("PLYWISE_NO_PAGE").as_deref(), web, npm) {
        if missing == Missing::NoNpm {
            // A path that is never there: the next build looks again.
            println!("cargo::rerun-if-changed={}", web.join("npm is not installed").display());
        }
        return Err(missing);
    }
    build_with(npm, web, page).map_err(Missing::Failed)
}

fn build_with(npm: &str, web: &Path, page: &Path) -> Result<(), String> {
    // Several builds may run at once, and they share the folder of packages.
    let lock =
        File::create(web.join(".build.lock")).map_err(|error| format!("no lock: {error}"))?;
    lock.lock().map_err(|error| format!("no lock: {error}"))?;
    install(npm, web)?;
    let _ = fs::remove_dir_all(page);
    run(Command::new(npm)
        .args(["run", "--silent", "build"])
        .current_dir(web)
        .env("PLYWISE_PAGE_OUT", page))
}

/// Installs the packages that the page is built with, if they are not there.
fn install(npm: &str, web: &Path) -> Result<(), String> {
    let wanted = fs::read_to_string(web.join("package-lock.json"))
        .map_err(|error| format!("package-lock.json: {error}"))?;
    let stamp = web.join("node_modules/.plywise");
    let mark = format!("{:016x}", hash(wanted.as_bytes()));
    if fs::read_to_string(&stamp).is_ok_and(|found| found == mark) {
        return Ok(());
    }
    // One try and not long: without a network the program is built all the same.
    run(Command::new(npm)
        .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"])
        .args(["--fetch-retries=1", "--fetch-timeout=20000", "--loglevel=error"])
        .current_dir(web))?;
    fs::write(&stamp, mark).map_err(|error| format!("node_modules: {error}"))
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("npm: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let first = said.lines().find(|line| !line.trim().is_empty());
    let first = first.map_or(String::new(), |line| format!(" ({})", line.trim()));
    let arguments: Vec<String> =
        command.get_args().map(|argument| argument.to_string_lossy().into_owned()).collect();
    // Look again next time.
    println!("cargo::rerun-if-changed=npm has failed");
    Err(format!(
        "npm {} failed{first}; see that Node.js is 20.19 or later and that npm reaches its \
         packages, and build it again",
        arguments.join(" ")
    ))
}

/// A line of Rust for each file.
fn table(page: &Path, out: &Path) -> Result<String, String> {
    let mut files = Vec::new();
    list(page, page, &mut files).map_err(|error| format!("the page: {error}"))?;
    files.sort();
    if !files.iter().any(|(path, _)| path == "/index.html") {
        return Err("npm built no index.html".to_owned());
    }
    let packed = out.join("gzip");
    fs::create_dir_all(&packed).map_err(|error| format!("the page: {error}"))?;
    let mut table = String::new();
    for (number, (path, file)) in files.iter().enumerate() {
        let plain = fs::read(file).map_err(|error| format!("the page: {error}"))?;
        let gzip = packed.join(format!("{number}.gz"));
        compress(&plain, &gzip).map_err(|error| format!("the page: {error}"))?;
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
