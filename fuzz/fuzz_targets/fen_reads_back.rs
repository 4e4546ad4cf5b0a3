//! Any text is read or refused; what is read writes a FEN that reads the same,
//! in both castling notations, and its legal moves can be played.

#![no_main]

use chess::{CastlingLetters, Position, Setup};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(setup) = text.parse::<Setup>() else { return };
    for letters in [CastlingLetters::Xfen, CastlingLetters::Shredder] {
        // An illegal set-up may ask for castling with rooks that X-FEN cannot name.
        if let Ok(position) = setup.position() {
            let fen = position.to_fen(letters);
            assert_eq!(fen.parse::<Position>().as_ref(), Ok(&position), "{fen}");
        }
    }
    match setup.position() {
        Err(faults) => assert!(!faults.is_empty() && !faults.to_string().is_empty()),
        Ok(position) => {
            let moves = position.legal_moves();
            assert_eq!(moves.len() as u64, position.count_legal_moves());
            for mv in &moves {
                let mut next = position;
                let checks = position.gives_check(mv);
                next.play(mv).expect("generated moves are legal");
                assert_eq!(next.is_check(), checks, "{position} {mv:?}");
                assert_eq!(next.setup().position().as_ref(), Ok(&next), "{position} {mv:?}");
                let value = position.see(mv);
                assert!(position.see_ge(mv, value));
                assert!(!position.see_ge(mv, value + 1));
            }
            assert_eq!(position.mirrored().mirrored(), position);
        }
    }
});
