//! Everything the rules say, asked of Plywise and of `shakmaty`, an independent
//! library, over hundreds of thousands of positions of random games.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod support;

use std::collections::HashMap;

use plywise_chess::{CastlingLetters, CastlingNotation, Position};
use shakmaty::fen::Fen;
use shakmaty::san::{San, SanPlus};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

use support::{Random, choose, start};

/// Asks both at every position of `games` random games and returns how many positions that were.
fn compare(games: usize, seed: u64) -> usize {
    let mut random = Random(seed);
    let mut compared = 0;
    for game in 0..games {
        let mut ours = start(game, &mut random);
        let fen: Fen = ours.to_fen(CastlingLetters::Shredder).parse().unwrap();
        let mut theirs: Chess = fen.into_position(CastlingMode::Chess960).unwrap();
        // Our key by theirs and theirs by ours: the same positions must repeat for both.
        let mut keys: HashMap<u64, u64> = HashMap::new();
        let mut reverse: HashMap<u64, u64> = HashMap::new();
        for _ in 0..300 {
            compared += 1;
            let zobrist: Zobrist64 = theirs.zobrist_hash(EnPassantMode::Legal);
            assert_eq!(*keys.entry(ours.key()).or_insert(zobrist.0), zobrist.0, "{ours}");
            assert_eq!(*reverse.entry(zobrist.0).or_insert(ours.key()), ours.key(), "{ours}");
            compare_position(&ours, &theirs);
            let Some(mv) = choose(&ours, &mut random) else { break };
            let uci: shakmaty::uci::UciMove =
                ours.to_uci(mv, CastlingNotation::Chess960).parse().unwrap();
            theirs.play_unchecked(uci.to_move(&theirs).unwrap());
            ours.play_unchecked(mv);
        }
    }
    compared
}

fn compare_position(ours: &Position, theirs: &Chess) {
    let fen = Fen::from_position(theirs, EnPassantMode::Legal).to_string();
    assert_eq!(ours.to_string(), fen);
    assert_eq!(fen.parse::<Position>().as_ref(), Ok(ours));
    assert_eq!(ours.checkers().0, theirs.checkers().0, "{fen}");
    assert_eq!(ours.is_check(), theirs.is_check(), "{fen}");
    assert_eq!(ours.is_checkmate(), theirs.is_checkmate(), "{fen}");
    assert_eq!(ours.is_stalemate(), theirs.is_stalemate(), "{fen}");
    assert_eq!(ours.has_insufficient_material(), theirs.is_insufficient_material(), "{fen}");

    let mut expected: Vec<(String, String)> = theirs
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let uci = mv.to_uci(CastlingMode::Chess960).to_string();
            (uci, SanPlus::from_move(theirs.clone(), mv).to_string())
        })
        .collect();
    let mut found: Vec<(String, String)> = ours
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let san = ours.to_san(mv);
            assert_eq!(ours.gives_check(mv), san.ends_with(['+', '#']), "{fen} {san}");
            assert_eq!(ours.parse_san(&san), Ok(mv), "{fen} {san}");
            let theirs_read: San = san.parse::<SanPlus>().unwrap().san;
            assert!(theirs_read.to_move(theirs).is_ok(), "{fen} {san}");
            let uci = ours.to_uci(mv, CastlingNotation::Chess960);
            assert_eq!(ours.parse_uci(&uci), Ok(mv), "{fen} {uci}");
            (uci, san)
        })
        .collect();
    expected.sort();
    found.sort();
    assert_eq!(found, expected, "{fen}");
}

// Two tests so that two cores share the work.

#[test]
fn random_games_agree() {
    let compared = compare(350, 1);
    assert!(compared >= 50_000, "{compared}");
}

#[test]
fn other_random_games_agree() {
    let compared = compare(350, 2);
    assert!(compared >= 50_000, "{compared}");
}
