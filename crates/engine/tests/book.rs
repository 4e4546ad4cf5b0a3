//! Polyglot books.
#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use std::collections::HashSet;
use std::path::Path;

use chess::{Game, Move, Position};
use plywise_engine::{Book, Limits, Player, polyglot_key};
use search::Signals;

/// The examples in the description of the format.
const PUBLISHED: [(&str, u64); 9] = [
    ("", 0x463b_9618_1691_fc9c),
    ("e2e4", 0x823c_9b50_fd11_4196),
    ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
    ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
    ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
    ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
    ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
    ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
    ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
];

fn after(moves: &str) -> Position {
    let mut game = Game::default();
    for text in moves.split_whitespace() {
        game.play(game.position().parse_uci(text).unwrap()).unwrap();
    }
    *game.position()
}

#[test]
fn keys_are_the_published_ones() {
    for (moves, key) in PUBLISHED {
        assert_eq!(polyglot_key(&after(moves)), key, "{moves}");
    }
}

#[test]
fn moves_are_chosen_by_weight() {
    let start = Position::start();
    let mut book = Book::default();
    for (text, weight) in [("a2a3", 0), ("e2e4", 1), ("d2d4", 3), ("e2e4", 9)] {
        book.add(&start, start.parse_uci(text).unwrap(), weight);
    }
    assert_eq!(book.len(), 3, "a move added again gets another weight");
    let count = |text: &str| {
        let mv = start.parse_uci(text).unwrap();
        (0..1200).filter(|&seed| book.choose(&start, seed) == Some(mv)).count()
    };
    assert_eq!(count("a2a3"), 0);
    assert!((850..=950).contains(&count("e2e4")), "{}", count("e2e4"));
    assert_eq!(count("e2e4") + count("d2d4"), 1200);
    assert_eq!(book.choose(&after("e2e4"), 0), None);
}

#[test]
fn special_moves_come_back() {
    for (fen, text) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8"),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8n"),
        ("7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6"),
    ] {
        let position: Position = fen.parse().unwrap();
        let mv = position.parse_uci(text).unwrap();
        let mut book = Book::default();
        book.add(&position, mv, 1);
        assert_eq!(book.moves(&position), [(mv, 1)], "{text}");
    }
}

#[test]
fn what_is_no_book_is_refused_with_a_sentence() {
    let sentence = |bytes: &[u8]| Book::read(bytes).unwrap_err().to_string();
    assert_eq!(
        sentence(b"no book at all"),
        "this is no Polyglot book: 14 bytes are no multiple of 16"
    );
    let unsorted = [[9; 16], [3; 16]].concat();
    assert_eq!(sentence(&unsorted), "this is no Polyglot book: entry 2 is out of order");
    let missing = Book::open(Path::new("no/such/book.bin")).unwrap_err().to_string();
    assert!(missing.starts_with("the book cannot be read: "), "{missing}");
    // Moves that are not legal where they stand are as good as absent.
    let mut nonsense = polyglot_key(&Position::start()).to_be_bytes().to_vec();
    nonsense.extend([0xff, 0xff, 0, 7, 0, 0, 0, 0]);
    let book = Book::read(&nonsense).unwrap();
    assert!(book.moves(&Position::start()).is_empty());
    assert_eq!(book.choose(&Position::start(), 1), None);
}

#[test]
fn the_own_book_knows_several_ways_to_begin() {
    let book = Book::own();
    assert_eq!(Book::read(&book.to_bytes()).unwrap(), *book);
    let start = Position::start();
    assert!(book.moves(&start).len() > 2, "{:?}", book.moves(&start));
    let chosen: HashSet<Move> = (0..100).filter_map(|seed| book.choose(&start, seed)).collect();
    assert!(chosen.len() > 1, "{chosen:?}");
}

#[test]
fn a_champion_with_a_book_begins_with_its_moves() {
    let stop = Signals::new();
    for (order, is_from_book) in [("champion:nodes=100,book", true), ("champion:nodes=100", false)]
    {
        let mut player = Player::seat(&order.parse().unwrap(), 1).unwrap();
        let decision = player
            .think(&Game::new(Position::start()), &Limits::default(), &stop, &mut |_| {})
            .unwrap();
        assert_eq!((decision.is_from_book, decision.nodes == 0), (is_from_book, is_from_book));
    }
}
