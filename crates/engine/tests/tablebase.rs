//! Folders of endgame tables. What the tables say is checked in `collections`, as they are no part of the project.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

#[cfg(feature = "tablebases")]
use plywise_engine::TablebaseError;
use plywise_engine::Tablebases;

#[test]
fn folders_that_are_missing_are_refused() {
    let missing = Tablebases::open(&["no/such/folder"]).unwrap_err();
    assert!(missing.to_string().starts_with("cannot read the folder 'no/such/folder': "));
}

#[cfg(feature = "tablebases")]
#[test]
fn folders_without_tables_are_refused() {
    let empty = Tablebases::open(&[env!("CARGO_MANIFEST_DIR")]).unwrap_err();
    assert!(matches!(empty, TablebaseError::Empty(_)));
    assert!(empty.to_string().starts_with("there are no Syzygy tables (KQvK.rtbw and so on) in "));
}

#[cfg(not(feature = "tablebases"))]
#[test]
fn a_build_without_tables_says_so() {
    let refused = Tablebases::open(&[env!("CARGO_MANIFEST_DIR")]).unwrap_err();
    assert!(refused.to_string().contains("built without endgame tables"), "{refused}");
}
