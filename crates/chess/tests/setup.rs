//! Set-ups: every reason for refusal, alone and together, and what passes.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use plywise_chess::{Fault, Faults, FenError, Piece, Position, Setup, Square};

/// Positions and exactly the faults they have.
const JUDGED: &[(&str, &[Fault])] = &[
    // Kings
    ("8/8/8/8/8/8/8/4K3 w - -", &[Fault::NoBlackKing]),
    ("4k3/8/8/8/8/8/8/8 w - -", &[Fault::NoWhiteKing]),
    ("8/8/8/8/8/8/8/8 w - -", &[Fault::NoWhiteKing, Fault::NoBlackKing]),
    ("4k3/8/8/8/8/8/8/K3K3 w - -", &[Fault::ManyWhiteKings]),
    ("k3k3/8/8/8/8/8/8/4K3 w - -", &[Fault::ManyBlackKings]),
    ("8/8/8/8/8/8/4k3/4K3 w - -", &[Fault::OpponentInCheck]),
    // Pieces
    ("4k2P/8/8/8/8/8/8/4K3 w - -", &[Fault::PawnOnBackRank]),
    ("4k3/8/8/8/8/8/8/p3K3 w - -", &[Fault::PawnOnBackRank]),
    ("4k3/8/8/8/8/P7/PPPPPPPP/RNBQKBNR w - -", &[Fault::ManyWhiteMen, Fault::ManyWhitePawns]),
    ("rnbqkbnr/pppppppp/p7/8/8/8/8/4K3 w - -", &[Fault::ManyBlackMen, Fault::ManyBlackPawns]),
    ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - -", &[Fault::ManyWhitePawns]),
    ("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - -", &[Fault::ManyWhitePromoted]),
    // Nine queens pass, ten do not.
    ("4k3/8/8/8/8/QQQQ4/QQQQQ3/4K3 b - -", &[]),
    ("4k3/8/8/8/8/QQQQQ3/QQQQQ3/4K3 b - -", &[Fault::ManyWhitePromoted]),
    ("4K3/8/8/8/8/qqqq4/qqqqq3/4k3 w - -", &[]),
    ("4K3/8/8/8/8/qqqqq3/qqqqq3/4k3 w - -", &[Fault::ManyBlackPromoted]),
    // Two bishops on one colour of squares: one was a pawn.
    ("4k3/8/8/8/8/8/PPPPPPPP/2B1KB2 w - -", &[]),
    ("4k3/8/8/8/8/8/PPPPPPPP/2B1K1B1 w - -", &[Fault::ManyWhitePromoted]),
    ("4k3/8/8/8/8/8/1PPPPPPP/2B1K1B1 w - -", &[]),
    // Checks
    ("4k3/8/8/8/8/8/8/4RK2 w - -", &[Fault::OpponentInCheck]),
    ("4k3/8/8/8/8/8/8/4RK2 b - -", &[]),
    ("4k3/8/8/1B5B/8/8/8/4RK2 b - -", &[Fault::ImpossibleCheck]),
    ("4k3/8/8/1B6/8/8/8/4RK2 b - -", &[]),
    // Of two pieces that check at once, one was uncovered: a slider.
    ("4k3/8/8/8/8/3n1n2/8/4K3 w - -", &[Fault::ImpossibleCheck]),
    ("4k3/8/8/8/8/8/3p1p2/4K3 w - -", &[Fault::ImpossibleCheck]),
    ("4k3/8/8/8/8/5n2/3p4/4K3 w - -", &[Fault::ImpossibleCheck]),
    ("4r1k1/8/8/8/8/5n2/8/4K3 w - -", &[]),
    // The step g2-g4 neither checks nor uncovers the rook's file.
    ("4k3/8/8/8/6P1/8/8/4RK2 b - g3", &[Fault::ImpossibleCheck]),
    ("4k3/8/8/8/4K1P1/8/8/8 b - g3", &[]),
    ("8/8/8/8/4KkP1/8/8/8 b - g3", &[Fault::OpponentInCheck]),
    ("8/8/8/7k/6P1/8/8/4K3 b - g3", &[]),
    ("7k/8/8/8/3P4/8/1B6/4K3 b - d3", &[]),
    // Castling
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", &[]),
    ("r3k3/8/8/8/8/8/8/R3K2R w KQkq -", &[Fault::BlackCastling]),
    ("r3k2r/8/8/8/8/8/8/4K2R w KQkq -", &[Fault::WhiteCastling]),
    ("r3k2r/8/8/8/8/8/4K3/R6R w KQkq -", &[Fault::WhiteCastling]),
    ("r3k2r/8/8/8/8/8/8/R3K2r w KQ -", &[Fault::WhiteCastling]),
    ("4k3/8/8/8/8/8/8/RR2K2R w AHB -", &[Fault::WhiteCastling]),
    ("4k3/8/8/8/8/8/8/1R2K1R1 w GB -", &[]),
    // En passant
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", &[]),
    ("4k3/8/8/3p4/8/8/8/4K3 w - d6", &[]),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - e6", &[Fault::EnPassant]),
    ("4k3/8/8/3pP3/8/8/8/4K3 b - d6", &[Fault::EnPassant]),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d3", &[Fault::EnPassant]),
    ("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6", &[Fault::EnPassant]),
    ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6", &[Fault::EnPassant]),
    ("4k3/8/8/3nP3/8/8/8/4K3 w - d6", &[Fault::EnPassant]),
];

