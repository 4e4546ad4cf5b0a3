//! In a position reached by the first bytes, any text is a legal UCI move or
//! refused; legal moves read back in both castling notations.

#![no_main]

mod reached;

use chess::CastlingNotation;
use libfuzzer_sys::fuzz_target;
use reached::reached;

fuzz_target!(|input: (u16, u16, &[u8], &str)| {
    let (white, black, choices, text) = input;
    let position = reached([white, black], choices);
    for word in text.split_whitespace() {
        if let Ok(mv) = position.parse_uci(word) {
            assert!(position.is_legal(mv), "{position} {word}");
        }
    }
    for mv in &position.legal_moves() {
        let chess960 = position.to_uci(mv, CastlingNotation::Chess960);
        assert_eq!(position.parse_uci(&chess960), Ok(mv), "{position} {chess960}");
        let standard = position.to_uci(mv, CastlingNotation::Standard);
        if position.has_standard_castling() {
            assert_eq!(position.parse_uci(&standard), Ok(mv), "{position} {standard}");
        }
    }
});
