//! Rewrites the numbers and pictures of the lessons and of `docs/ladder`:
//! `cargo run --release -p plywise-lab --example ladder_docs`.

#![allow(clippy::print_stdout)] // a program for the terminal

use std::error::Error;
use std::fs;
use std::path::Path;

use plywise_lab::pages::{PICTURES, fill};

fn main() -> Result<(), Box<dyn Error>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (lessons, docs) = (here.join("../course/lessons"), here.join("../../docs/ladder"));
    let mut changed = 0;
    for entry in fs::read_dir(&lessons)?.chain(fs::read_dir(&docs)?) {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "md") {
            let page = fs::read_to_string(&path)?;
            let filled = fill(&page).map_err(|error| format!("{}: {error}", path.display()))?;
            changed += usize::from(write_if_new(&path, &filled)?);
        }
    }
    for picture in PICTURES {
        changed += usize::from(write_if_new(&lessons.join(picture.file), &picture.svg())?);
    }
    println!("{changed} files of the lessons and docs/ladder rewritten");
    Ok(())
}

/// Writes a file unless it says the same already.
fn write_if_new(path: &Path, text: &str) -> Result<bool, Box<dyn Error>> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(false);
    }
    fs::write(path, text)?;
    Ok(true)
}