#[test]
fn every_reason_is_named() {
    let mut named = Faults::NONE;
    for (fen, expected) in JUDGED {
        let setup: Setup = fen.parse().unwrap();
        let expected: Faults = expected.iter().copied().collect();
        assert_eq!(setup.faults(), expected, "{fen}");
        assert_eq!(setup.position().is_ok(), expected.is_empty(), "{fen}");
        for fault in expected.iter() {
            named.insert(fault);
        }
    }
    for fault in Fault::ALL {
        assert!(named.contains(fault), "no position above has the fault '{fault}'");
    }
}

#[test]
fn all_reasons_are_told_at_once() {
    let error = "4P3/8/8/8/8/8/8/4K2Q w kq e6".parse::<Position>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "not a legal position: Black has no king; a pawn stands on the first or eighth rank; \
         Black's castling rights need the king and those rooks at home; \
         no pawn has just passed over the en passant square"
    );
    assert!(matches!(error, FenError::Illegal(faults) if faults.iter().count() == 4));
}

/// An editor fills a set-up piece by piece; nothing is lost while it is not legal yet.
#[test]
fn a_set_up_is_filled_step_by_step() {
    let mut setup = Setup::empty();
    assert_eq!(setup.faults(), [Fault::NoWhiteKing, Fault::NoBlackKing].into_iter().collect());
    setup.board.set(Square::E1, Piece::from_letter('K'));
    assert_eq!(setup.faults(), [Fault::NoBlackKing].into_iter().collect());
    setup.board.set(Square::E2, Piece::from_letter('k'));
    assert_eq!(setup.faults(), [Fault::OpponentInCheck].into_iter().collect());
    setup.board.set(Square::E2, None);
    setup.board.set(Square::E8, Piece::from_letter('k'));
    assert_eq!(setup.position().unwrap().to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(Setup::start().position(), Ok(Position::start()));
}

#[test]
fn all_960_starting_positions_are_legal_and_different() {
    let mut seen = std::collections::HashSet::new();
    for number in 0..960 {
        let position = Position::chess960(number, number);
        assert_eq!(position.setup().position(), Ok(position), "{number}");
        assert!(seen.insert(position.board().to_string()), "{number}");
        assert_eq!(position.castling().count(), 4);
    }
    assert_eq!(Position::chess960(959, 0).to_string()[..8], *"bbqnnrkr");
    assert_eq!(Position::chess960(0, 959).to_string()[..8], *"rkrnnqbb");
    assert_eq!(Position::chess960(960, 961), Position::chess960(0, 1));
}
