//! In a position reached by the first bytes, any text is a legal move or
//! refused; a legal move's own SAN reads back as that move.

#![no_main]

mod reached;

use libfuzzer_sys::fuzz_target;
use reached::reached;

fuzz_target!(|input: (u16, &[u8], &str)| {
    let (number, choices, text) = input;
    let position = reached([number, number], choices);
    if let Ok(mv) = position.parse_san(text) {
        assert!(position.is_legal(mv), "{position} {text}");
    }
    for mv in &position.legal_moves() {
        let san = position.to_san(mv);
        assert_eq!(position.parse_san(&san), Ok(mv), "{position} {san}");
    }
});
