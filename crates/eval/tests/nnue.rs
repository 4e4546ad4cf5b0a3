//! The network: the fast ways against the slow one.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod support;

use std::sync::Arc;

use chess::{File, Move, MoveKind, Position};
use plywise_eval::nnue::{Backend, IncrementalNnue, KingBuckets, Network, Nnue};
use plywise_eval::{Evaluator, Explanation, IncrementalEvaluator, Term};

/// Positions where castling, en passant and promotions are near.
const RICH: [&str; 5] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/1p1p1p1p/8/P1P1P1P1/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
];

fn network(hidden: usize) -> Arc<Network> {
    Arc::new(Network::random(hidden, 20_240_601).unwrap())
}

/// Buckets that a king leaves with every step, and buckets as a recipe has them.
const BUCKETS: [[u8; 32]; 2] = [
    [
        0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1,
        2, 3,
    ],
    [
        1, 1, 0, 0, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
        3, 3,
    ],
];

fn bucketed(hidden: usize, map: [u8; 32]) -> Arc<Network> {
    let buckets = KingBuckets::new(map).unwrap();
    Arc::new(Network::random_with(hidden, buckets, 20_240_601).unwrap())
}

/// A network without king buckets and those with.
fn networks(hidden: usize) -> [Arc<Network>; 3] {
    let [every_step, recipe] = BUCKETS.map(|map| bucketed(hidden, map));
    [network(hidden), every_step, recipe]
}

#[test]
fn all_paths_say_the_same() {
    let positions = support::random_positions(30);
    assert!(positions.len() > 3_000);
    let plain = [network(32), network(96), network(256), Network::embedded()];
    for network in plain.into_iter().chain(networks(160)) {
        let reference = Nnue::with_backend(Arc::clone(&network), Backend::SCALAR);
        let values: Vec<i32> =
            positions.iter().map(|position| reference.evaluate(position).raw()).collect();
        let spread = values.iter().filter(|value| (-2_000..2_000).contains(*value)).count();
        assert!(spread > positions.len() / 2, "the verdicts are not all at the ends");
        for backend in Backend::available() {
            let evaluation = Nnue::with_backend(Arc::clone(&network), backend);
            for (position, &value) in positions.iter().zip(&values) {
                assert_eq!(evaluation.evaluate(position).raw(), value, "{backend:?} on {position}");
            }
        }
    }
}

#[test]
fn following_a_search_changes_nothing() {
    let backends = || Backend::available().into_iter();
    for (backend, network) in
        backends().flat_map(|backend| networks(64).map(|network| (backend, network)))
    {
        let nnue = Nnue::with_backend(network, backend);
        let mut walk = Walk::new(nnue.evaluator(), nnue);
        for round in 0..12 {
            let number = (round * 79 % 960) as u16;
            walk.from(Position::chess960(number, number), 400);
            walk.from(Position::chess960(number, 959 - number), 400);
            walk.from(RICH[round % RICH.len()].parse().unwrap(), 400);
        }
        let seen = walk.seen;
        assert!(seen.evaluations > 5_000, "{seen:?}");
        assert!(seen.castlings > 30 && seen.en_passant > 10, "{seen:?}");
        assert!(seen.promotions > 100 && seen.crossings > 150 && seen.passes > 300, "{seen:?}");
    }
}

/// Moves, passes and undoes at random, and compares now and then.
struct Walk {
    evaluator: IncrementalNnue,
    nnue: Nnue,
    random: u64,
    seen: Seen,
}

#[derive(Clone, Copy, Default, Debug)]
struct Seen {
    evaluations: usize,
    castlings: usize,
    en_passant: usize,
    promotions: usize,
    crossings: usize,
    passes: usize,
}

impl Walk {
    fn new(evaluator: IncrementalNnue, nnue: Nnue) -> Walk {
        Walk { evaluator, nnue, random: 1, seen: Seen::default() }
    }

    fn from(&mut self, root: Position, steps: usize) {
        self.evaluator.start(&root);
        let mut line = vec![root];
        for _ in 0..steps {
            let position = line[line.len() - 1];
            match self.below(10) {
                0..=2 if line.len() > 1 => {
                    self.evaluator.undo();
                    line.pop();
                }
                3 => {
                    if let Some(after) = position.after_null() {
                        self.evaluator.pass(&after);
                        self.seen.passes += 1;
                        line.push(after);
                    }
                }
                _ => {
                    let Some(mv) = self.choose(&position) else { continue };
                    let mut after = position;
                    after.play(mv).unwrap();
                    self.evaluator.play(&position, mv, &after);
                    self.count(&position, mv, &after);
                    line.push(after);
                }
            }
            if self.below(2) == 0 {
                let position = &line[line.len() - 1];
                let expected = self.nnue.evaluate(position);
                assert_eq!(self.evaluator.evaluate(position), expected, "{position}");
                self.seen.evaluations += 1;
            }
        }
    }

    /// A random move; a special one, where there is one, in half the cases.
    fn choose(&mut self, position: &Position) -> Option<Move> {
        let moves = position.legal_moves();
        let special: Vec<Move> =
            moves.iter().copied().filter(|mv| mv.kind() != MoveKind::Normal).collect();
        let from = if special.is_empty() || self.below(2) == 0 { &*moves } else { &special };
        match from.len() {
            0 => None,
            count => Some(from[self.below(count)]),
        }
    }

