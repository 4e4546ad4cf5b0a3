//! Lessons are whole: links lead somewhere, and every rung has what a lesson of a rung has.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::path::Path;

use chess::Position;
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

/// The boards of a lesson with what stands below them.
fn boards(id: &str) -> Vec<(Position, String)> {
    let board = |block: &Block| match block {
        Block::Board { fen, caption } => Some((fen.parse().unwrap(), caption.clone())),
        _ => None,
    };
    lesson(id).unwrap().blocks.iter().filter_map(board).collect()
}

fn all_after(position: &Position) -> Vec<Position> {
    let after = |mv: &chess::Move| {
        let mut next = *position;
        next.play_unchecked(*mv);
        next
    };
    position.legal_moves().iter().map(after).collect()
}

/// Numbers that stand in sentences, outside the tables that are made by a program.
#[test]
fn what_sentences_count_is_so() {
    let (sicilian, caption) = &boards("game-tree")[0];
    let moves = sicilian.count_legal_moves();
    let replies: u64 = all_after(sicilian).iter().map(Position::count_legal_moves).sum();
    let told = format!(
        "White has {moves} moves here, and after each of them Black has about {}.",
        replies / moves
    );
    assert_eq!(*caption, told);

    let (puzzle, caption) = &boards("random")[0];
    let is_mate = |next: &&Position| next.is_check() && !next.has_legal_move();
    let mates = all_after(puzzle).iter().filter(is_mate).count();
    let takes = puzzle.legal_moves().iter().filter(|&&mv| puzzle.is_capture(mv)).count();
    assert_eq!((puzzle.count_legal_moves(), mates, takes), (26, 2, 1));
    assert!(
        caption.starts_with("Black has 26 moves. Two of them are mate, one takes a queen"),
        "{caption}"
    );

    let (start, caption) = &boards("history")[0];
    let replies: u64 = all_after(start).iter().map(Position::count_legal_moves).sum();
    assert_eq!((start.count_legal_moves(), replies), (20, 400));
    assert_eq!(
        caption,
        "Twenty moves here, and four hundred positions after one move by each side."
    );
}

/// The null move's example: a mate in two that everybody sees who does not pass.
#[test]
fn the_null_move_misses_the_mate_of_its_lesson() {
    let page = lesson("nullmove").unwrap();
    let is_example =
        |block: &&Block| matches!(block, Block::Code { text } if text.contains("kbK5"));
    let Some(Block::Code { text }) = page.blocks.iter().find(is_example) else {
        panic!("no example")
    };
    let position: Position = text.split('\'').nth(1).unwrap().parse().unwrap();
    let found = |rung: Rung| {
        let pst = eval::by_name("pst").unwrap();
        let algorithm = search::ladder::Algorithm::plain(rung);
        let report = lab::count(&algorithm, &position, pst, 3).report;
        (report.score.mate_moves(), report.best.map(|mv| position.to_san(mv)))
    };
    assert_eq!(found(Rung::Table), (Some(2), Some("Ra6".to_owned())));
    assert_eq!(found(Rung::NullMove).0, None);
}
