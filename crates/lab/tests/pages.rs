//! What `docs/ladder` says is still true.

use std::fs;
use std::path::PathBuf;

use plywise_lab::pages::{PICTURES, fill};
use search::ladder::Rung;

const REMEDY: &str = "run: make ladder-docs";

fn file(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/ladder");
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn every_rung_has_its_page_and_its_numbers_are_true() {
    for rung in Rung::ALL {
        let name = format!("{}.md", rung.name());
        let page = file(&name);
        assert!(page.contains(&format!("<!-- lab: boards {} -->", rung.name())), "{name}");
        // Not `assert_eq`, which would print the page twice.
        assert!(fill(&page).unwrap() == page, "{name} is out of date; {REMEDY}");
    }
}

#[test]
fn the_course_names_every_rung_in_order() {
    let page = file("README.md");
    assert!(fill(&page).unwrap() == page, "README.md is out of date; {REMEDY}");
    for (index, rung) in Rung::ALL.into_iter().enumerate() {
        let line = format!("{}. [`{name}`]({name}.md)", index + 1, name = rung.name());
        assert!(page.contains(&line), "README.md lacks '{line}'");
    }
}

#[test]
fn every_rung_has_its_picture() {
    for rung in Rung::ALL {
        let count = PICTURES.iter().filter(|picture| picture.rung == rung).count();
        assert_eq!(count, 1, "{}", rung.name());
    }
}

#[test]
fn every_picture_is_up_to_date_and_shown() {
    for picture in PICTURES {
        let drawn = picture.svg();
        assert!(drawn == file(picture.file), "{} is old; {REMEDY}", picture.file);
        let page = file(&format!("{}.md", picture.rung.name()));
        assert!(page.contains(&format!("]({})", picture.file)), "{}", picture.file);
    }
}