    fn count(&mut self, before: &Position, mv: Move, after: &Position) {
        let us = before.turn();
        let half = |position: &Position| position.king(us).file() < File::E;
        let seen = &mut self.seen;
        seen.castlings += usize::from(mv.kind() == MoveKind::Castling);
        seen.en_passant += usize::from(mv.kind() == MoveKind::EnPassant);
        seen.promotions += usize::from(mv.promoted().is_some());
        seen.crossings += usize::from(half(before) != half(after));
    }

    /// Numbers that look random (a 64-bit xorshift).
    fn below(&mut self, limit: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 11) as usize % limit
    }
}

#[test]
fn the_mirror_image_is_worth_the_same_to_the_mover() {
    for network in networks(64) {
        mirror_images(&Nnue::new(network));
    }
}

fn mirror_images(nnue: &Nnue) {
    for position in support::random_positions(9) {
        let mirrored = position.mirrored();
        assert_eq!(nnue.evaluate(&position), nnue.evaluate(&mirrored), "{position}");
        let explanation = nnue.explain(&position);
        let swap = |term: &Term| Term { name: term.name, white: term.black, black: term.white };
        let swapped = Explanation {
            turn: mirrored.turn(),
            terms: explanation.terms.iter().map(swap).collect(),
            ..explanation
        };
        assert_eq!(nnue.explain(&mirrored), swapped, "{position}");
    }
}

#[test]
fn left_and_right_are_the_same_to_the_network() {
    for nnue in networks(64).map(Nnue::new) {
        for (fen, mirrored) in [
            ("4k3/1p6/8/8/2N5/8/5P2/6K1 w - - 0 1", "3k4/6p1/8/8/5N2/8/2P5/1K6 w - - 0 1"),
            ("1k6/5q2/8/8/8/8/PP6/6K1 b - - 0 1", "6k1/2q5/8/8/8/8/6PP/1K6 b - - 0 1"),
            ("8/8/1k6/5q2/8/2K5/PP6/8 w - - 0 1", "8/8/6k1/2q5/8/5K2/6PP/8 w - - 0 1"),
        ] {
            let [one, other] = [fen, mirrored].map(|fen| nnue.evaluate(&fen.parse().unwrap()));
            assert_eq!(one, other, "{fen}");
        }
    }
}

#[test]
fn a_kings_step_into_another_bucket_changes_its_own_view() {
    // Networks whose rows are the same in all buckets cannot tell; these can.
    let [plain, every_step, _] = networks(64).map(Nnue::new);
    let [one, other] = ["8/8/1k6/5q2/8/6K1/PP6/8 w - - 0 1", "8/8/1k6/5q2/8/7K/PP6/8 w - - 0 1"];
    let said = |nnue: &Nnue, fen: &str| nnue.evaluate(&fen.parse().unwrap()).raw();
    assert_ne!(said(&every_step, one), said(&every_step, other));
    assert_ne!(said(&every_step, one), said(&plain, one));
}

#[test]
fn explanations_add_up() {
    let nnue = Nnue::new(network(64));
    for position in support::random_positions(9) {
        let explanation = nnue.explain(&position);
        assert_eq!(explanation.score(), nnue.evaluate(&position), "{position}");
        let values = nnue.piece_values(&position);
        assert_eq!(values.len() + 2, position.board().iter().count());
        let pawns = |color| {
            let pawns =
                values.iter().filter(|piece| piece.piece.letter().eq_ignore_ascii_case(&'p'));
            pawns
                .filter(|piece| piece.piece.color == color)
                .filter_map(|piece| piece.value)
                .sum::<i32>()
        };
        let term = explanation.term("pawns").unwrap();
        let sums = chess::Color::ALL.map(pawns);
        assert_eq!([term.white, term.black], sums, "{position}");
    }
}

#[test]
fn a_mans_value_is_what_its_absence_costs() {
    let nnue = Nnue::new(network(64));
    // As many pieces as share an output bucket with one fewer, so that the position without
    // the piece is judged by the same one.
    let with: Position = "4k3/1p6/8/8/2N5/8/5P2/6K1 w - - 0 1".parse().unwrap();
    let without: Position = "4k3/1p6/8/8/8/8/5P2/6K1 w - - 0 1".parse().unwrap();
    let value =
        nnue.piece_values(&with).into_iter().find(|piece| piece.square == chess::Square::C4);
    let cost = nnue.evaluate(&with).raw() - nnue.evaluate(&without).raw();
    assert_eq!(value.unwrap().value, Some(cost));
}

#[test]
fn the_head_of_a_position_says_what_the_network_says() {
    let nnue = Nnue::new(network(64));
    let mut used = [false; 8];
    for position in support::random_positions(9) {
        let (verdicts, output_bucket) = nnue.output_buckets(&position);
        assert_eq!(verdicts[output_bucket], nnue.evaluate(&position).raw(), "{position}");
        assert!(verdicts.iter().any(|&verdict| verdict != verdicts[output_bucket]), "{position}");
        used[output_bucket] = true;
    }
    assert!(used[4..].iter().all(|&used| used), "{used:?}");
}
