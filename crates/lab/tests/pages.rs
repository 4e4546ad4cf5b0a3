//! What the lessons and `docs/ladder` say is still true.

use std::fs;
use std::path::PathBuf;

use plywise_lab::pages::{PICTURES, fill};
use search::ladder::Rung;

const REMEDY: &str = "run: make ladder-docs";

const LESSONS: &str = "../course/lessons";

fn file(name: &str) -> String {
    read(&format!("{LESSONS}/{name}"))
}

fn read(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_numbers_of_every_lesson_are_true() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(LESSONS);
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "md") {
            let page = fs::read_to_string(&path).unwrap();
            let name = path.display();
            // Not `assert_eq`, which would print the page twice.
            assert!(fill(&page).unwrap() == page, "{name} is out of date; {REMEDY}");
        }
    }
}

#[test]
fn every_rung_has_its_page_with_its_numbers() {
    for rung in Rung::ALL {
        let name = format!("{}.md", rung.name());
        let page = file(&name);
        assert!(page.contains(&format!("<!-- lab: boards {} -->", rung.name())), "{name}");
    }
}

#[test]
fn the_course_names_every_rung_in_order() {
    let page = read("../../docs/ladder/README.md");
    assert!(fill(&page).unwrap() == page, "README.md is out of date; {REMEDY}");
    for (index, rung) in Rung::ALL.into_iter().enumerate() {
        let name = rung.name();
        let line = format!("{}. [`{name}`](../../crates/course/lessons/{name}.md)", index + 1);
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
