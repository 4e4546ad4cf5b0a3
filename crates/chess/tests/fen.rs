//! FEN: what is read, what is written, and what is said about the rest.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use plywise_chess::{CastlingLetters, FenError, Position, Rank, Setup};

fn xfen(text: &str) -> String {
    text.parse::<Position>().unwrap_or_else(|error| panic!("{text}: {error}")).to_string()
}

fn shredder(text: &str) -> String {
    let position: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    position.to_fen(CastlingLetters::Shredder)
}

#[test]
fn four_five_and_six_fields() {
    let whole = "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 17";
    assert_eq!(xfen(whole), whole);
    assert_eq!(xfen("r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3"), "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 1");
    assert_eq!(xfen("r3k2r/8/8/8/8/8/8/R3K2R b Kq -"), "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1");
    assert_eq!(xfen("  4k3/8/8/8/8/8/8/4K3\tw - -  "), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    // Seen in the wild: no counters, move 0, letters in another order.
    assert_eq!(xfen("4k3/8/8/8/8/8/8/4K3 w - - - -"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(xfen("4k3/8/8/8/8/8/8/4K3 w - - 0 0"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(
        xfen("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1"),
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    );
}

#[test]
fn xfen_and_shredder_fen() {
    let both = [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"),
        // The rook that may castle is the inner one: only its file can say so.
        ("4k3/8/8/8/8/8/8/1R2KR1R w F - 0 1", "4k3/8/8/8/8/8/8/1R2KR1R w F - 0 1"),
        ("4k3/8/8/8/8/8/8/1R2KR1R w K - 0 1", "4k3/8/8/8/8/8/8/1R2KR1R w H - 0 1"),
        ("r1k3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1", "r1k3r1/8/8/8/8/8/8/1RK3R1 w GBga - 0 1"),
        ("nrk1r3/8/8/8/8/8/8/NRK1R3 b Kq - 0 1", "nrk1r3/8/8/8/8/8/8/NRK1R3 b Eb - 0 1"),
    ];
    for (x, s) in both {
        assert_eq!((xfen(x), shredder(x)), (x.to_owned(), s.to_owned()));
        assert_eq!((xfen(s), shredder(s)), (x.to_owned(), s.to_owned()));
    }
}

#[test]
fn en_passant_is_kept_only_where_it_can_be_used() {
    let usable = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    assert_eq!(xfen(usable), usable);
    // Nobody near; pinned on the rank; pinned on the file; check elsewhere.
    for unusable in [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
        "4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    ] {
        assert_eq!(xfen(unusable).split(' ').nth(3), Some("-"), "{unusable}");
    }
}

#[test]
fn a_sentence_for_every_mistake() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let cases: Vec<(String, FenError)> = vec![
        (String::new(), FenError::Fields(0)),
        (format!("{start} w KQkq"), FenError::Fields(3)),
        (format!("{start} w KQkq - 0 1 2"), FenError::Fields(7)),
        ("8/8/8/8/8/8/8 w - -".into(), FenError::Ranks(7)),
        ("8/8/8/8/8/8/8/8/8 w - -".into(), FenError::Ranks(9)),
        ("8/8/8/7/8/8/8/8 w - -".into(), FenError::Rank(Rank::Fifth, "7".into())),
        ("8/8/8/9/8/8/8/8 w - -".into(), FenError::Rank(Rank::Fifth, "9".into())),
        ("8/8/8/8/8/8/8/8x w - -".into(), FenError::Rank(Rank::First, "8x".into())),
        ("8/8/8/8/8/8/8/4K4 w - -".into(), FenError::Rank(Rank::First, "4K4".into())),
        ("88888888/8/8/8/8/8/8/8 w - -".into(), FenError::Rank(Rank::Eighth, "88888888".into())),
        (format!("{start} x KQkq -"), FenError::Turn("x".into())),
        (format!("{start} w XQkq -"), FenError::Castling("XQkq".into())),
        (format!("{start} w KQkq e9"), FenError::EnPassant("e9".into())),
        (format!("{start} w KQkq - x 1"), FenError::HalfmoveClock("x".into())),
        (format!("{start} w KQkq - 65536 1"), FenError::HalfmoveClock("65536".into())),
        (format!("{start} w KQkq - -1 1"), FenError::HalfmoveClock("-1".into())),
        (format!("{start} w KQkq - 0 +1"), FenError::FullmoveNumber("+1".into())),
        (format!("{start} w KQkq - 0 4294967296"), FenError::FullmoveNumber("4294967296".into())),
    ];
    for (fen, expected) in cases {
        let error = fen.parse::<Setup>().unwrap_err();
        assert_eq!(error, expected, "{fen}");
        assert!(error.to_string().len() > 20);
    }
}

/// What is quoted from a bad FEN is short and has nothing a terminal would obey.
#[test]
fn errors_do_not_repeat_garbage() {
    let long = format!("8/8/8/8/8/8/8/8 {} - -", "\u{1b}[31mx".repeat(1000));
    let sentence = long.parse::<Setup>().unwrap_err().to_string();
    assert!(sentence.len() < 200 && !sentence.contains('\u{1b}'), "{sentence}");
}
