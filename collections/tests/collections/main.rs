//! More of what the project's own tests check, on larger public collections.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

// The name that the shared file knows it by, which is also a test of its own crate.
extern crate server as plywise_server;

mod analyse;
mod books;
#[path = "../../../crates/server/tests/page/mod.rs"]
mod page;
mod rules;
mod served;
mod tablebases;

use std::path::{Path, PathBuf};

/// A file or folder of the collections: in the folder that `PLYWISE_COLLECTIONS` names, or next to the checkout.
fn collection(name: &str) -> PathBuf {
    let named = std::env::var_os("PLYWISE_COLLECTIONS").map(PathBuf::from);
    let usual = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let path = named.unwrap_or_else(usual).join(name);
    let how = "name the folder of the collections with PLYWISE_COLLECTIONS";
    assert!(path.exists(), "there is no {}; {how}", path.display());
    path
}

/// The text of a file of the collections.
fn text(name: &str) -> String {
    std::fs::read_to_string(collection(name)).unwrap()
}

/// The folder with all Syzygy tables of three and four pieces.
fn syzygy() -> PathBuf {
    collection("syzygy")
}
