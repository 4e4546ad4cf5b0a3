//! Lessons are whole: links lead somewhere, and every rung has what a lesson of a rung has.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::path::Path;

use plywise_course::{Block, LessonPage, Span, lesson, lessons};
use search::ladder::Rung;

fn all() -> Vec<LessonPage> {
    lessons().unwrap().iter().map(|head| lesson(&head.id).unwrap()).collect()
}

/// All texts of a block.
fn texts(block: &Block) -> Vec<&[Span]> {
    match block {
        Block::Heading { text, .. } | Block::Paragraph { text } => vec![text],
        Block::List { items, .. } => items.iter().map(Vec::as_slice).collect(),
        Block::Limits { items } => items.iter().map(|item| item.text.as_slice()).collect(),
        Block::Table { head, rows, .. } => {
            head.iter().chain(rows.iter().flatten()).map(Vec::as_slice).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn every_link_leads_somewhere() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pages = all();
    for page in &pages {
        let id = &page.head.id;
        for span in page.blocks.iter().flat_map(texts).flatten() {
            match span {
                Span::Lesson { lesson, .. } => {
                    assert!(pages.iter().any(|page| page.head.id == *lesson), "{id}: {lesson}");
                }
                Span::File { path, .. } => assert!(top.join(path).exists(), "{id}: {path}"),
                // What was meant to be marked and is not.
                Span::Text { text } => assert!(!text.contains("]("), "{id}: {text}"),
                _ => {}
            }
        }
    }
}

#[test]
fn lessons_follow_each_other() {
    let pages = all();
    for pair in pages.windows(2) {
        assert_eq!(pair[0].next.as_ref(), Some(&pair[1].head.id));
        assert_eq!(pair[1].previous.as_ref(), Some(&pair[0].head.id));
    }
    assert!(pages.iter().all(|page| !page.head.idea.is_empty() && !page.head.title.is_empty()));
}

#[test]
fn every_rung_has_board_pseudocode_costs_limits_and_its_code() {
    for rung in Rung::ALL {
        let page = lesson(rung.name()).unwrap();
        let has = |what: fn(&Block) -> bool| page.blocks.iter().any(what);
        let id = rung.name();
        assert!(
            has(|block| matches!(
                block,
                Block::Tree { .. } | Block::Toy { .. } | Block::Board { .. }
            )),
            "{id}"
        );
        assert!(has(|block| matches!(block, Block::Pseudocode { .. })), "{id}");
        assert!(has(|block| matches!(block, Block::Limits { .. })), "{id}");
        assert!(has(|block| matches!(block, Block::Picture { .. })), "{id}");
        let costs = page.blocks.iter().find_map(|block| match block {
            Block::Complexity { rows } => Some(rows),
            _ => None,
        });
        let names: Vec<&str> = costs.unwrap().iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names[..4], ["time", "space", "complete", "optimal"], "{id}");
        let code = format!("crates/search/src/ladder/{id}.rs");
        let links = page.blocks.iter().flat_map(texts).flatten();
        let links: Vec<&Span> = links.filter(|span| matches!(span, Span::File { .. })).collect();
        assert!(
            links.iter().any(|span| matches!(span, Span::File { path, .. } if *path == code)),
            "{id}: {links:?}"
        );
    }
    let page = lesson("alphabeta").unwrap();
    let rows = page.blocks.iter().find_map(|block| match block {
        Block::Complexity { rows } => Some(rows.clone()),
        _ => None,
    });
    let told = rows.unwrap().iter().map(|row| row.text.clone()).collect::<Vec<_>>().join("\n");
    for formula in ["b^d", "b^(d/2)", "b^(3d/4)"] {
        assert!(told.contains(formula), "{formula}");
    }
}
