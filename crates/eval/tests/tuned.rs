//! What is special about `tuned`: its memory, its coefficients, what it knows
//! about endings.

#![allow(clippy::unwrap_used)] // a failed unwrap is a failed test

mod support;

use chess::{Position, Role};
use plywise_eval::{
    Evaluator, Forgetful, IncrementalEvaluator, IncrementalTuned, Score, Trace, Tunable, Tuned,
};

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

fn evaluate(fen: &str) -> i32 {
    Tuned::default().evaluate(&position(fen)).raw()
}

fn weights(tuned: &dyn Tunable) -> Vec<f64> {
    tuned.weights().iter().map(|weight| f64::from(weight.value)).collect()
}

#[test]
fn a_judge_says_what_the_evaluation_says() {
    let tuned = Tuned::default();
    let mut evaluator = IncrementalTuned::new(&tuned);
    let mut forgetful = Forgetful(&tuned);
    for position in support::random_positions(60) {
        let expected = tuned.evaluate(&position);
        evaluator.start(&position);
        assert_eq!(evaluator.evaluate(&position), expected, "{position}");
        assert_eq!(forgetful.evaluate(&position), expected, "{position}");
    }
}

/// All lines of three plies from positions of random games, and passes.
#[test]
fn a_judge_follows_moves_and_takes_them_back() {
    fn walk(
        evaluator: &mut dyn IncrementalEvaluator,
        position: &Position,
        depth: u32,
        visited: &mut u32,
    ) {
        *visited += 1;
        assert_eq!(evaluator.evaluate(position), Tuned::default().evaluate(position), "{position}");
        if depth == 0 {
            return;
        }
        for (index, mv) in position.legal_moves().into_iter().enumerate() {
            if index % 3 != depth as usize % 3 {
                continue;
            }
            let mut next = *position;
            next.play_unchecked(mv);
            evaluator.play(position, mv, &next);
            walk(evaluator, &next, depth - 1, visited);
            evaluator.undo();
        }
        if let Some(passed) = position.after_null() {
            evaluator.pass(&passed);
            walk(evaluator, &passed, depth - 1, visited);
            evaluator.undo();
        }
    }
    let mut evaluator = IncrementalTuned::new(&Tuned::default());
    let mut visited = 0;
    for root in support::random_positions(6).iter().step_by(37) {
        evaluator.start(root);
        walk(&mut evaluator, root, 3, &mut visited);
    }
    assert!(visited > 10_000, "{visited}");
}

#[test]
fn traces_add_up_to_the_score() {
    let tuned = Tuned::default();
    let weights = weights(&tuned);
    let mut traced = 0;
    for position in support::random_positions(60) {
        let Some(trace) = Trace::of(&tuned, &position) else { continue };
        let white = trace.evaluate(&weights);
        let expected = f64::from(tuned.explain(&position).total());
        assert!((white - expected).abs() < 3.0, "{white} and {expected} on {position}");
        traced += 1;
    }
    assert!(traced > 5_000, "{traced}");
}

/// The slow way: each weight changed in turn, the position evaluated again.
#[test]
fn gradients_are_what_changing_a_weight_does() {
    let tuned = Tuned::default();
    let weights = weights(&tuned);
    for position in support::random_positions(4).iter().step_by(19) {
        let Some(trace) = Trace::of(&tuned, position) else { continue };
        let mut gradient = vec![0.0; weights.len()];
        trace.gradient(&weights, 1.0, &mut gradient);
        for index in 0..weights.len() {
            let around = [-0.01, 0.01].map(|step| {
                let mut weights = weights.clone();
                weights[index] += step;
                trace.evaluate(&weights)
            });
            let slope = (around[1] - around[0]) / 0.02;
            assert!((slope - gradient[index]).abs() < 1e-3, "{index} on {position}");
        }
    }
}

