//! What report P publishes: the values of minimax with `material`, in pawns
//! from the mover's view, at one and two plies.

use chess::Position;
use plywise_eval::{Evaluator, Material, Score};

const BOARDS: [(&str, [i32; 2]); 3] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [0, 0]),
    ("r2q3k/pn2bprp/4pNp1/2p1PbQ1/3p1P2/5NR1/PPP3PP/2B2RK1 w - - 0 1", [3, -2]),
    ("8/pkP5/8/8/P7/6q1/3Q2p1/2R2rK1 w - - 0 1", [5, -8]),
];

#[test]
fn minimax_with_material_finds_the_published_values() {
    for (fen, values) in BOARDS {
        let position: Position = fen.parse().unwrap();
        for (plies, value) in (1..).zip(values) {
            assert_eq!(minimax(&position, plies), Score::cp(100 * value), "{plies} plies: {fen}");
        }
    }
}

/// The best the mover can force in so many plies. No line on these boards ends before.
fn minimax(position: &Position, plies: u32) -> Score {
    if plies == 0 {
        return Material::default().evaluate(position);
    }
    let mut best = -Score::INFINITE;
    for mv in &position.legal_moves() {
        let mut next = *position;
        next.play_unchecked(mv);
        best = best.max(-minimax(&next, plies - 1));
    }
    best
}
