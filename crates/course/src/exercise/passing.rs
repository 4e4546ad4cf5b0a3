//! The null move: when it may be tried, what it proves, and where it fails.

use chess::{Position, Role};

use super::made::{Made, pawns};
use super::{Draft, Unsuitable};

/// How much less deep the reply to a pass is searched, besides the ply of the pass itself.
const REDUCTION: u32 = 2;

/// Endings with a mate in two; in the first and the last the defender has a piece left, and is in
/// zugzwang after the first move.
pub(super) const ENDINGS: [&str; 4] = [
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
    "7k/8/5K2/8/8/8/8/6R1 w - - 0 1",
    "k7/8/2K5/8/8/8/8/1R6 w - - 0 1",
    "5Kbk/6pp/6P1/8/8/8/8/7R w - - 0 1",
];

/// Pawn endings, and whether who is to move would rather pass.
const ZUGZWANG: [(&str, bool); 6] = [
    ("8/8/8/3pK3/2kP4/8/8/8 w - - 0 1", true),
    ("8/8/8/3pK3/2kP4/8/8/8 b - - 0 1", true),
    ("4k3/4P3/3K4/8/8/8/8/8 b - - 0 1", true),
    ("8/4k3/8/8/8/4P3/4K3/8 w - - 0 1", false),
    ("8/8/8/3p4/3P4/8/k7/7K w - - 0 1", false),
    ("8/5k2/7p/8/8/7P/5K2/8 b - - 0 1", false),
];

/// Whether the ladder's `nullmove` may pass in a position, with enough depth left and no pass before.
fn may_pass(position: &Position) -> bool {
    let board = position.board();
    let own = board.color(position.turn());
    let pieces = own.without(board.role(Role::Pawn)).count() - 1;
    !position.is_check() && pieces > 0
}

/// Whether a pass may be tried.
pub(super) fn allowed(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let position = draft.position;
    let board = position.board();
    let own = board.color(position.turn());
    let has_piece = own.without(board.role(Role::Pawn)).count() > 1;
    let options = vec![
        "yes".to_owned(),
        "no: it is in check".to_owned(),
        "no: it has only king and pawns".to_owned(),
        "no: the move before was a pass".to_owned(),
    ];
    let after_pass = draft.dice.below(3) == 0;
    let (right, why) = match () {
        () if position.is_check() => (1, "In check a pass would leave the king to be taken."),
        () if !has_piece => (2, "With king and pawns alone zugzwang is common, so nobody passes."),
        () if after_pass => {
            (3, "Two passes in a row would only search the same position less deep.")
        }
        () => (
            0,
            "It is not in check, has a piece besides king and pawns, and the move before was a real one.",
        ),
    };
    debug_assert!(right != 0 || may_pass(&position));
    let before = if after_pass { "a pass" } else { "a real move" };
    let question = format!(
        "The search is at this position with depth 4 left, and the move before was {before}. May the side to move pass?"
    );
    Ok(Made::choice(question, options, right)
        .hint("Three things forbid a pass: check, a lack of pieces, and a pass just before.")
        .because(why)
        .on_a_board())
}

/// How deep the reply to a pass is searched.
pub(super) fn depth(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let depth = 3 + draft.dice.below(8) as u32;
    let question = format!(
        "{depth} plies are left. The side to move passes, and the search is reduced by {REDUCTION} plies. How deep is \
         the opponent's answer searched?"
    );
    Ok(Made::number(question, "plies", f64::from(depth - 1 - REDUCTION))
        .hint("The pass itself takes a ply, like a move.")
        .because(format!("{depth} − 1 − {REDUCTION} = {}.", depth - 1 - REDUCTION)))
}

/// Whether a pass is enough.
pub(super) fn enough(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let evaluator = eval::by_name("pst").ok_or("there is no evaluation")?;
    let value = evaluator.evaluate(&draft.position).raw();
    let beta = value + 10 * (draft.dice.below(41) as i32 - 20);
    let shown = |value: i32| pawns(f64::from(value) / 100.0);
    let is_enough = value >= beta;
    let options = vec!["yes, the node is cut".to_owned(), "no, the moves are searched".to_owned()];
    let question = format!(
        "Beta is {}. After a pass the opponent's best answer leaves the side to move with {}. Is the node cut?",
        shown(beta),
        shown(value)
    );
    Ok(Made::choice(question, options, usize::from(!is_enough))
        .hint("A cut needs beta or more.")
        .because(format!(
            "{} is {} beta: {}.",
            shown(value),
            if is_enough { "at least" } else { "below" },
            if is_enough {
                "if doing nothing is that good, a move surely is"
            } else {
                "the pass proves nothing"
            }
        )))
}

