//! Exchanges: worked examples, and the quick question against the full answer.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod support;

use plywise_chess::Position;
use support::{Random, choose, start};

/// Position, move, and the balance written out as it comes about.
const WORKED: &[(&str, &str, i32)] = &[
    ("4k3/8/8/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", 100),
    ("4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", 100 - 500),
    ("4k3/8/3p4/4p3/3P4/8/8/4RK2 w - - 0 1", "d4e5", 100),
    ("4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "f3e5", 100),
    ("4k3/8/5n2/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", 100 - 300),
    // Rooks behind rooks and a queen behind both.
    ("3rk3/3r4/8/3p4/8/3R4/3R4/3QK3 w - - 0 1", "d3d5", 100),
    ("3rk3/3r4/8/3p4/8/3R4/3R4/4K3 w - - 0 1", "d3d5", 100 - 500),
    // A bishop behind a pawn: pawn for pawn for pawn.
    ("4k3/8/2p5/3p4/4P3/5B2/8/4K3 w - - 0 1", "e4d5", 100),
    // The king takes what is not protected, and nothing else.
    ("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2", 100),
    ("8/8/8/3k4/4p3/3P4/8/4K3 w - - 0 1", "d3e4", 0),
    ("8/8/8/3k4/4p3/3P1K2/8/8 w - - 0 1", "d3e4", 100),
    // Promotions, taking and retaken; a pawn that retakes on the last rank becomes a queen.
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 900 - 100),
    ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 500 + 900 - 100),
    ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 900 - 100 - 900),
    ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", 300 - 100 - 300),
    ("4k3/8/8/8/8/8/1p6/R3K3 b - - 0 1", "b2a1q", 500 + 900 - 100),
    ("4k3/8/8/8/8/1N6/1p6/4K3 w - - 0 1", "b3c1", -300 - (900 - 100)),
    // En passant
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
    ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
    // Quiet moves into an attack, and castling.
    ("4k3/8/2p5/8/8/2N5/8/4K3 w - - 0 1", "c3d5", -300),
    ("4k3/8/2p5/8/8/2N5/8/4K3 w - - 0 1", "c3e4", 0),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
];

#[test]
fn worked_examples() {
    for &(fen, text, expected) in WORKED {
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        let mv = position.parse_uci(text).unwrap_or_else(|error| panic!("{fen} {text}: {error}"));
        assert_eq!(position.see(mv), expected, "{fen} {text}");
        let mirrored = position.mirrored();
        let turned: String = text
            .chars()
            .map(|c| match c.to_digit(10) {
                Some(rank) => char::from_digit(9 - rank, 10).unwrap(),
                None => c,
            })
            .collect();
        let mv = mirrored.parse_uci(&turned).unwrap();
        assert_eq!(mirrored.see(mv), expected, "{mirrored} {turned}");
    }
}

#[test]
fn the_quick_question_agrees_with_the_full_answer() {
    let mut random = Random(11);
    let mut asked = 0;
    for game in 0..200 {
        let mut position = start(game, &mut random);
        for _ in 0..120 {
            for mv in &position.legal_moves() {
                let value = position.see(mv);
                for threshold in [value - 1, value, value + 1, -100, 0, 1, 100] {
                    asked += 1;
                    let reaches = position.see_ge(mv, threshold);
                    assert_eq!(reaches, value >= threshold, "{position} {mv:?} {threshold}");
                }
            }
            let Some(mv) = choose(&position, &mut random) else { break };
            position.play_unchecked(mv);
        }
    }
    assert!(asked > 1_000_000);
}