/// A trace tells weights by where they lie: that must be where a tuner finds them.
#[test]
fn coefficients_are_those_of_the_named_weights() {
    let tuned = Tuned::default();
    let values: Vec<i32> = tuned.weights().iter().map(|weight| weight.value).collect();
    let mut compared = 0;
    for position in support::random_positions(2).iter().step_by(41) {
        let Some(trace) = Trace::of(&tuned, position) else { continue };
        for index in 0..values.len() {
            let mut changed = values.clone();
            changed[index] += 50;
            let evaluation = Tuned::from_values(&changed).unwrap();
            let expected = f64::from(evaluation.explain(position).total());
            let changed: Vec<f64> = changed.into_iter().map(f64::from).collect();
            // The scale is the trace's own, unless the other side leads now.
            if Trace::of(&evaluation, position).unwrap().scale == trace.scale {
                let traced = trace.evaluate(&changed);
                assert!((traced - expected).abs() < 3.0, "{index} on {position}");
                compared += 1;
            }
        }
    }
    assert!(compared > 5_000, "{compared}");
}

/// Every position of king and pawn against king, solved with the rules alone.
#[test]
fn king_and_pawn_against_king_is_exact() {
    let tuned = Tuned::default();
    let index = |position: &Position| {
        let pawn = position.board().role(Role::Pawn).first().unwrap();
        let [white, black] = chess::Color::ALL.map(|color| position.king(color).index());
        ((position.turn().index() * 64 + pawn.index()) * 64 + white) * 64 + black
    };
    let mut positions = Vec::new();
    for turn in chess::Color::ALL {
        for pawn in chess::Square::all().skip(8).take(48) {
            for white in chess::Square::all() {
                for black in chess::Square::all() {
                    if white == pawn || black == pawn || white == black {
                        continue;
                    }
                    let mut setup = chess::Setup { turn, ..chess::Setup::default() };
                    let white_piece =
                        |role| Some(chess::Piece { color: chess::Color::White, role });
                    setup.board = chess::Board::default();
                    setup.castling = chess::Bitboard::EMPTY;
                    setup.board.set(pawn, white_piece(Role::Pawn));
                    setup.board.set(white, white_piece(Role::King));
                    let king = chess::Piece { color: chess::Color::Black, role: Role::King };
                    setup.board.set(black, Some(king));
                    positions.extend(setup.position().ok());
                }
            }
        }
    }
    // What each move leads to: another position, or a draw, or a win.
    enum Next {
        Position(usize),
        Decided(bool),
    }
    let next: Vec<Vec<Next>> = positions
        .iter()
        .map(|position| {
            let play = |mv| {
                let mut next = *position;
                next.play_unchecked(mv);
                if next.board().role(Role::Pawn).any() {
                    return Next::Position(index(&next));
                }
                let majors = next.board().role(Role::Queen) | next.board().role(Role::Rook);
                let is_taken = next.legal_moves().into_iter().any(|mv| next.is_capture(mv));
                let is_stalemate = !next.has_legal_move() && !next.is_check();
                Next::Decided(majors.any() && !is_taken && !is_stalemate)
            };
            position.legal_moves().into_iter().map(play).collect()
        })
        .collect();
    let mut won = vec![false; 2 * 64 * 64 * 64];
    loop {
        let mut has_changed = false;
        for (position, next) in positions.iter().zip(&next) {
            let wins = |next: &Next| match *next {
                Next::Position(index) => won[index],
                Next::Decided(is_won) => is_won,
            };
            let is_won = match position.turn() {
                chess::Color::White => next.iter().any(wins),
                chess::Color::Black => !next.is_empty() && next.iter().all(wins),
            };
            has_changed |= is_won && !won[index(position)];
            won[index(position)] |= is_won;
        }
        if !has_changed {
            break;
        }
    }
    assert!(positions.len() > 300_000, "{}", positions.len());
    for position in &positions {
        let white = tuned.explain(position).total();
        assert_eq!(white > 0, won[index(position)], "{position}");
        assert!(white == 0 || white > 1_000, "{position}");
    }
}

#[test]
fn bishop_and_knight_drive_to_their_corner() {
    // A light-squared bishop: h1 and a8 are the corners to mate in.
    let to = |corner: &str| evaluate(&format!("{corner} w - - 0 1"));
    let dark = to("7k/8/8/3K4/3NB3/8/8/8");
    let edge = to("3k4/8/8/3K4/3NB3/8/8/8");
    let light = to("k7/8/8/3K4/3NB3/8/8/8");
    assert!(dark < edge && edge < light, "{dark} {edge} {light}");
    assert!(evaluate("8/8/8/3K4/3NB3/8/8/k7 b - - 0 1") < -6_000);
}

