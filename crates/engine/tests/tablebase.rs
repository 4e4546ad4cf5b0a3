//! Folders of endgame tables. What the tables say is checked in `collections`, as they are no part of the project.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use plywise_engine::{TablebaseError, Tablebases};

#[test]
fn folders_without_tables_are_refused() {
    let missing = Tablebases::open(&["no/such/folder"]).unwrap_err();
    assert!(missing.to_string().starts_with("cannot read the folder 'no/such/folder': "));
    let empty = Tablebases::open(&[env!("CARGO_MANIFEST_DIR")]).unwrap_err();
    assert!(matches!(empty, TablebaseError::Empty(_)));
    assert!(empty.to_string().starts_with("there are no Syzygy tables (KQvK.rtbw and so on) in "));
}
