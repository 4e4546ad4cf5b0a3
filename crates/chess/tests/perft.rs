//! Perft against counts that other programs agree on.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

use plywise_chess::perft::{self, MAX_DEPTH, Perft};
use plywise_chess::{Keys, Position};

const STANDARD: &str = include_str!("perft/standard.epd");
const CHESS960: &str = include_str!("perft/chess960.epd");

/// Counts above this are left to `make perft`.
const QUICK: u64 = 20_000_000;

fn suite(text: &str) -> impl Iterator<Item = (Position, Vec<(u32, u64)>)> {
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(|line| {
        let mut parts = line.split(';');
        let fen = parts.next().unwrap();
        let counts = parts.map(|part| {
            let (depth, nodes) = part.trim().strip_prefix('D').unwrap().split_once(' ').unwrap();
            (depth.parse().unwrap(), nodes.parse().unwrap())
        });
        (fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")), counts.collect())
    })
}

fn check(text: &str, least_positions: usize) {
    let mut positions = 0;
    for (position, counts) in suite(text) {
        positions += 1;
        assert!(counts.len() >= 3, "{position} has too few counts");
        for (depth, nodes) in counts {
            if nodes <= QUICK {
                assert_eq!(perft::count(&position, depth), nodes, "{position} depth {depth}");
            }
        }
    }
    assert!(positions >= least_positions);
}

#[test]
fn standard_counts() {
    check(STANDARD, 40);
}

#[test]
fn chess960_counts() {
    check(CHESS960, 60);
}

/// At every node every field of the position, the six keys among them, equals
/// what its own set-up gives when built anew; and the slow count is the fast one.
#[test]
fn incremental_fields_equal_recomputed_ones_at_every_node() {
    let mut visited = 0;
    for (position, counts) in suite(STANDARD).chain(suite(CHESS960)) {
        let (depth, nodes) =
            counts.into_iter().rfind(|&(_, nodes)| nodes <= 40_000).expect("depth 1 is small");
        let slow = perft::count_slowly(&position, depth, &mut |position| {
            visited += 1;
            assert_eq!(position.setup().position().as_ref(), Ok(position));
        });
        assert_eq!(slow, nodes, "{position} depth {depth}");
    }
    assert!(visited > 500_000, "{visited}");
}

/// The stages divide the legal moves between them.
#[test]
fn stages_make_up_the_legal_moves() {
    for (position, _) in suite(STANDARD).chain(suite(CHESS960)) {
        perft::count_slowly(&position, 2, &mut |position| {
            let mut staged = plywise_chess::MoveList::new();
            position.captures_and_promotions(&mut staged);
            assert!(
                staged.iter().copied().all(|mv| position.is_capture(mv) || mv.promoted().is_some())
            );
            let noisy = staged.len();
            position.quiets(&mut staged);
            assert!(
                staged[noisy..]
                    .iter()
                    .all(|&mv| !position.is_capture(mv) && mv.promoted().is_none())
            );
            let mut evasions = plywise_chess::MoveList::new();
            position.evasions(&mut evasions);
            let sorted = |moves: &[plywise_chess::Move]| {
                let mut bits: Vec<u16> = moves.iter().map(|mv| mv.to_bits()).collect();
                bits.sort_unstable();
                bits
            };
            assert_eq!(sorted(&staged), sorted(&position.legal_moves()));
            assert_eq!(sorted(&staged), sorted(&evasions));
            assert_eq!(position.count_legal_moves(), staged.len() as u64);
        });
    }
}

#[test]
fn threads_and_table_change_no_count() {
    for (position, counts) in suite(STANDARD) {
        let (depth, nodes) = counts.into_iter().rfind(|&(_, nodes)| nodes <= 200_000).unwrap();
        for (threads, hash_mib) in [(1, 0), (3, 0), (1, 1), (3, 1), (0, 0)] {
            let divided = Perft { threads, hash_mib }.divide(&position, depth).unwrap();
            assert_eq!(divided.iter().map(|(_, nodes)| nodes).sum::<u64>(), nodes, "{position}");
            assert_eq!(divided, perft::divide(&position, depth), "{position}");
        }
    }
}

#[test]
fn depth_zero_is_one_position_and_no_move() {
    assert_eq!(perft::count(&Position::start(), 0), 1);
    assert!(perft::divide(&Position::start(), 0).is_empty());
    let perft = Perft { threads: 2, hash_mib: 1 };
    assert!(perft.divide(&Position::start(), 0).unwrap().is_empty());
    assert_eq!(perft.count(&Position::start(), 0), Ok(1));
}

/// Two kings alone have few positions and, 64 plies deep, more lines than a
/// word can count.
#[test]
fn a_table_saturates_instead_of_wrapping_round() {
    let kings: Position = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap();
    let divided = Perft { threads: 1, hash_mib: 16 }.divide(&kings, MAX_DEPTH).unwrap();
    assert!(divided.iter().all(|&(_, nodes)| nodes == u64::MAX));
    assert_eq!(perft::total(&divided), u64::MAX);
}

#[test]
fn partial_keys_see_their_own_pieces_only() {
    let keys = |fen: &str| -> Keys { *fen.parse::<Position>().unwrap().keys() };
    let before = keys("r3k2r/pppppppp/1nb5/8/8/1NB5/PPPPPPPP/R2QK2R w - - 0 1");
    let pawn_moved = keys("r3k2r/pppppppp/1nb5/8/4P3/1NB5/PPPP1PPP/R2QK2R w - - 0 1");
    assert_ne!(before.pawns, pawn_moved.pawns);
    assert_eq!(
        (before.minors, before.majors, before.non_pawns),
        (pawn_moved.minors, pawn_moved.majors, pawn_moved.non_pawns)
    );
    let knight_moved = keys("r3k2r/pppppppp/1nb5/8/3N4/2B5/PPPPPPPP/R2QK2R w - - 0 1");
    assert_ne!(before.minors, knight_moved.minors);
    assert_ne!(before.non_pawns[0], knight_moved.non_pawns[0]);
    assert_eq!(
        (before.pawns, before.majors, before.non_pawns[1]),
        (knight_moved.pawns, knight_moved.majors, knight_moved.non_pawns[1])
    );
    let queen_moved = keys("r3k2r/pppppppp/1nb5/8/8/1NB5/PPPPPPPP/R1Q1K2R w - - 0 1");
    assert_ne!(before.majors, queen_moved.majors);
    assert_eq!((before.pawns, before.minors), (queen_moved.pawns, queen_moved.minors));
    let king_moved = keys("r3k2r/pppppppp/1nb5/8/8/1NB5/PPPPPPPP/R2Q1K1R w - - 0 1");
    assert_ne!(before.majors, king_moved.majors);
    assert_ne!(before.minors, king_moved.minors);
    let black_to_move = keys("r3k2r/pppppppp/1nb5/8/8/1NB5/PPPPPPPP/R2QK2R b - - 0 1");
    assert_ne!(before.position, black_to_move.position);
}
