//! Polyglot books.

use chess::Position;
use engine::{Book, polyglot_key};

use super::{collection, text};

#[test]
fn keys_are_those_of_the_list() {
    let table = text("polyglot/polyglot_keys.csv");
    let mut checked = 0;
    for line in table.lines().skip(1) {
        let mut fields = line.split(',');
        let key = u64::from_str_radix(fields.next().unwrap(), 16).unwrap();
        let position: Position = fields.next().unwrap().parse().unwrap();
        assert_eq!(polyglot_key(&position), key, "{line}");
        checked += 1;
    }
    assert_eq!(checked, 500);
}

#[test]
fn a_foreign_book_reads_and_writes_back() {
    let bytes = std::fs::read(collection("polyglot/book_small.bin")).unwrap();
    let book = Book::read(&bytes).unwrap();
    assert_eq!(book.to_bytes(), bytes);
    let moves = book.moves(&Position::start());
    assert!(moves.len() > 1, "{moves:?}");
    for seed in 0..100 {
        let mv = book.choose(&Position::start(), seed).unwrap();
        assert!(moves.iter().any(|&(known, weight)| known == mv && weight > 0));
    }
}
