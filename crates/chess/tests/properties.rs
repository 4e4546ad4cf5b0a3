//! Properties that hold for every position and every text, looked for by `proptest`.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod support;

use plywise_chess::{CastlingLetters, CastlingNotation, Game, Move, Position, Setup};
use proptest::prelude::*;
use support::{Random, choose, start};

/// A position some random moves into a game of chess, Chess960 or double Chess960.
fn any_position() -> impl Strategy<Value = Position> {
    (any::<u64>(), 0..3usize, 0..250usize).prop_map(|(seed, kind, plies)| {
        let mut random = Random(seed);
        let mut position = start(kind, &mut random);
        for _ in 0..plies {
            let Some(mv) = choose(&position, &mut random) else { break };
            position.play_unchecked(mv);
        }
        position
    })
}

/// Text that is nearly a FEN: words of its letters in its places.
fn nearly_fen() -> impl Strategy<Value = String> {
    "[pnbrqkPNBRQK1-9/]{0,70} [wbx]{1,2} [KQkqA-Ha-h-]{1,5} ([a-j][0-9]|-)( [0-9-]{0,6}){0,2}"
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn fen_round_trip(position in any_position()) {
        for letters in [CastlingLetters::Xfen, CastlingLetters::Shredder] {
            let fen = position.to_fen(letters);
            prop_assert_eq!(fen.parse::<Position>(), Ok(position));
        }
        prop_assert_eq!(position.to_string().parse::<Setup>(), Ok(position.setup()));
    }

    #[test]
    fn uci_round_trip(position in any_position()) {
        for mv in &position.legal_moves() {
            let chess960 = position.to_uci(mv, CastlingNotation::Chess960);
            prop_assert_eq!(position.parse_uci(&chess960), Ok(mv));
            prop_assert_eq!(position.parse_uci(&chess960.to_uppercase()), Ok(mv));
            if position.has_standard_castling() {
                let standard = position.to_uci(mv, CastlingNotation::Standard);
                prop_assert_eq!(position.parse_uci(&standard), Ok(mv));
            }
        }
    }

    #[test]
    fn san_round_trip(position in any_position()) {
        let mut written = std::collections::HashSet::new();
        for mv in &position.legal_moves() {
            let san = position.to_san(mv);
            prop_assert_eq!(position.parse_san(&san), Ok(mv), "{}", san);
            prop_assert!(written.insert(san.clone()), "{} twice", san);
        }
    }

    #[test]
    fn playing_and_taking_back_restores_every_field(seed in any::<u64>(), plies in 0..200usize) {
        let mut random = Random(seed);
        let first = start(random.below(3), &mut random);
        let mut game = Game::new(first);
        let mut stack = vec![first];
        for _ in 0..plies {
            let Some(mv) = choose(game.position(), &mut random) else { break };
            game.play(mv).unwrap();
            stack.push(*game.position());
        }
        while let Some(expected) = stack.pop() {
            prop_assert_eq!(game.position(), &expected);
            prop_assert_eq!(game.undo().is_some(), !stack.is_empty());
        }
        prop_assert_eq!(game.position(), &first);
    }

    #[test]
    fn only_the_legal_bits_are_legal(position in any_position(), bits in 1..=u16::MAX) {
        let mv = Move::from_bits(bits).unwrap();
        let legal = position.legal_moves().contains(&mv);
        prop_assert_eq!(position.is_legal(mv), legal);
        let mut next = position;
        prop_assert_eq!(next.play(mv).is_ok(), legal);
        if !legal {
            prop_assert_eq!(next, position);
        }
    }

    #[test]
    fn a_pass_changes_the_turn_and_nothing_on_the_board(position in any_position()) {
        match position.after_null() {
            None => prop_assert!(position.is_check()),
            Some(next) => {
                prop_assert_eq!(next.board(), position.board());
                prop_assert_eq!(next.turn(), !position.turn());
                prop_assert_eq!(next.setup().position(), Ok(next));
            }
        }
    }

    #[test]
    fn mirrors_have_mirrored_moves(position in any_position()) {
        let mirrored = position.mirrored();
        prop_assert_eq!(mirrored.mirrored(), position);
        prop_assert_eq!(mirrored.setup().position(), Ok(mirrored));
        prop_assert_eq!(mirrored.legal_moves().len(), position.legal_moves().len());
        prop_assert_eq!(mirrored.checkers(), position.checkers().flip_ranks());
    }

    #[test]
    fn any_text_is_read_or_refused(text in ".{0,80}", fen in nearly_fen(), position in any_position()) {
        for text in [text.as_str(), fen.as_str()] {
            if let Ok(setup) = text.parse::<Setup>() {
                prop_assert_eq!(setup.faults().is_empty(), setup.position().is_ok());
            }
            if let Ok(mv) = position.parse_uci(text) {
                prop_assert!(position.is_legal(mv));
            }
            if let Ok(mv) = position.parse_san(text) {
                prop_assert!(position.is_legal(mv));
            }
        }
    }

    #[test]
    fn nearly_moves_are_read_or_refused(
        position in any_position(),
        uci in "[a-h][0-9][a-h][1-8][nbrqkNBRQ]?",
        san in "[KQRBNkqrbn♘♛]?[a-h]?[1-8]?[x:-]?[a-h][1-8](=?[QRBNqk]|\\([QN]\\))?[+#!?]{0,3}",
    ) {
        if let Ok(mv) = position.parse_uci(&uci) {
            prop_assert!(position.is_legal(mv));
        }
        if let Ok(mv) = position.parse_san(&san) {
            prop_assert!(position.is_legal(mv));
        }
    }
}