/// What the opponent's window is after a pass.
pub(super) fn pass_window(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let beta = 10 * draft.dice.below(41) as i32 - 200;
    let shown = |value: i32| f64::from(value) / 100.0;
    let question = format!(
        "Beta is {} at the node. After the pass the opponent is asked only whether the pass fails. From the opponent's \
         view, what is the window (alpha, beta)? The smallest step is 0.01.",
        pawns(shown(beta))
    );
    Ok(Made::numbers(question, &[("alpha", Some(shown(-beta))), ("beta", Some(shown(-beta + 1)))])
        .hint("One ply down the sign changes.")
        .hint("A window with nothing inside goes from −beta to −beta + 0.01.")
        .because(format!("({}, {}).", pawns(shown(-beta)), pawns(shown(-beta + 1)))))
}

/// What the best move and what a pass leads to, five plies ahead.
fn moving_and_passing(position: &Position) -> Option<(i32, i32)> {
    let passing = -best_after(&position.after_null()?, 4);
    Some((best_after(position, 5), passing))
}

/// Whether a position is zugzwang.
pub(super) fn zugzwang(draft: &mut Draft) -> Result<Made, Unsuitable> {
    let (fen, is_zugzwang) = ZUGZWANG[draft.dice.below(ZUGZWANG.len())];
    let position: Position = fen.parse().map_err(|_| "its position cannot be read")?;
    let found = moving_and_passing(&position);
    let (moving, passing) = found.ok_or("a side in check cannot pass")?;
    let options = vec![
        "yes: passing would be better than every move".to_owned(),
        "no: some move is as good as passing".to_owned(),
    ];
    let shown = |value: i32| pawns(f64::from(value) / 100.0);
    let question = format!("{} is to move. Is it zugzwang?", position.turn());
    Ok(Made::choice(question, options, usize::from(!is_zugzwang))
        .hint("Find the best move. Then imagine that the other side had to move instead.")
        .because(format!(
            "Five plies ahead with `pst`: the best move leads to {}, a pass would lead to {}.",
            shown(moving),
            shown(passing)
        ))
        .at(position))
}

/// What a position is worth to the side to move, by plain alpha-beta.
fn best_after(position: &Position, depth: u32) -> i32 {
    use search::ladder::{Algorithm, Rung};
    let Some(evaluator) = eval::by_name("pst") else { return 0 };
    let found = lab::count(&Algorithm::plain(Rung::Table), position, evaluator, depth);
    found.report.score.raw()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Move;

    /// By how much a pass must be better, in centipawns: less may be an accident of the evaluation.
    const CLEARLY: i32 = 50;

    #[test]
    fn endings_are_what_they_are_said_to_be() {
        for (fen, is_zugzwang) in ZUGZWANG {
            let (moving, passing) = moving_and_passing(&fen.parse().unwrap()).unwrap();
            assert_eq!(passing >= moving + CLEARLY, is_zugzwang, "{fen}: {moving} {passing}");
        }
    }

    /// A mate in two by trying everything: no search of the ladder is asked.
    #[test]
    fn every_ending_has_a_mate_in_two() {
        fn after(position: &Position, mv: Move) -> Position {
            let mut next = *position;
            next.play_unchecked(mv);
            next
        }
        let mates = |position: &Position| {
            position.legal_moves().iter().any(|&mv| {
                let next = after(position, mv);
                next.is_check() && !next.has_legal_move()
            })
        };
        for fen in ENDINGS {
            let position: Position = fen.parse().unwrap();
            assert!(!mates(&position), "{fen} is a mate in one");
            let forced = position.legal_moves().iter().any(|&mv| {
                let next = after(&position, mv);
                next.has_legal_move()
                    && next.legal_moves().iter().all(|&reply| mates(&after(&next, reply)))
            });
            assert!(forced, "{fen}");
        }
    }
}
