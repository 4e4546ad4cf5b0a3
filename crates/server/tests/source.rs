//! What the build does where the page cannot be built.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

#[path = "../build/source.rs"]
mod source;

use std::ffi::OsStr;
use std::path::Path;

use source::Missing;

const WEB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web");

fn find(no_page: Option<&str>, web: &str, npm: &str) -> Option<Missing> {
    Missing::find(no_page.map(OsStr::new), Path::new(web), npm)
}

#[test]
fn what_is_missing_is_found_before_anything_is_built() {
    let here = env!("CARGO_MANIFEST_DIR");
    assert_eq!(find(Some("1"), WEB, "cargo"), Some(Missing::Unwanted));
    assert_eq!(find(None, here, "cargo"), Some(Missing::NoSources));
    assert_eq!(find(None, WEB, "no such program"), Some(Missing::NoNpm));
    // Any program that answers will do for npm here.
    assert_eq!(find(None, WEB, "cargo"), None);
    assert_eq!(find(Some(""), WEB, "cargo"), None);
}

#[test]
fn the_build_warns_in_one_line_unless_the_page_was_not_wanted() {
    assert_eq!(
        Missing::NoNpm.warning().unwrap(),
        "cargo::warning=the page is not part of this program: install Node.js 20.19 or later \
         with npm, and build it again"
    );
    assert_eq!(Missing::Unwanted.warning(), None);
    let failed = Missing::Failed("npm ci failed (one\ntwo); see\nto it".to_owned());
    let line = failed.warning().unwrap();
    assert_eq!(line.lines().count(), 1);
    assert!(line.ends_with("npm ci failed (one two); see to it"), "{line}");
}

#[test]
fn the_program_says_what_to_do() {
    for (missing, remedy) in [
        (Missing::Unwanted, "build it again without PLYWISE_NO_PAGE"),
        (Missing::NoSources, "build it again where the folder web is"),
        (Missing::NoNpm, "install Node.js 20.19 or later with npm, and build it again"),
    ] {
        let sentence = missing.sentence();
        assert_eq!(sentence, format!("the page is not part of this program: {remedy}"));
        assert!(missing.table().contains(&format!("Some({sentence:?})")));
        assert!(missing.table().contains("static FILES: &[File] = &[];"));
    }
}
