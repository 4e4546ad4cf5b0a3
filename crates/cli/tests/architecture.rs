//! What ARCHITECTURE.md says of the workspace is true: who may use whom, and why each foreign crate is there.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(file: impl AsRef<Path>) -> String {
    let file = root().join(file);
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The names between backticks.
fn quoted(text: &str) -> BTreeSet<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The cells of the table below a heading of ARCHITECTURE.md, row by row.
fn table(heading: &str) -> Vec<Vec<String>> {
    let page = read("ARCHITECTURE.md");
    let (_, section) = page
        .split_once(&format!("\n{heading}\n"))
        .unwrap_or_else(|| panic!("ARCHITECTURE.md has no section '{heading}'"));
    let rows = section.lines().skip_while(|line| !line.starts_with('|'));
    let rows = rows.take_while(|line| line.starts_with('|')).skip(2);
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect())
        .collect()
}

/// What a manifest names as dependencies of any kind.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut is_listed = false;
    for line in manifest.lines() {
        if let Some(section) = line.strip_prefix('[') {
            is_listed = section.trim_end().ends_with("dependencies]");
        } else if let Some((name, _)) = line.split_once('=').filter(|_| is_listed)
            && !line.starts_with('#')
        {
            names.insert(name.trim().trim_end_matches(".workspace").to_owned());
        }
    }
    names
}

/// The crates of the workspace: folder and dependencies.
fn crates() -> BTreeMap<String, BTreeSet<String>> {
    let folders = fs::read_dir(root().join("crates")).unwrap();
    let names = folders.map(|folder| folder.unwrap().file_name().into_string().unwrap());
    names
        .map(|name| {
            let manifest = read(format!("crates/{name}/Cargo.toml"));
            (name, dependencies(&manifest))
        })
        .collect()
}

#[test]
fn crates_use_whom_they_may() {
    let crates = crates();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for row in table("### Who uses whom") {
        let name = quoted(&row[0]).into_iter().next().unwrap();
        let may_use = quoted(&row[1]);
        let used = crates.get(&name).unwrap_or_else(|| panic!("there is no crate '{name}'"));
        let used: BTreeSet<String> =
            used.iter().filter(|used| crates.contains_key(*used)).cloned().collect();
        assert_eq!(used, may_use, "'{name}' uses the left, and ARCHITECTURE.md says the right");
        assert!(may_use.is_subset(&seen), "'{name}' may only use crates of the rows before it");
        seen.insert(name);
    }
    let all: BTreeSet<String> = crates.into_keys().collect();
    assert_eq!(seen, all, "the left are in the table, the right in the folder crates");
}

/// The README's first command names no program, and there are two in the workspace.
#[test]
fn cargo_run_in_a_checkout_means_the_program() {
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--locked", "--format-version", "1"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(metadata.status.success(), "{}", String::from_utf8_lossy(&metadata.stderr));
    let metadata: Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let members = metadata["workspace_default_members"].as_array().unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let runs: Vec<&Value> = packages
        .iter()
        .filter(|package| members.contains(&package["id"]))
        .map(|package| &package["default_run"])
        .filter(|name| !name.is_null())
        .collect();
    assert_eq!(runs, ["plywise"]);
}

#[test]
fn every_foreign_crate_has_its_reason() {
    let crates = crates();
    let reasons: BTreeSet<String> =
        table("## Dependencies").iter().flat_map(|row| quoted(&row[0])).collect();
    let others =
        ["bench", "collections", "fuzz"].map(|name| (name, read(format!("{name}/Cargo.toml"))));
    let others = others.iter().map(|(name, manifest)| (*name, dependencies(manifest)));
    let all = crates.iter().map(|(name, used)| (name.as_str(), used.clone())).chain(others);
    for (name, used) in all {
        for used in used.iter().filter(|used| !crates.contains_key(*used) && *used != "plywise") {
            assert!(
                reasons.contains(used),
                "'{name}' uses '{used}', and ARCHITECTURE.md does not say why"
            );
        }
    }
}

