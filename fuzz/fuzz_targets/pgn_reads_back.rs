//! Any bytes are read as games or reported with a line and a reason; a game
//! that was read writes a PGN that reads as the same game.

#![no_main]

use chess::pgn::{FaultyVariation, Pgn, ReadError, Reader, ReaderLimits};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for item in Reader::new(bytes) {
        match item {
            Ok(read) => reads_back(&read.game),
            Err(ReadError::Broken(broken)) => {
                assert!(broken.cause.line >= broken.line);
                assert!(!broken.cause.to_string().is_empty());
                let mut game = broken.game;
                // Kept for show: a start that makes no sense is not written, and
                // a variant with other rules is refused again.
                for name in ["FEN", "SetUp", "Variant"] {
                    game.tags.remove(name);
                }
                reads_back(&game);
            }
            Err(ReadError::Io(error)) => panic!("memory cannot fail: {error}"),
        }
    }
    // Tight limits break games, never the reader.
    let tight = ReaderLimits {
        game: 200,
        text: 20,
        moves: 5,
        tags: 2,
        nesting: 2,
        ..ReaderLimits::default()
    };
    for read in Reader::with_limits(bytes, tight, FaultyVariation::BreaksGame).flatten() {
        assert!(read.game.tree.len() <= 5);
    }
});

fn reads_back(game: &Pgn) {
    let text = game.to_string();
    let mut reader = Reader::new(text.as_bytes());
    match reader.next() {
        Some(Ok(again)) => assert_eq!(&again.game, game, "{text}"),
        other => panic!("{other:?}\n{text}"),
    }
    assert!(reader.next().is_none(), "{text}");
}