#[test]
fn won_endings_are_worth_more_than_the_pawns_they_come_from() {
    let queen = evaluate("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1");
    let rook = evaluate("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
    let pawn = evaluate("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1");
    assert!(queen > rook && rook > pawn && pawn > 1_000, "{queen} {rook} {pawn}");
    // The winner's king comes nearer, the loser's goes to the edge.
    assert!(evaluate("4k3/8/4K3/8/8/8/8/R7 w - - 0 1") > rook);
}

#[test]
fn what_cannot_be_won_is_worth_little() {
    for fen in [
        // Too little to mate with.
        "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1",
        "4k3/8/8/8/8/8/8/3BK3 w - - 0 1",
        "2b1k3/8/8/8/8/8/8/3NK3 w - - 0 1",
        "4k3/8/8/2b5/8/8/8/2R1K3 w - - 0 1",
        "4k2r/8/8/8/8/8/8/1NR1K3 w - - 0 1",
        // The wrong bishop, alone and with a pawn to move for the defender.
        "k7/8/8/8/8/8/PB6/K7 w - - 0 1",
        "k7/7p/8/8/8/8/PB6/K7 w - - 0 1",
        // A queen before a rook's pawn on the seventh.
        "8/8/8/8/8/8/p7/k4K1Q b - - 0 1",
    ] {
        let value = evaluate(fen);
        assert!(value.abs() < 110, "{value}: {fen}");
    }
}

#[test]
fn opposite_bishops_halve_a_lead() {
    let same = evaluate("8/5k2/3b4/8/3P4/2PK4/3B4/8 w - - 0 1");
    let opposite = evaluate("8/5k2/4b3/8/3P4/2PK4/3B4/8 w - - 0 1");
    assert!(opposite > 0 && same > opposite, "{same} {opposite}");
    let explanation = Tuned::default().explain(&position("8/5k2/4b3/8/3P4/2PK4/3B4/8 w - - 0 1"));
    assert_eq!(explanation.notes.first().map(|note| note.text), Some("opposite bishops"));
    assert!(explanation.term("scale").unwrap().white < 0);
}

/// The clock of the fifty moves is the searcher's to watch: a table keyed by
/// position could not keep scores that depend on it.
#[test]
fn the_clock_does_not_matter() {
    for (early, late) in [
        ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "4k3/8/8/8/8/8/8/3QK3 w - - 99 80"),
        ("r3k3/pp6/8/8/8/8/PPP5/R3K3 w - - 0 1", "r3k3/pp6/8/8/8/8/PPP5/R3K3 w - - 80 80"),
    ] {
        assert_eq!(evaluate(early), evaluate(late));
    }
}

#[test]
fn plain_judgements() {
    for (better, worse, what) in [
        (
            "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 1",
            "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
            "pieces out",
        ),
        (
            "6k1/5ppp/8/8/8/8/1R3PPP/6K1 w - - 0 1",
            "6k1/1p3pp1/8/8/8/8/1R3PP1/6K1 w - - 0 1",
            "an open file",
        ),
        (
            "6k1/5pp1/8/3P4/8/8/5PP1/6K1 w - - 0 1",
            "6k1/5pp1/8/8/8/3P4/5PP1/6K1 w - - 0 1",
            "a far passed pawn",
        ),
        (
            "r4rk1/ppp2ppp/8/3q4/8/5Q2/PPP2PPP/R4RK1 w - - 0 1",
            "r4rk1/ppp2ppp/8/3q4/8/5Q2/PPP4P/R4RK1 w - - 0 1",
            "a sheltered king",
        ),
        (
            "8/P7/8/8/8/8/k6p/7K b - - 0 1",
            "8/8/P7/8/8/8/k6p/7K b - - 0 1",
            "a pawn nearer to the end",
        ),
    ] {
        // From White's view, whoever moves.
        let white = |fen: &str| Tuned::default().explain(&position(fen)).total();
        assert!(white(better) > white(worse), "{what}: {} {}", white(better), white(worse));
    }
    assert_eq!(Tuned::default().evaluate(&position("k7/8/K7/8/8/8/8/8 w - - 0 1")), Score::DRAW);
}