/// `engine/level.rs` is short for `crates/engine/src/level.rs`.
#[test]
fn the_walks_name_files_that_are_there() {
    let page = read("ARCHITECTURE.md");
    let (_, section) = page.split_once("\n### Four walks\n").unwrap();
    let (section, _) = section.split_once("\n### ").unwrap();
    let is_file = |name: &String| Path::new(name).extension().is_some() && name.contains('/');
    let named: Vec<String> = quoted(section).into_iter().filter(is_file).collect();
    assert!(named.len() > 20, "{named:?}");
    for name in named {
        let (first, rest) = name.split_once('/').unwrap();
        let short = root().join("crates").join(first).join("src").join(rest);
        assert!(root().join(&name).is_file() || short.is_file(), "there is no file '{name}'");
    }
    let steps = section.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    assert_eq!(steps.count(), 4 * 5, "four walks of five lines each");
}

/// Every Rust file in a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(sources(&path)),
            false => files.extend(path.extension().is_some_and(|end| end == "rs").then_some(path)),
        }
    }
    files
}

/// The three ways to search.
const SEARCHERS: [&str; 3] = ["ladder", "champion", "fallible"];

/// Which of the searchers a file reaches through `path`, as in `search::champion::Pool` or
/// `use search::{Limits, champion}`.
fn searchers_named(text: &str, path: &str) -> BTreeSet<&'static str> {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut named = BTreeSet::new();
    for (_, rest) in text.match_indices(path).map(|(at, _)| text.split_at(at + path.len())) {
        // A list in braces goes on to the end of the statement.
        let reach = match rest.strip_prefix('{') {
            Some(list) => list.split(';').next(),
            None => rest.split(|letter| !is_word(letter)).next(),
        };
        let words: BTreeSet<&str> =
            reach.unwrap_or_default().split(|letter| !is_word(letter)).collect();
        named.extend(SEARCHERS.into_iter().filter(|searcher| words.contains(searcher)));
    }
    named
}

#[test]
fn searchers_never_see_each_other() {
    for here in SEARCHERS {
        let files = sources(&root().join("crates/search/src").join(here));
        assert!(files.len() > 4, "{files:?}");
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            for there in SEARCHERS.iter().filter(|there| **there != here) {
                let named = text.lines().find(|line| line.contains(&format!("{there}::")));
                assert_eq!(named, None, "{} names the {there}", file.display());
            }
            let named = searchers_named(&text, "crate::");
            assert!(named.iter().all(|there| *there == here), "{} names {named:?}", file.display());
        }
    }
}

#[test]
fn searchers_meet_only_where_the_page_says() {
    for (text, named) in [
        ("use search::{Limits, champion::{Job, Solo}, ladder};", &["champion", "ladder"][..]),
        ("use search::champion; search::Task; search::fallible::Sight", &["champion", "fallible"]),
        ("use search::{Limits, Task};\nuse engine::ladder;", &[]),
    ] {
        assert_eq!(searchers_named(text, "search::"), named.iter().copied().collect(), "{text}");
    }
    let page = read("ARCHITECTURE.md");
    let (_, said) = page.split_once("because they let either search").unwrap();
    let said = quoted(said.split_once("\n\n").unwrap().0);
    let mut found = BTreeSet::new();
    for name in crates().into_keys().filter(|name| name != "search") {
        let folder = root().join("crates").join(&name).join("src");
        for file in sources(&folder) {
            if searchers_named(&fs::read_to_string(&file).unwrap(), "search::").len() > 1 {
                let file = file.strip_prefix(&folder).unwrap().display().to_string();
                found.insert(format!("{name}/{}", file.replace('\\', "/")));
            }
        }
    }
    assert_eq!(found, said, "the left name several searchers, and ARCHITECTURE.md says the right");
}
