//! Whatever a player types in a position reached by the first bytes is a legal
//! move or refused with a sentence, and legal moves are read however they are
//! written: as SAN, as squares, in capitals, with spaces.

#![no_main]

mod reached;

use chess::CastlingNotation;
use libfuzzer_sys::fuzz_target;
use reached::reached;

fuzz_target!(|input: (u16, &[u8], &str)| {
    let (number, choices, text) = input;
    let position = reached([number, number], choices);
    match position.read_move(text) {
        Ok(mv) => assert!(position.is_legal(mv), "{position} {text}"),
        Err(refusal) => assert!(!refusal.to_string().is_empty(), "{position} {text}"),
    }
    for mv in &position.legal_moves() {
        let san = position.to_san(mv);
        assert_eq!(position.read_move(&san), Ok(mv), "{position} {san}");
        let uci = position.to_uci(mv, CastlingNotation::Chess960);
        assert_eq!(position.read_move(&uci.to_uppercase()), Ok(mv), "{position} {uci}");
        let (from, to) = uci.split_at(2);
        assert_eq!(position.read_move(&format!(" {from} {to} ")), Ok(mv), "{position} {uci}");
    }
});
